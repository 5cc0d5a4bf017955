package io.sugang.lab.cli;

import io.sugang.lab.k6.K6;
import io.sugang.ops.cli.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints a k6 of this machine, built with Go if there is none: for the tests of k6/. */
@Command(
    name = "k6-program",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Prints the path of a k6 on this machine; builds one with Go if there is none.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:printed", "2:Go could not build one", "3:there is neither k6 1.x nor Go"},
    footerHeading = "%nExample:%n",
    footer = "  ./sugang k6-program",
    exitCodeOnExecutionException = 2)
final class K6ProgramCommand implements Callable<Integer> {
  private static final int NONE = 3;

  private final Session session;

  K6ProgramCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String program = K6.program(session.workspace(), session.console().onStandardError());
    if (program == null) {
      return NONE;
    }
    session.console().out().println(program);
    return 0;
  }
}
