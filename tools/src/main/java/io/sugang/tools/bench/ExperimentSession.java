package io.sugang.tools.bench;

import io.sugang.tools.control.Operator;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * All requested experiments: in each repetition every variant once, so that a machine that becomes
 * slower does so for all of them.
 */
final class ExperimentSession {
  private final List<Experiment> experiments;
  private final Stack stack;
  private final Instruments instruments;
  private final LongSupplier nanos;
  private final PrintWriter out;
  private final List<PoolUse> pools = new ArrayList<>();
  private final RunLog log;
  private int asked;
  private int reached;

  /** Where what was measured goes. */
  @FunctionalInterface
  interface Keeper {
    void keep() throws IOException;
  }

  /**
   * @param nanos the time, from an arbitrary origin
   */
  ExperimentSession(
      List<Experiment> experiments,
      Stack stack,
      Instruments instruments,
      LongSupplier nanos,
      PrintWriter out) {
    this.experiments = experiments;
    this.stack = stack;
    this.instruments = instruments;
    this.nanos = nanos;
    this.out = out;
    this.log = new RunLog(out);
  }

  /**
   * Measures. The pools and the first repetition are measured however long they take, as there is
   * nothing without them; {@link #reached} returns the extent.
   *
   * @param most repetitions; fewer when the next one would not be over in time
   * @param end when it should be over, by the session's clock
   * @param keeper called when the pools are measured, after each repetition, and when a failure
   *     ends it, with what there is until then
   */
  void run(int most, long end, Keeper keeper)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    // The pools are measured once, independent of the repetitions.
    boolean repeats = experiments.stream().anyMatch(one -> one != Experiment.POOLS);
    asked = repeats ? most : 1;
    try {
      repeat(end, keeper);
    } catch (IOException
        | SQLException
        | InterruptedException
        | Operator.Unsupported
        | Stack.NotValid
        | RuntimeException ended) {
      if (!log.runs().isEmpty()) {
        warn(
            "ended early, after %d of %d repetitions; what was measured of the next one is in it: %s"
                .formatted(reached, asked, ErrorText.of(ended)));
        try {
          keeper.keep();
        } catch (IOException lost) {
          ended.addSuppressed(lost);
        }
      }
      throw ended;
    }
  }

  private void repeat(long end, Keeper keeper)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    // Once is enough for them: they answer how long a connection is held, not how fast it is.
    if (experiments.contains(Experiment.POOLS)) {
      measure(Experiment.POOLS, 1);
      keeper.keep();
    }
    List<Experiment> repeated =
        experiments.stream().filter(one -> one != Experiment.POOLS).toList();
    long longest = 0;
    while (reached < asked) {
      long start = nanos.getAsLong();
      if (reached > 0 && start + longest > end) {
        warn(
            "%d of %d repetitions: another one would not be over in time (--minutes)"
                .formatted(reached, asked));
        keeper.keep();
        return;
      }
      for (Experiment experiment : repeated) {
        measure(experiment, reached + 1);
      }
      reached++;
      keeper.keep();
      longest = Math.max(longest, nanos.getAsLong() - start);
    }
  }

  private void measure(Experiment experiment, int repetition)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    out.printf("%n%s, repetition %d%n", experiment.title(), repetition);
    for (Variant variant : experiment.variants()) {
      stack.reset();
      instruments.reset();
      stack.start(variant.service(Service.PRESENT));
      if (variant.redisKilled()) {
        stack.killRedis();
      }
      for (TestbedLoad load : experiment.loads()) {
        measure(experiment, variant, load, repetition);
      }
      if (variant.redisKilled()) {
        stack.startRedis();
      }
      verify(experiment, variant);
      stack.stop();
    }
  }

  private void measure(Experiment experiment, Variant variant, TestbedLoad load, int repetition)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    Run run =
        experiment == Experiment.POOLS
            ? instruments.runPools(experiment, variant, load, pools)
            : instruments.run(experiment, variant, load, repetition);
    log.add(variant.name(), load.name(), run);
    instruments.settle(run);
  }

  // A fast variant that oversells is not fast; and what is wrong does not wait for the end.
  private void verify(Experiment experiment, Variant variant)
      throws Stack.NotValid, Operator.Unsupported {
    boolean enrolled =
        experiment.loads().stream()
            .anyMatch(load -> load.kind() != TestbedLoad.TrafficKind.STUDENTS);
    if (!enrolled) {
      return;
    }
    stack.verify(experiment.id() + ", " + variant.name());
  }

  void warn(String warning) {
    log.warn(warning);
  }

  /** Repetitions that were to be made. */
  int asked() {
    return asked;
  }

  /** Repetitions that are whole. */
  int reached() {
    return reached;
  }

  List<Run> runs() {
    return log.runs();
  }

  List<PoolUse> pools() {
    return pools;
  }

  List<String> warnings() {
    return log.warnings();
  }

  List<String> allWarnings() {
    return log.allWarnings();
  }
}
