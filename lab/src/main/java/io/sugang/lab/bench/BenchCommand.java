package io.sugang.lab.bench;

import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.options.Range;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./sugang bench}: the work of the service per processor second, compared with NGINX alone.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Measures requests per CPU second of NGINX, service, Redis and MySQL together, and latency at a fixed rate.",
      "The proxy baseline of the same run is NGINX in front of a second NGINX that answers by itself.",
      "It runs on a local stack of its own: its data and ports are not those of up. No other load should run.",
      "A preset is a question with the variants, loads and loops that answer it; options replace its own.",
      "Results: .sugang/bench/TIME/; docs/performance.md explains the figures."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:measured",
      "1:the verifier did not say valid after a load",
      "2:could not be measured"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang bench get --repetitions 1 --seconds 2",
      "  ./sugang bench --preset reads             cache, instances and warm-up, step by step",
      "  ./sugang bench --preset start --seconds 10",
      "  ./sugang bench --against HEAD~1           two builds",
      "  ./sugang bench --set SUGANG_HEAP=256m     with a setting and without it",
      "  ./sugang bench --against HEAD~1 --set SUGANG_RULES=on"
    })
public final class BenchCommand implements Callable<Integer> {
  /** What {@code ./sugang up} begins with. */
  private static final DatasetSize USUAL = new DatasetSize(5_000, 500);

  private static final String GUARD = "docs/performance/guard.csv";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  /** A quarter of them take seats, and their courses have not many more. */
  static final int MOST_WARM_UP = 1_500_000;

  @Parameters(
      arity = "0..*",
      paramLabel = "LOAD",
      description = "Which of get, full, free, mixed (default: all).")
  private List<String> loads = List.of();

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many times everything runs (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "6",
      description = "Length of each load in seconds (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20260301",
      description = "Seed of the requests (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 999_999_999)
  private long seed;

  @Option(names = "--out", hidden = true)
  private @Nullable Path folder;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      defaultValue = "work",
      description = {
        "work: requests per CPU second, and latency (default).",
        "reads: steps of cache, instances and warm-up.",
        "enrollments: steps of lock, gate and warm-up.",
        "mix: the simplest and the usual stack under the mixed load.",
        "start: the first seconds after readiness, and the same load later.",
        "guard: processor time per request, against the last commit of docs/performance/guard.csv."
      })
  private String preset = "";

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Requests per second of the open loop (default: 2000; 1000 in enrollments and start).")
  private @Nullable Integer rate;

  @Option(
      names = "--loops",
      paramLabel = "LIST",
      description =
          "Order of closed and open loops, up to four (default: closed,open; a preset has its own).")
  private @Nullable String loops;

  @Option(
      names = "--scale",
      paramLabel = "LIST",
      defaultValue = "1",
      description = "Instances, 1 to 8; 1,3 measures both in one run (default: 1).")
  private String scale = "";

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "Mixed requests per instance before it is measured, more while it compiles (default: 100000; other presets: 0).")
  private @Nullable Integer warmUp;

  @Option(
      names = "--connections",
      paramLabel = "LIST",
      description =
          "Connections of the closed loop, up to 4000 (default: 64); 64,512 measures a loop of each.")
  private String connections = Integer.toString(Loop.CONNECTIONS);

  @Option(
      names = "--hot",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description = "Percent of the enrollments that ask for one course (default: 0).")
  private int hot;

  @Option(
      names = "--students",
      paramLabel = "N",
      description = "Students of the dataset, 5000 to 2000000 (default: 5000).")
  private int students = USUAL.students();

  @Option(
      names = "--courses",
      paramLabel = "N",
      description = "Courses of the dataset, 500 to 100000 (default: 500).")
  private int courses = USUAL.courses();

  @Option(
      names = "--variants",
      paramLabel = "LIST",
      description = {
        "Like redis/none,lock/redis: seats/cache; or all (default: redis/two-level).",
        "Seats: redis, lock. Cache: two-level, redis, none.",
        "More of each, in this order: :cold without warm-up, :x3 instances."
      })
  private @Nullable String variants;

  @Option(
      names = "--cpus",
      paramLabel = "LIST",
      description = "Pins all processes to these cores, the load driver too: 0,1 or 0-1.")
  private String cpus = "";

  @Option(
      names = "--against",
      paramLabel = "REVISION",
      description = {
        "Compares the working tree with a revision of this repository: its jar and its nginx.conf.",
        "plain-go: with a plain Go service (local/plain-go); needs Go."
      })
  private @Nullable String against;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = {
        "Measures with a setting and without it; several with several --set.",
        "With --against the setting is that of the working tree alone."
      })
  private List<String> settings = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final TestbedAccess access;
  private final Revisions revisions;
  private final RegressionGuard guard;
  private final Map<String, String> environment;

  /**
   * @param environment of the command, of which the record names what changes the loads
   */
  public BenchCommand(TestbedAccess access, Revisions revisions, Map<String, String> environment) {
    this.access = access;
    this.environment = environment;
    this.revisions = revisions;
    this.guard = new RegressionGuard(revisions.file(GUARD));
  }

  @Override
  public Integer call() {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    TestbedRun run = new TestbedRun("bench", access, folder, out);
    return run.status(() -> {
      if (isGuard() && against == null) {
        against = guard.recorded();
        if (against == null || revisions.commit(against) == null) {
          out.println("Nothing was compared: the recorded commit is not in this clone");
          return;
        }
        if (revisions.hasServiceOf(against)) {
          out.println(
              "Nothing was compared: the service is that of the recorded commit " + against);
          return;
        }
      }
      measure(run, out);
    });
  }

  private Comparison comparison() {
    return new Comparison(against, settings);
  }

  private void measure(TestbedRun run, PrintWriter out) throws Exception {
    BenchPlan plan = plan();
    for (Build build : plan.builds()) {
      out.printf("%s: %s%n", build.id(), build.name());
    }
    run.measure(
        cpus,
        comparison(),
        plan.builds().stream().map(Build::id).toList(),
        new DatasetSize(students, courses),
        new LoadShape(Duration.ofSeconds(seconds), hot, seed),
        plan.loadsThatTakeSeats(),
        (testbed, stack, context) -> {
          BenchSession session = new BenchSession(plan, stack, testbed, out);
          run.warnings().forEach(session::warn);
          for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
            session.repeat(repetition);
            BenchResults results =
                new BenchResults(
                    context.started(),
                    BenchArguments.again(spec, environment),
                    context.machine(),
                    plan,
                    repetition,
                    session.runs(),
                    session.warnings());
            // What is there is kept if a later repetition ends all.
            BenchFiles.write(results, run.folder());
            if (repetition == plan.repetitions()) {
              BenchTables.print(results, out);
              if (isGuard()) {
                guard(results, out);
              }
            }
          }
        });
    out.println();
    out.println(
        "Written: %s, %s"
            .formatted(
                run.folder().resolve(BenchFiles.TABLES),
                run.folder().resolveSibling(BenchFiles.RUNS)));
  }

  private boolean isGuard() {
    return Preset.GUARD.id().equals(preset);
  }

  private void guard(BenchResults results, PrintWriter out) throws IOException {
    RegressionGuard.report(results, out);
    String tree = revisions.workingTree();
    if (tree.contains(" ")) {
      out.println("Not recorded: the working tree is " + tree);
    } else {
      guard.record(results, tree, Objects.requireNonNull(against, "compared"));
      out.println("Recorded: " + GUARD);
    }
  }

  private BenchPlan plan() {
    for (String load : loads) {
      if (Stream.of(LoadProfile.values()).noneMatch(profile -> profile.id().equals(load))) {
        throw wrong("there is no load '" + load + "': get, full, free, mixed");
      }
    }
    between("--repetitions", repetitions, 1, 99);
    // Longer, and a fast service would have won every seat of its courses.
    between("--seconds", seconds, 1, 30);
    Preset chosen = BenchArguments.preset(spec, preset);
    int perSecond = rate == null ? chosen.rate() : rate;
    between("--rate", perSecond, 1, 50_000);
    List<Integer> scales = BenchArguments.scales(spec, scale);
    between("--hot", hot, 0, 100);
    // Fewer, and the loads would run out of seats.
    between("--students", students, USUAL.students(), 2_000_000);
    between("--courses", courses, USUAL.courses(), 100_000);
    List<Variant> measured =
        BenchArguments.variants(spec, variants == null ? chosen.variants() : variants, scales);
    int most = measured.stream().mapToInt(Variant::instances).max().orElseThrow();
    int requests = warmUp == null ? chosen.warmUp() : warmUp;
    between("--warm-up", requests, 0, MOST_WARM_UP / most);
    BenchArguments.checkCores(spec, cpus);
    BenchArguments.checkComparison(
        spec, comparison(), (int) measured.stream().map(Variant::configuration).distinct().count());
    return new BenchPlan(
        builds(),
        measured,
        loads.isEmpty()
            ? chosen.profiles()
            : Stream.of(LoadProfile.values())
                .filter(profile -> loads.contains(profile.id()))
                .toList(),
        loops == null ? chosen.loops() : BenchArguments.loops(spec, loops),
        repetitions,
        seconds,
        perSecond,
        BenchArguments.connections(spec, connections),
        hot,
        new DatasetSize(students, courses),
        requests,
        seed);
  }

  private List<Build> builds() {
    String with = settings.isEmpty() ? "" : " with " + String.join(" ", settings);
    String tree = "the working tree (%s)%s".formatted(revisions.workingTree(), with);
    if (against == null) {
      return settings.isEmpty()
          ? List.of(new Build(Service.PRESENT, tree, true))
          : List.of(
              new Build(BEFORE, "the working tree", true), new Build(AFTER, with.strip(), true));
    }
    if (against.equals(Comparison.PLAIN_GO)) {
      return List.of(new Build(BEFORE, "a plain Go service", false), new Build(AFTER, tree, true));
    }
    String commit = revisions.commit(against);
    if (commit == null) {
      throw wrong(
          "--against takes a revision of this repository or %s, not '%s'"
              .formatted(Comparison.PLAIN_GO, against));
    }
    return List.of(new Build(BEFORE, revisions.title(commit), true), new Build(AFTER, tree, true));
  }

  private void between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong(
          "%s takes a number from %d to %d, not '%d'".formatted(option, least, most, value));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
