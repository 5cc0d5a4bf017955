package io.sugang.ops.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * A command of {@code ./sugang}.
 *
 * @param name the word that selects it
 * @param command an object with picocli's annotations
 * @param hidden whether the overview leaves it out
 * @param writes whether it needs a folder {@code .sugang} that can be written
 * @param body runs it in place of the object, or null
 */
public record CommandEntry(
    String name, Object command, boolean hidden, boolean writes, @Nullable CommandBody body) {

  /** Runs a command that passes its arguments on, for example to a container. */
  @FunctionalInterface
  public interface CommandBody {
    /**
     * Runs the command.
     *
     * @param arguments all words after the name of the command
     * @return the exit status
     */
    int run(ParseResult parsed, List<String> arguments) throws Exception;
  }

  public static CommandEntry of(String name, Object command) {
    return new CommandEntry(name, command, false, true, null);
  }

  public CommandEntry asHidden() {
    return new CommandEntry(name, command, true, writes, body);
  }

  public CommandEntry withoutChanges() {
    return new CommandEntry(name, command, hidden, false, body);
  }

  public CommandEntry runBy(CommandBody other) {
    return new CommandEntry(name, command, hidden, writes, other);
  }
}
