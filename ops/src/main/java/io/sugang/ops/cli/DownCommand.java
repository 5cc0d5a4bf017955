package io.sugang.ops.cli;

import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    description = {
      "Stops everything in order: NGINX first, then the instances, Redis and MySQL.",
      "Requests in flight are answered. The data stay."
    },
    footerHeading = "%nExample:%n",
    footer = "  ./sugang down")
final class DownCommand implements Callable<Integer> {
  @Mixin private ModeOption modeOption = new ModeOption();

  private final Session session;

  DownCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Console console = session.console();
    try (var _ = CommandLock.take(session.workspace())) {
      Mode mode = session.runningMode(modeOption.mode());
      if (mode == null) {
        console.say("nothing runs here");
        return 0;
      }
      console.section("Sugang: down");
      if (mode == Mode.LOCAL) {
        session.local().down();
        console.say(
            "  stopped after %d s; the data stay in .sugang/local/mysql"
                .formatted(session.seconds()));
      } else {
        session.docker().down();
        console.say(
            "  stopped after %d s; the data stay in a Docker volume".formatted(session.seconds()));
      }
      return 0;
    }
  }
}
