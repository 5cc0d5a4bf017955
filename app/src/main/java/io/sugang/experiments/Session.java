package io.sugang.experiments;

import io.sugang.operator.Operator;
import io.sugang.stand.Load;
import io.sugang.stand.Stack;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All experiments that were asked for: in each repetition every variant once, so that a machine
 * that becomes slower does so for all of them.
 */
final class Session {
  private final List<Experiment> experiments;
  private final Stack stack;
  private final Runner runner;
  private final PrintWriter out;
  private final List<Run> runs = new ArrayList<>();
  private final List<PoolUse> pools = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  Session(List<Experiment> experiments, Stack stack, Runner runner, PrintWriter out) {
    this.experiments = experiments;
    this.stack = stack;
    this.runner = runner;
    this.out = out;
  }

  /**
   * @param most repetitions; fewer when the next one would not be over in time, and at least one
   * @return how many there were
   */
  int run(int most, Duration time)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    long begun = System.nanoTime();
    // Once is enough for them: they answer how long a connection is held, not how fast it is.
    if (experiments.contains(Experiment.POOLS)) {
      measure(Experiment.POOLS, 1);
    }
    List<Experiment> repeated =
        experiments.stream().filter(one -> one != Experiment.POOLS).toList();
    if (repeated.isEmpty()) {
      return 1;
    }
    long longest = 0;
    for (int repetition = 1; repetition <= most; repetition++) {
      long start = System.nanoTime();
      if (repetition > 1 && start + longest > begun + time.toNanos()) {
        warn(
            "%d of %d repetitions: another one would not be over within %d minutes (--minutes)"
                .formatted(repetition - 1, most, time.toMinutes()));
        return repetition - 1;
      }
      for (Experiment experiment : repeated) {
        measure(experiment, repetition);
      }
      longest = Math.max(longest, System.nanoTime() - start);
    }
    return most;
  }

  private void measure(Experiment experiment, int repetition)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    out.printf("%n%s, repetition %d%n", experiment.title(), repetition);
    for (Variant variant : experiment.variants()) {
      stack.reset();
      runner.reset();
      stack.start(variant.service());
      if (variant.redisKilled()) {
        stack.killRedis();
      }
      for (Load load : experiment.loads()) {
        measure(experiment, variant, load, repetition);
      }
      if (variant.redisKilled()) {
        stack.startRedis();
      }
      verify(experiment, variant);
      stack.stop();
    }
  }

  private void measure(Experiment experiment, Variant variant, Load load, int repetition)
      throws IOException, SQLException, InterruptedException {
    if (experiment == Experiment.POOLS) {
      pools.addAll(runner.runPools(experiment, variant, load, runs));
    } else {
      runs.add(runner.run(experiment, variant, load, repetition));
    }
    Run run = runs.getLast();
    out.printf(
        Locale.ROOT,
        "  %-22s %-32s %8s/s   p50 %8s   p99 %8s ms   %8s per CPU s%s%n",
        variant.name(),
        load.name(),
        Figure.TPS.text(Figure.TPS.of(run)),
        Figure.P50.text(Figure.P50.of(run)),
        Figure.P99.text(Figure.P99.of(run)),
        Figure.PER_CPU.text(run.requestsPerCpuSecond()),
        run.figures().errors() == 0
            ? ""
            : "   %,d errors %s".formatted(run.figures().errors(), run.figures().statuses()));
    run.warnings().forEach(warning -> out.println("    WARNING " + warning));
    runner.settle(run);
  }

  // A fast variant that oversells is not fast; and what is wrong does not wait for the end.
  private void verify(Experiment experiment, Variant variant)
      throws Stack.NotValid, Operator.Unsupported {
    boolean enrolled =
        experiment.loads().stream().anyMatch(load -> load.kind() != Load.Kind.STUDENTS);
    if (!enrolled) {
      return;
    }
    stack.verify(experiment.id() + ", " + variant.name());
  }

  void warn(String warning) {
    warnings.add(warning);
    out.println("WARNING " + warning);
  }

  List<Run> runs() {
    return runs;
  }

  List<PoolUse> pools() {
    return pools;
  }

  List<String> warnings() {
    return warnings;
  }
}
