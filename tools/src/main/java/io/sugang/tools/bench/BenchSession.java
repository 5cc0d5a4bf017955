package io.sugang.tools.bench;

import io.sugang.tools.control.Operator;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * All that a plan wants, in turns: in each repetition the proxy baseline, and then every variant of
 * every build once, so that a machine that becomes slower does so for all of them.
 */
final class BenchSession {
  /** A warm-up that is not over by then is said to be incomplete. */
  private static final Duration WARM_UP_MOST = Duration.ofMinutes(3);

  private final BenchPlan plan;
  private final Stack stack;
  private final Testbed testbed;
  private final PrintWriter out;
  private final RunLog log;

  BenchSession(BenchPlan plan, Stack stack, Testbed testbed, PrintWriter out) {
    this.plan = plan;
    this.stack = stack;
    this.testbed = testbed;
    this.out = out;
    this.log = new RunLog(out);
  }

  void repeat(int repetition)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    out.printf("%nRepetition %d of %d%n", repetition, plan.repetitions());
    stack.startProxyBaseline();
    TestbedLoad reads = Demand.GET.load(null);
    Run baseline =
        Run.of(
            BenchResults.BASELINE, "", reads.id(), repetition, testbed.measure(reads, repetition));
    stack.stopProxyBaseline();
    log.add(BenchResults.BASELINE, reads.name(), baseline);
    for (Variant variant : plan.variants()) {
      for (Build build : plan.order(repetition)) {
        measure(build, variant, repetition);
      }
    }
  }

  private void measure(Build build, Variant variant, int repetition)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    String name = plan.compares() ? build.id() + " " + variant.id() : variant.id();
    stack.reset();
    testbed.courses().reset();
    stack.start(variant.service(build.id()));
    warmUp(build, variant, name);
    for (Integer rate : Arrays.asList(null, plan.rate())) {
      for (Demand demand : plan.demands()) {
        TestbedLoad load = demand.load(rate);
        Run run =
            Run.of(
                build.id(),
                variant.id(),
                load.id(),
                repetition,
                testbed.measureWarm(load, repetition));
        log.add(name, load.name(), run);
        testbed.settle(run.statuses().keySet());
        // A fast service that oversells is not fast.
        if (build.verified() && demand.writes()) {
          stack.verify(name + ", " + demand.title());
        }
      }
    }
    stack.stop();
  }

  private void warmUp(Build build, Variant variant, String name)
      throws IOException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    if (plan.warmUp() == 0) {
      return;
    }
    int wanted = plan.warmUp() * variant.instances();
    WarmedUp warmedUp =
        testbed.warmUp(
            TestbedLoad.TrafficKind.MIXED, wanted, BenchCommand.MOST_WARM_UP, WARM_UP_MOST);
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
