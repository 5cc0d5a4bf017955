package io.sugang.tools.experiments;

import io.sugang.tools.control.Operator;
import io.sugang.tools.testbed.RunContext;
import io.sugang.tools.testbed.LoadShape;
import io.sugang.tools.testbed.Service;
import io.sugang.tools.testbed.Stack;
import io.sugang.tools.testbed.TestbedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures variants of the service beside each other and writes a report. */
@Command(
    name = "experiments",
    mixinStandardHelpOptions = true,
    description = "Measures variants of the service beside each other and writes a report.",
    footer = {"", "Exit status: 0 measured, 1 not valid, 2 could not be measured."})
public final class ExperimentsCommand extends TestbedCommand {
  /** That take seats, of one variant in one repetition at most. */
  private static final int LOADS = 3;

  @Parameters(
      arity = "0..*",
      paramLabel = "GROUP",
      description = "Which ones (default: all but start).")
  private List<String> groups = List.of();

  @Option(names = "--minutes", paramLabel = "N", defaultValue = "38")
  private int minutes;

  @Option(names = "--report", paramLabel = "FOLDER")
  private @Nullable Path reported;

  private ExperimentsCommand(Map<String, String> environment) {
    super("experiments", environment);
  }

  static void main(String[] args) {
    System.exit(new CommandLine(new ExperimentsCommand(System.getenv())).execute(args));
  }

  @Override
  protected void execute(PrintWriter out)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    if (reported != null) {
      ExperimentOutput.write(ExperimentOutput.read(reported), reported);
      out.println("Report: " + reported.resolve(ExperimentOutput.REPORT));
      return;
    }
    check();
    // From here on, as it is the whole that has to be over by then, the preparation too.
    long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    measure(
        List.of(Service.PRESENT),
        USUAL,
        LoadShape.usual(length(), seed()),
        LOADS,
        (stand, stack, beginning) -> {
          ExperimentSession session =
              new ExperimentSession(chosen(), stack, new Runner(stand, stack), System::nanoTime, out);
          warnings().forEach(session::warn);
          session.run(
              repetitions(), end, () -> ExperimentOutput.write(results(session, beginning), folder()));
        },
        out);
    ExperimentResults results = ExperimentOutput.read(folder());
    Summary.print(results, out);
    results.warnings().forEach(warning -> out.println("WARNING " + warning));
    out.println("Report: " + folder().resolve(ExperimentOutput.REPORT));
  }

  /** What there is now; in the end that is all. */
  private ExperimentResults results(ExperimentSession session, RunContext beginning) {
    List<String> warnings = new ArrayList<>(session.warnings());
    long disturbed = session.runs().stream().filter(run -> !run.warnings().isEmpty()).count();
    if (disturbed > 0) {
      warnings.add(
          "%d of %d runs were disturbed; their figures are not those of the service alone"
              .formatted(disturbed, session.runs().size()));
    }
    return new ExperimentResults(
        beginning.started(),
        again(),
        beginning.machine(),
        session.asked(),
        session.reached(),
        seconds(),
        seed(),
        session.runs(),
        session.pools(),
        warnings);
  }

  private String again() {
    StringBuilder command = new StringBuilder("./sugang experiments");
    groups.forEach(group -> command.append(' ').append(group));
    return command
        .append(
            " --repetitions %d --seconds %d --minutes %d --seed %d"
                .formatted(repetitions(), seconds(), minutes, seed()))
        .toString();
  }

  private List<Experiment> chosen() {
    return groups.isEmpty()
        ? Experiment.USUAL
        : Experiment.ALL.stream().filter(one -> groups.contains(one.id())).toList();
  }

  private void check() {
    for (String group : groups) {
      if (Experiment.ALL.stream().noneMatch(one -> one.id().equals(group))) {
        throw wrong("there is no group \"" + group + "\": get, post, mixed, pools, start");
      }
    }
    between("--repetitions", repetitions(), 1, 99);
    between("--seconds", seconds(), 1, 600);
    between("--minutes", minutes, 1, 1_440);
  }
}
