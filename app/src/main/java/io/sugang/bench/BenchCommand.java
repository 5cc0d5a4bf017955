package io.sugang.bench;

import io.sugang.measure.LoadDriver;
import io.sugang.operator.Operator;
import io.sugang.stand.Machine;
import io.sugang.stand.Service;
import io.sugang.stand.Stack;
import io.sugang.stand.Stand;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures how much the service does with a processor, beside what NGINX alone can do. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures how much the service does with a processor, and how fast it answers.",
    footer = {"", "Exit status: 0 measured, 1 not valid, 2 could not be measured."})
public final class BenchCommand implements Callable<Integer> {
  private static final Duration DRIVER_WARM_UP = Duration.ofSeconds(4);

  /** The warm-up and four loads that take seats share the 400 free courses of the stand. */
  private static final int COURSES_PER_LOAD = 80;

  /** A quarter of them take seats, and {@value #COURSES_PER_LOAD} courses have not many more. */
  private static final int MOST_WARM_UP = 1_500_000;

  @Parameters(arity = "0..*", paramLabel = "LOAD", description = "Which ones (default: all).")
  private List<String> loads = List.of();

  @Option(names = "--repetitions", paramLabel = "N", defaultValue = "3")
  private int repetitions;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "6")
  private int seconds;

  @Option(names = "--rate", paramLabel = "N", defaultValue = "2000")
  private int rate;

  @Option(names = "--scale", paramLabel = "N", defaultValue = "1")
  private int instances;

  @Option(names = "--warm-up", paramLabel = "N", defaultValue = "100000")
  private int warmUp;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "20260301")
  private long seed;

  @Option(names = "--variant", paramLabel = "SEATS/CACHE", defaultValue = "redis/two-level")
  private List<String> variants = List.of();

  // What the script measures by these names is its affair; here they are told apart and shown.
  @Option(names = "--before", hidden = true)
  private @Nullable String before;

  @Option(names = "--after", hidden = true, defaultValue = "these sources")
  private String after = "";

  @Option(names = "--again", hidden = true, defaultValue = "./sugang bench")
  private String again = "";

  @Option(names = "--out", hidden = true, defaultValue = "bench")
  private Path folder = Path.of("bench");

  @Option(names = "--warning", hidden = true)
  private List<String> given = List.of();

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  private BenchCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(commandLine(System.getenv()).execute(args));
  }

  static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new BenchCommand(environment));
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try {
      Plan plan = plan();
      Operator operator =
          new Operator(
              System.out,
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
      measure(plan, new Stack(operator), out);
      return 0;
    } catch (Stack.NotValid notValid) {
      out.println("The bench ended: " + notValid.getMessage());
      return 1;
    } catch (IOException | SQLException | Operator.Unsupported | RuntimeException cannot) {
      if (cannot instanceof ParameterException wrong) {
        throw wrong;
      }
      out.println("The bench ended: " + cannot.getMessage());
      return 2;
    }
  }

  private void measure(Plan plan, Stack stack, PrintWriter out)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    QuietLogging.apply();
    Machine machine = Machine.here();
    String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    out.printf(
        "%d cores (%s), %,d MB, %s, Java %s%n",
        machine.cores(),
        machine.processor(),
        machine.memoryMegabytes(),
        machine.system(),
        machine.java());
    for (Build build : plan.builds()) {
      out.printf("%s: %s%n", build.id(), build.name());
    }
    stack.prepare(plan.builds().stream().map(Build::id).toList());
    LoadDriver.warmUp(DRIVER_WARM_UP);
    try (Stand stand =
        new Stand(environment, Duration.ofSeconds(seconds), seed, COURSES_PER_LOAD, stack)) {
      Session session = new Session(plan, stack, stand, out);
      given.forEach(session::warn);
      for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
        session.repeat(repetition);
        if (repetition == plan.repetitions()) {
          warnOfDisturbance(session);
        }
        Results results =
            Results.of(
                started, again, machine, plan, repetition, session.measured(), session.warnings());
        // What is there is kept if a later repetition ends all.
        Output.write(results, folder);
        if (repetition == plan.repetitions()) {
          Tables.print(results, out);
        }
      }
    }
    out.println();
    out.println("Written: %s, %s".formatted(folder.resolve(Output.JSON), Output.TABLES));
  }

  private static void warnOfDisturbance(Session session) {
    long disturbed =
        session.measured().stream().filter(one -> !one.reading().warnings().isEmpty()).count();
    if (disturbed > 0) {
      session.warn(
          "%d of %d loads have a warning above; their figures are not those of the service alone"
              .formatted(disturbed, session.measured().size()));
    }
  }

  private Plan plan() {
    for (String load : loads) {
      if (Stream.of(Demand.values()).noneMatch(demand -> demand.id().equals(load))) {
        throw wrong("there is no load \"" + load + "\": get, full, free, mixed");
      }
    }
    between("--repetitions", repetitions, 1, 99);
    // Longer, and a fast service would have won every seat of its courses.
    between("--seconds", seconds, 1, 30);
    between("--rate", rate, 1, 50_000);
    between("--scale", instances, 1, 8);
    between("--warm-up", warmUp, 0, MOST_WARM_UP / instances);
    Build present = new Build(before == null ? Service.PRESENT : "after", after);
    return new Plan(
        before == null ? List.of(present) : List.of(new Build("before", before), present),
        variants.stream().map(this::variant).distinct().toList(),
        Stream.of(Demand.values())
            .filter(demand -> loads.isEmpty() || loads.contains(demand.id()))
            .toList(),
        instances,
        repetitions,
        seconds,
        rate,
        warmUp,
        seed);
  }

  private Variant variant(String text) {
    try {
      return Variant.parse(text);
    } catch (IllegalArgumentException unreadable) {
      throw wrong(unreadable.getMessage());
    }
  }

  private void between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong("%s must be from %,d to %,d, not %,d".formatted(option, least, most, value));
    }
  }

  private ParameterException wrong(@Nullable String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
