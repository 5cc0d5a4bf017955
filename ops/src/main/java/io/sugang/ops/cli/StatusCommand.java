package io.sugang.ops.cli;

import io.sugang.ops.workspace.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows what runs, with ports and memory.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all parts are up and ready", "1:a part is down or not ready"},
    footerHeading = "%nExample:%n",
    footer = "  ./sugang status")
final class StatusCommand implements Callable<Integer> {
  @Mixin private ModeOption modeOption = new ModeOption();

  private final Session session;

  StatusCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Console console = session.console();
    Mode mode = session.runningMode(modeOption.mode());
    if (mode == null) {
      console.say("nothing runs here; start it with ./sugang up");
      return 1;
    }
    boolean local = mode == Mode.LOCAL;
    console.section(local ? "Sugang, local mode" : "Sugang, Docker mode");
    boolean sound = local ? session.local().status() : session.docker().status();
    if (session.settings().backupOn()) {
      long stuck = session.backups(mode).stuck();
      if (stuck > 0) {
        console.say(
            "  %,d bytes of MySQL's binary logs are not copied: ./sugang logs shipper"
                .formatted(stuck));
        sound = false;
      }
    }
    if (!sound) {
      return 1;
    }
    console.say(
        "  API: %s/api/courses".formatted(local ? session.local().url() : session.docker().url()));
    return 0;
  }
}
