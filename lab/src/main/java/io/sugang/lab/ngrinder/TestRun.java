package io.sugang.lab.ngrinder;

import io.sugang.lab.ngrinder.Controller.Agent;
import io.sugang.lab.ngrinder.Controller.Unreachable;
import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One test on a controller, from the wait for its agents to the report. Runs once. */
final class TestRun {
  /** Console and agents before the duration, collecting and saving after it. */
  private static final Duration OVERTIME = Duration.ofMinutes(3);

  /** How long a controller may be out of reach during a test. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final long NONE = -1;

  private final Controller controller;
  private final NGrinderPlan plan;
  private final Path scripts;
  private final Path report;
  private final Duration wait;
  private final Duration poll;
  private final PrintWriter out;

  /** The test that has to be stopped if this ends before it. */
  private final AtomicLong running = new AtomicLong(NONE);

  /**
   * @param scripts the folder with the script
   * @param report where the report is written; the samples are in the same folder, as .csv
   * @param wait for the controller and its agents to be ready
   * @param poll between two questions to the controller
   */
  TestRun(
      Controller controller,
      NGrinderPlan plan,
      Path scripts,
      Path report,
      Duration wait,
      Duration poll,
      PrintWriter out) {
    this.controller = controller;
    this.plan = plan;
    this.scripts = scripts;
    this.report = report;
    this.wait = wait;
    this.poll = poll;
    this.out = out;
  }

  /**
   * Returns when the report is written.
   *
   * @throws Failure if there are no figures
   * @throws Unreachable if the controller is away for too long; the test is stopped if it can be
   * @throws IOException if the report cannot be written
   */
  NGrinderVerdict run() throws Unreachable, IOException, InterruptedException {
    String script = script();
    Path csv = beside(report);
    out.printf("nGrinder at %s%n", controller.address());
    out.flush();
    awaitAgents();
    String path = "sugang/" + NGrinderPlan.SCRIPT;
    controller.saveScript(path, script);
    if (!plan.tokens().isEmpty()) {
      controller.saveScript("sugang/" + NGrinderPlan.TOKENS, String.join("\n", plan.tokens()));
    }
    long id = controller.start(plan.test(path));
    Instant begun = Instant.now();
    out.printf("Test %d: %s%n", id, controller.page(id));
    out.flush();
    Controller.Test ended = awaitEndOrStop(id, begun);
    String lines = controller.csv(id);
    NGrinderSamples samples = figures(id, ended, lines);
    Files.writeString(csv, lines);
    return report(id, begun, NGrinderVerdict.of(plan, ended, samples), samples, csv);
  }

  private String script() {
    Path file = scripts.resolve(NGrinderPlan.SCRIPT);
    try {
      return Files.readString(file);
    } catch (IOException missing) {
      throw new Failure(
          "The script %s cannot be read (--scripts says where it is).".formatted(file));
    }
  }

  private static Path beside(Path markdown) {
    String name = markdown.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return markdown.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".csv");
  }

  /** Until enough agents are ready, or the time is over. */
  private void awaitAgents() throws Unreachable, InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    String reported = "";
    while (true) {
      Unreachable unreachable = null;
      List<Agent> connected = List.of();
      try {
        connected = controller.agents();
      } catch (Unreachable notYet) {
        unreachable = notYet;
      }
      long ready = connected.stream().filter(Agent::ready).count();
      if (ready >= plan.agents()) {
        out.printf("  %d of %d agents ready%n", ready, connected.size());
        out.flush();
        return;
      }
      String state =
          unreachable != null
              ? "the controller does not answer yet"
              : "%d of %d agents are ready%s".formatted(ready, plan.agents(), states(connected));
      if (System.nanoTime() >= deadline) {
        if (unreachable != null) {
          throw unreachable;
        }
        throw new Failure(
            "After %d s %s. An agent that is connected and not approved is approved on %s/agent; one that is BUSY runs another test."
                .formatted(wait.toSeconds(), state, controller.address()));
      }
      if (!state.equals(reported)) {
        reported = state;
        out.println("  waiting: " + state);
        out.flush();
      }
      Thread.sleep(poll);
    }
  }

  private static String states(List<Agent> agents) {
    if (agents.isEmpty()) {
      return "; none is connected";
    }
    List<String> states =
        agents.stream()
            .map(agent ->
                agent.name() + " " + agent.state() + (agent.approved() ? "" : " not approved"))
            .toList();
    return "; connected: " + String.join(", ", states);
  }

  private Controller.Test awaitEndOrStop(long id, Instant begun)
      throws Unreachable, InterruptedException {
    running.set(id);
    // Ctrl-C must not leave a load behind.
    Thread stop = new Thread(this::stopTest, "stop-of-the-test");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      return awaitEnd(id, begun);
    } catch (Failure | Unreachable | InterruptedException lost) {
      stopTest();
      throw lost;
    } finally {
      running.set(NONE);
      removeHook(stop);
    }
  }

  private Controller.Test awaitEnd(long id, Instant begun)
      throws Unreachable, InterruptedException {
    NGrinderProgress progress = new NGrinderProgress(out);
    Instant latest = begun.plus(plan.length()).plus(OVERTIME);
    Instant answered = begun;
    while (true) {
      try {
        Controller.Test test = controller.test(id);
        answered = Instant.now();
        progress.status(test);
        if (test.over()) {
          return test;
        }
        if (answered.isAfter(latest)) {
          out.printf(
              "Test %d is still %s, %d s after its end: it is stopped.%n",
              id, test.status(), OVERTIME.toSeconds());
          stopTest();
          return test;
        }
        if (progress.due()) {
          progress.tps(controller.tps(id), Duration.between(begun, answered));
        }
      } catch (Unreachable away) {
        if (Instant.now().isAfter(answered.plus(PATIENCE))) {
          throw away;
        }
      }
      Thread.sleep(poll);
    }
  }

  private void stopTest() {
    long id = running.getAndSet(NONE);
    if (id == NONE) {
      return;
    }
    try {
      controller.stop(id);
    } catch (Failure | Unreachable tooLate) {
      // the test ends by its duration
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // it runs
    }
  }

  /**
   * Figures of the test, whatever its end.
   *
   * @throws Failure if there are none
   */
  private NGrinderSamples figures(long id, Controller.Test ended, String csv) {
    boolean empty = ended.tests() + ended.errors() == 0;
    if (ended.brokenOff() && (empty || !NGrinderSamples.in(csv))) {
      throw new Failure(
          "Test %d ended as %s%s, without figures: it says nothing of the service."
              .formatted(id, ended.status(), NGrinderProgress.lastLine(ended.message())));
    }
    if (ended.status().startsWith("STOP_") && empty) {
      throw new Failure(
          "nGrinder could not run test %d (%s)%s. Its log: %s"
              .formatted(
                  id,
                  ended.status(),
                  NGrinderProgress.lastLine(ended.message()),
                  controller.page(id)));
    }
    return NGrinderSamples.parse(csv);
  }

  private NGrinderVerdict report(
      long id, Instant begun, NGrinderVerdict verdict, NGrinderSamples samples, Path csv)
      throws IOException {
    String text =
        NGrinderReport.of(
            plan,
            verdict,
            samples,
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                begun.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneId.systemDefault())),
            controller.page(id),
            csv.getFileName().toString());
    Files.writeString(report, text);
    out.println();
    out.print(text);
    out.println();
    out.println("Report: " + report.toAbsolutePath());
    out.flush();
    return verdict;
  }
}
