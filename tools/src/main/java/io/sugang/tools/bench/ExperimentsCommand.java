package io.sugang.tools.bench;

import io.sugang.tools.control.TestbedAccess;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures variants of the service alternately and writes a report. */
@Command(
    name = "experiments",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Measures variants of the service under the same loads and writes a report, in under 40 minutes.",
      "It runs on a local stack of its own: its data and ports are not those of up. No other load should run.",
      "The variants take turns; the report has medians and the spread of the repetitions.",
      "Results: .sugang/experiments/TIME/, written after each repetition."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:measured",
      "1:the verifier did not say valid after a load",
      "2:could not be measured"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang experiments get --repetitions 1 --seconds 2",
      "  ./sugang experiments --report .sugang/experiments/20260301-120000"
    })
public final class ExperimentsCommand extends TestbedCommand {
  /** That take seats, of one variant in one repetition at most. */
  private static final int LOADS = 3;

  @Parameters(
      arity = "0..*",
      paramLabel = "GROUP",
      description =
          "get, post, mixed, pools (how many connections are needed), start (the first seconds after readiness). Default: all but start.")
  private List<String> groups = List.of();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "38",
      description =
          "Begins no repetition that would end later than this (default: ${DEFAULT-VALUE}). The first one and pools are always measured.")
  private int minutes;

  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "Measures nothing: writes the report of earlier results again.")
  private @Nullable Path reported;

  public ExperimentsCommand(TestbedAccess access) {
    super("experiments", access);
  }

  @Override
  protected void execute(PrintWriter out) throws Exception {
    if (reported != null) {
      if (!Files.isRegularFile(reported.resolve("runs.csv"))) {
        throw wrong("--report takes a folder with runs.csv, not '%s'".formatted(reported));
      }
      ExperimentFiles.write(ExperimentFiles.read(reported), reported);
      out.println("Report: " + reported.resolve(ExperimentFiles.REPORT));
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
        (testbed, stack, context) -> {
          ExperimentSession session =
              new ExperimentSession(
                  chosen(), stack, new Runner(testbed, stack), System::nanoTime, out);
          warnings().forEach(session::warn);
          session.run(
              repetitions(), end, () -> ExperimentFiles.write(results(session, context), folder()));
        },
        out);
    ExperimentResults results = ExperimentFiles.read(folder());
    Summary.print(results, out);
    results.warnings().forEach(warning -> out.println("WARNING " + warning));
    out.println("Report: " + folder().resolve(ExperimentFiles.REPORT));
  }

  /** What there is now; in the end that is all. */
  private ExperimentResults results(ExperimentSession session, RunContext context) {
    return new ExperimentResults(
        context.started(),
        again(),
        context.machine(),
        session.asked(),
        session.reached(),
        seconds(),
        seed(),
        session.runs(),
        session.pools(),
        session.allWarnings());
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
        throw wrong("there is no group '" + group + "': get, post, mixed, pools, start");
      }
    }
    between("--repetitions", repetitions(), 1, 99);
    between("--seconds", seconds(), 1, 600);
    between("--minutes", minutes, 1, 1_440);
  }
}
