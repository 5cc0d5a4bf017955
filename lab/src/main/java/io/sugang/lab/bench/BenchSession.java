package io.sugang.lab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * All that a plan wants, in turns: in each repetition the proxy baseline, and then every variant of
 * every build once. So a machine that becomes slower does so for all of them.
 */
final class BenchSession {
  /** A warm-up that is not over by then is said to be incomplete. */
  private static final Duration WARM_UP_MOST = Duration.ofMinutes(3);

  private final BenchPlan plan;
  private final Stack stack;
  private final Instruments instruments;
  private final PrintWriter out;
  private final RunLog log;

  BenchSession(BenchPlan plan, Stack stack, Instruments instruments, PrintWriter out) {
    this.plan = plan;
    this.stack = stack;
    this.instruments = instruments;
    this.out = out;
    this.log = new RunLog(out);
  }

  void repeat(int repetition)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    out.printf("%nRepetition %d of %d%n", repetition, plan.repetitions());
    stack.startProxyBaseline();
    Loop.Turn closed = Loop.Turn.closed(plan.connections().getFirst());
    TestbedLoad reads = LoadProfile.GET.load(closed, plan.rate());
    Measurement baseline = instruments.measure(reads, false, repetition);
    stack.stopProxyBaseline();
    log.add(
        BenchResults.BASELINE,
        reads.name(),
        new Run(BenchResults.BASELINE, "", LoadProfile.GET, closed, repetition, baseline));
    for (Variant variant : plan.variants()) {
      for (Build build : plan.order(repetition)) {
        measure(build, variant, repetition);
      }
    }
  }

  private void measure(Build build, Variant variant, int repetition)
      throws IOException, SQLException, InterruptedException, Stack.NotValid {
    String name = plan.compares() ? build.id() + " " + variant.id() : variant.id();
    stack.reset();
    instruments.reset();
    stack.start(variant.service(build.id()));
    warmUp(build, variant, name);
    boolean enrolled = plan.warmUp() > 0;
    for (Loop.Turn turn : plan.turns()) {
      for (LoadProfile profile : plan.profiles()) {
        // Otherwise plans would have dozens of courses, and each claim reads them all.
        if (enrolled) {
          stack.deleteEnrollments();
          // MySQL removes the rows from its indexes later.
          instruments.awaitRest();
          enrolled = false;
        }
        enrolled |= profile.takesSeats();
        TestbedLoad load = profile.load(turn, plan.rate());
        Measurement measurement = instruments.measure(load, plan.warmUp() > 0, repetition);
        log.add(
            name,
            load.name(),
            new Run(build.id(), variant.id(), profile, turn, repetition, measurement));
        instruments.settle(measurement);
        // A fast service that oversells is not fast.
        if (build.verified() && profile.writes()) {
          stack.verify(name + ", " + profile.title());
        }
      }
    }
    stack.stop();
  }

  private void warmUp(Build build, Variant variant, String name)
      throws IOException, InterruptedException, Stack.NotValid {
    if (plan.warmUp() == 0) {
      return;
    }
    int wanted = plan.warmUp() * variant.instances();
    WarmedUp warmedUp =
        instruments.warmUp(
            plan.connections().getFirst(), wanted, BenchCommand.MOST_WARM_UP, WARM_UP_MOST);
    if (warmedUp.answered() < wanted) {
      warn(
          "%s: only %,d of %,d requests to warm up were answered within %d minutes"
              .formatted(name, warmedUp.answered(), wanted, WARM_UP_MOST.toMinutes()));
    } else if (!warmedUp.atRest()) {
      warn(
          "%s: after %,d requests the instances were still compiling"
              .formatted(name, warmedUp.answered()));
    }
    if (build.verified()) {
      stack.verify(name + ", warm-up");
    }
  }

  void warn(String warning) {
    log.warn(warning);
  }

  List<Run> runs() {
    return log.runs();
  }

  List<String> warnings() {
    return log.allWarnings();
  }
}
