package io.sugang.lab.cli;

import io.sugang.ops.cli.Session;
import io.sugang.ops.workspace.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "spec",
    mixinStandardHelpOptions = true,
    description = {
      "Checks the model of the seat protocol (docs/spec) with TLC: each configuration has to end as docs/spec/configurations.md says.",
      "A configuration with a rule switched off has to end with a violation; otherwise the check fails.",
      "Takes 5 to 10 minutes on two cores, two checks at once, and 2.5 GB of memory."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all as expected", "1:not as expected", "2:could not be checked"},
    exitCodeOnExecutionException = 2,
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang spec            all configurations",
      "  ./sugang spec --short    those that ./sugang test checks too"
    })
final class SpecCommand implements Callable<Integer> {
  @Option(names = "--short", description = "Only the short checks.")
  private boolean onlyShort;

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Configurations (default: all).")
  private List<String> names = List.of();

  private final Session session;

  SpecCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var command = new ArrayList<String>();
    command.add(session.workspace().file("docs/spec/check").toString());
    if (onlyShort) {
      command.add("--short");
    }
    command.addAll(names);
    return Job.of(command).onTerminal();
  }
}
