package io.sugang.experiments;

import io.sugang.measure.LoadDriver;
import io.sugang.operator.Operator;
import io.sugang.verifier.QuietLogging;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures variants of the service beside each other and writes a report. */
@Command(
    name = "experiments",
    mixinStandardHelpOptions = true,
    description = "Measures variants of the service beside each other and writes a report.",
    footer = {"", "Exit status: 0 measured, 1 not valid, 2 could not be measured."})
public final class ExperimentsCommand implements Callable<Integer> {
  private static final Duration DRIVER_WARM_UP = Duration.ofSeconds(4);

  @Parameters(
      arity = "0..*",
      paramLabel = "GROUP",
      description = "Which ones (default: all but start).")
  private List<String> groups = List.of();

  @Option(names = "--repetitions", paramLabel = "N", defaultValue = "3")
  private int repetitions;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "6")
  private int seconds;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "20260301")
  private long seed;

  @Option(names = "--minutes", paramLabel = "N", defaultValue = "38")
  private int minutes;

  @Option(names = "--report", paramLabel = "FOLDER")
  private @Nullable Path reported;

  @Option(names = "--out", hidden = true, defaultValue = "experiments")
  private Path folder = Path.of("experiments");

  @Option(names = "--warning", hidden = true)
  private List<String> given = List.of();

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  private ExperimentsCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(new CommandLine(new ExperimentsCommand(System.getenv())).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try {
      if (reported != null) {
        Output.write(Output.read(reported), reported);
        out.println("Report: " + reported.resolve(Output.REPORT));
        return 0;
      }
      check();
      Operator operator =
          new Operator(
              System.out,
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
      measure(new Stack(operator), out);
      return 0;
    } catch (IOException | SQLException | Operator.Unsupported | RuntimeException cannot) {
      if (cannot instanceof ParameterException wrong) {
        throw wrong;
      }
      out.println("The experiments ended: " + cannot.getMessage());
      return cannot.getMessage() != null && cannot.getMessage().contains("does not say valid")
          ? 1
          : 2;
    }
  }

  private void measure(Stack stack, PrintWriter out)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported {
    QuietLogging.apply();
    Machine machine = Machine.here();
    Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    List<Experiment> chosen = chosen();
    out.printf(
        "%d cores (%s), %,d MB, %s, Java %s%n",
        machine.cores(),
        machine.processor(),
        machine.memoryMegabytes(),
        machine.system(),
        machine.java());
    stack.prepare();
    LoadDriver.warmUp(DRIVER_WARM_UP);
    try (Runner runner =
        new Runner(environment, Duration.ofSeconds(seconds), seed, machine.cores(), stack)) {
      Session session = new Session(chosen, stack, runner, out);
      given.forEach(session::warn);
      int done = session.run(repetitions, Duration.ofMinutes(minutes));
      warnOfDisturbance(session);
      Results results =
          new Results(
              started.toString(),
              again(),
              machine,
              done,
              seconds,
              seed,
              session.runs(),
              session.pools(),
              session.warnings());
      Output.write(results, folder);
    }
    Summary.print(Output.read(folder), out);
    out.println("Report: " + folder.resolve(Output.REPORT));
  }

  private static void warnOfDisturbance(Session session) {
    long disturbed = session.runs().stream().filter(run -> !run.warnings().isEmpty()).count();
    if (disturbed > 0) {
      session.warn(
          "%d of %d runs were disturbed; their figures are not those of the service alone"
              .formatted(disturbed, session.runs().size()));
    }
  }

  private String again() {
    StringBuilder command = new StringBuilder("./sugang experiments");
    groups.forEach(group -> command.append(' ').append(group));
    return command
        .append(" --repetitions %d --seconds %d --seed %d".formatted(repetitions, seconds, seed))
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
    if (repetitions < 1 || repetitions > 99) {
      throw wrong("--repetitions must be from 1 to 99, not " + repetitions);
    }
    if (seconds < 1 || seconds > 600) {
      throw wrong("--seconds must be from 1 to 600, not " + seconds);
    }
    if (minutes < 1 || minutes > 1_440) {
      throw wrong("--minutes must be from 1 to 1440, not " + minutes);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
