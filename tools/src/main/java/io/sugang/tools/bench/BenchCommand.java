package io.sugang.tools.bench;

import io.sugang.tools.control.Operator;
import io.sugang.tools.testbed.DatasetSize;
import io.sugang.tools.testbed.LoadShape;
import io.sugang.tools.testbed.Service;
import io.sugang.tools.testbed.Stack;
import io.sugang.tools.testbed.TestbedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures how much the service does with a processor, beside what NGINX alone can do. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures how much the service does with a processor, and how fast it answers.",
    footer = {"", "Exit status: 0 measured, 1 not valid, 2 could not be measured."})
public final class BenchCommand extends TestbedCommand {
  /** That take seats: the warm-up, and free and mixed in both loops. */
  private static final int LOADS = 5;

  /** A quarter of them take seats, and their courses have not many more. */
  static final int MOST_WARM_UP = 1_500_000;

  @Parameters(arity = "0..*", paramLabel = "LOAD", description = "Which ones (default: all).")
  private List<String> loads = List.of();

  @Option(names = "--rate", paramLabel = "N", defaultValue = "2000")
  private int rate;

  @Option(names = "--scale", paramLabel = "N", defaultValue = "1")
  private int instances;

  @Option(names = "--warm-up", paramLabel = "N", defaultValue = "100000")
  private int warmUp;

  @Option(names = "--connections", paramLabel = "N")
  private int connections = LoadShape.CONNECTIONS;

  @Option(names = "--hot", paramLabel = "PERCENT", defaultValue = "0")
  private int hot;

  @Option(names = "--students", paramLabel = "N")
  private int students = USUAL.students();

  @Option(names = "--courses", paramLabel = "N")
  private int courses = USUAL.courses();

  @Option(names = "--variant", paramLabel = "SEATS/CACHE", defaultValue = "redis/two-level")
  private List<String> variants = List.of();

  // What the script measures by these names is its affair; here they are told apart and shown.
  @Option(names = "--before", hidden = true)
  private @Nullable String before;

  @Option(names = "--before-unverified", hidden = true)
  private boolean beforeUnverified;

  @Option(names = "--after", hidden = true, defaultValue = "these sources")
  private String after = "";

  @Option(names = "--again", hidden = true, defaultValue = "./sugang bench")
  private String again = "";

  private BenchCommand(Map<String, String> environment) {
    super("bench", environment);
  }

  static void main(String[] args) {
    System.exit(commandLine(System.getenv()).execute(args));
  }

  static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new BenchCommand(environment));
  }

  @Override
  protected void execute(PrintWriter out)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    Plan plan = plan();
    for (Build build : plan.builds()) {
      out.printf("%s: %s%n", build.id(), build.name());
    }
    measure(
        plan.builds().stream().map(Build::id).toList(),
        new DatasetSize(students, courses),
        new LoadShape(length(), connections, hot, seed()),
        LOADS,
        (stand, stack, beginning) -> {
          Session session = new Session(plan, stack, stand, out);
          warnings().forEach(session::warn);
          for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
            session.repeat(repetition);
            if (repetition == plan.repetitions()) {
              warnOfDisturbance(session);
            }
            Results results =
                Results.of(
                    beginning.started(),
                    again,
                    beginning.machine(),
                    plan,
                    repetition,
                    session.measured(),
                    session.warnings());
            // What is there is kept if a later repetition ends all.
            Output.write(results, folder());
            if (repetition == plan.repetitions()) {
              Tables.print(results, out);
            }
          }
        },
        out);
    out.println();
    out.println("Written: %s, %s".formatted(folder().resolve(Output.JSON), Output.TABLES));
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
    between("--repetitions", repetitions(), 1, 99);
    // Longer, and a fast service would have won every seat of its courses.
    between("--seconds", seconds(), 1, 30);
    between("--rate", rate, 1, 50_000);
    between("--scale", instances, 1, 8);
    // More, and NGINX refuses what is beyond its limit_conn.
    between("--connections", connections, 1, 4_000);
    between("--hot", hot, 0, 100);
    // Fewer, and the loads would run out of seats.
    between("--students", students, USUAL.students(), 2_000_000);
    between("--courses", courses, USUAL.courses(), 100_000);
    between("--warm-up", warmUp, 0, MOST_WARM_UP / instances);
    Build present = new Build(before == null ? Service.PRESENT : "after", after, true);
    return new Plan(
        before == null
            ? List.of(present)
            : List.of(new Build("before", before, !beforeUnverified), present),
        variants.stream().map(this::variant).distinct().toList(),
        Stream.of(Demand.values())
            .filter(demand -> loads.isEmpty() || loads.contains(demand.id()))
            .toList(),
        instances,
        repetitions(),
        seconds(),
        rate,
        connections,
        hot,
        new DatasetSize(students, courses),
        warmUp,
        seed());
  }

  private Variant variant(String text) {
    try {
      return Variant.parse(text);
    } catch (IllegalArgumentException unreadable) {
      throw wrong(unreadable.getMessage());
    }
  }
}
