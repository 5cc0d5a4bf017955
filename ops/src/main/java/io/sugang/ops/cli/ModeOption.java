package io.sugang.ops.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options {@code --docker} and {@code --local}. */
final class ModeOption {
  @ArgGroup(exclusive = true)
  private @Nullable Choice choice;

  private static final class Choice {
    @Option(
        names = "--docker",
        description = "In containers, as docker-compose.yml describes them.")
    private boolean docker;

    @Option(
        names = {"--local", "--native"},
        description = "As processes of this machine, on the loopback only.")
    private boolean local;
  }

  /** Returns the mode that the user chose, or null. */
  @Nullable Mode mode() {
    if (choice == null) {
      return null;
    }
    return choice.local ? Mode.LOCAL : Mode.DOCKER;
  }
}
