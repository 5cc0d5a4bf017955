package io.sugang.tools.bench;

import io.sugang.tools.control.Operator;
import io.sugang.tools.testbed.TestbedLoad;
import io.sugang.tools.testbed.Measurement;
import io.sugang.tools.testbed.Service;
import io.sugang.tools.testbed.NumberText;
import io.sugang.tools.testbed.Stack;
import io.sugang.tools.testbed.Testbed;
import io.sugang.tools.testbed.WarmedUp;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a plan wants, in turns: in each repetition the ceiling, and then every variant of every
 * build once, so that a machine that becomes slower does so for all of them.
 */
final class Session {
  /** A warm-up that is not over by then is said to be incomplete. */
  private static final Duration WARM_UP_MOST = Duration.ofMinutes(3);

  private final Plan plan;
  private final Stack stack;
  private final Testbed stand;
  private final PrintWriter out;
  private final List<Measured> measured = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  Session(Plan plan, Stack stack, Testbed stand, PrintWriter out) {
    this.plan = plan;
    this.stack = stack;
    this.stand = stand;
    this.out = out;
  }

  void repeat(int repetition)
      throws IOException, SQLException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    out.printf("%nRepetition %d of %d%n", repetition, plan.repetitions());
    stack.startCeiling();
    Measurement ceiling = stand.measure(Demand.GET.closed(), repetition);
    stack.stopCeiling();
    measured.add(Measured.ceiling(repetition, ceiling));
    tell(Measured.CEILING, Demand.GET.closed(), ceiling);
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
    stand.courses().reset();
    stack.start(new Service(build.id(), plan.instances(), variant.settings()));
    warmUp(build, name);
    for (Measured.Loop loop : Measured.Loop.values()) {
      for (Demand demand : plan.demands()) {
        TestbedLoad load = loop == Measured.Loop.CLOSED ? demand.closed() : demand.open(plan.rate());
        Measurement reading = stand.measureWarm(load, repetition);
        measured.add(
            new Measured(
                build.id(),
                variant.id(),
                demand.id(),
                loop,
                repetition,
                reading,
                stand.instanceMegabytes()));
        tell(name, load, reading);
        stand.settle(reading);
        // A fast service that oversells is not fast.
        if (build.verified() && demand.writes()) {
          stack.verify(name + ", " + demand.title());
        }
      }
    }
    stack.stop();
  }

  private void warmUp(Build build, String name)
      throws IOException, InterruptedException, Operator.Unsupported, Stack.NotValid {
    if (plan.warmUp() == 0) {
      return;
    }
    int wanted = plan.warmUp() * plan.instances();
    WarmedUp warmedUp =
        stand.warmUp(TestbedLoad.Kind.MIXED, wanted, BenchCommand.MOST_WARM_UP, WARM_UP_MOST);
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

  private void tell(String name, TestbedLoad load, Measurement reading) {
    var figures = reading.figures();
    out.printf(
        "  %-22s %-20s %-10s %8s/s   %8s per CPU s   p50 %7s   p99 %7s ms%s%n",
        name,
        load.name(),
        load.rate() == null ? "closed" : "%,d/s".formatted(load.rate()),
        NumberText.number(figures.rate().mean(), 0),
        NumberText.number(reading.requestsPerCpuSecond(), 0),
        NumberText.number(figures.response().p50(), 2),
        NumberText.number(figures.response().p99(), 2),
        figures.errors() == 0
            ? ""
            : "   %,d errors %s".formatted(figures.errors(), figures.statuses()));
    reading.warnings().forEach(warning -> out.println("    WARNING " + warning));
  }

  void warn(String warning) {
    warnings.add(warning);
    out.println("WARNING " + warning);
  }

  List<Measured> measured() {
    return List.copyOf(measured);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }
}
