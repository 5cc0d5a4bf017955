package io.sugang.ngrinder;

import io.sugang.ngrinder.Controller.Agent;
import io.sugang.ngrinder.Controller.Unreachable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./sugang load --ngrinder}: waits for agents, uploads the script, runs the test, fetches
 * its figures.
 */
@Command(
    name = "load --ngrinder",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Has the agents of an nGrinder controller send requests at a constant rate, and reports what came of it.",
      "NGRINDER_USER and NGRINDER_PASSWORD say who signs in (admin and admin)."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the rate was held without an error",
      "1:it was not, or nGrinder ended the test because of errors",
      "2:it could not be run, or somebody ended it",
      "130:ended by Ctrl-C; the test is stopped"
    })
public final class NGrinderCommand implements Callable<Integer> {
  private static final int NOT_HELD = 1;
  private static final int CANNOT_RUN = 2;

  /** Starting workers before the load, collecting and saving after it. */
  private static final Duration OVERTIME = Duration.ofMinutes(3);

  /** How long a controller may be out of reach during a test. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      defaultValue = "mixed",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private LoadPlan.Scenario scenario = LoadPlan.Scenario.mixed;

  @Option(
      names = "--controller",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8300",
      description = "The controller's page (default: ${DEFAULT-VALUE}).")
  private URI controller = URI.create("http://127.0.0.1:8300");

  @Option(
      names = "--target",
      paramLabel = "URL",
      defaultValue = "http://nginx:8080",
      description = "Where the agents find NGINX (default: ${DEFAULT-VALUE}).")
  private URI target = URI.create("http://nginx:8080");

  @Option(
      names = "--tps",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Requests per second of all agents together (default: ${DEFAULT-VALUE}).")
  private double tps;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description = "At that rate, after the ramp (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--ramp",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "From nothing to the rate (default: ${DEFAULT-VALUE}).")
  private int rampSeconds;

  @Option(
      names = "--posts",
      paramLabel = "SHARE",
      defaultValue = "0.5",
      description = "Of enrollments in mixed, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double posts;

  @Option(
      names = "--students",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Number of students there are (default: ${DEFAULT-VALUE}).")
  private int students;

  @Option(
      names = "--courses",
      paramLabel = "N",
      defaultValue = "500",
      description = "Number of courses there are (default: ${DEFAULT-VALUE}).")
  private int courses;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "1",
      description = "Agents to use (default: ${DEFAULT-VALUE}).")
  private int agents;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "2",
      description = "Worker processes per agent (default: ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Per process; all threads together are the requests that can be under way (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description = "For the controller and its agents to be ready (default: ${DEFAULT-VALUE}).")
  private int waitSeconds;

  @Option(
      names = "--scripts",
      paramLabel = "DIR",
      defaultValue = "ngrinder",
      description = "Where the scripts are (default: ${DEFAULT-VALUE}).")
  private Path scripts = Path.of("ngrinder");

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Where the report is written, in Markdown; the samples lie beside it, as .csv (default: ngrinder-SCENARIO.md).")
  private @Nullable Path report;

  @Option(names = "--poll", paramLabel = "MILLIS", defaultValue = "1000", hidden = true)
  private int pollMillis;

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  NGrinderCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(execute(System.getenv(), args));
  }

  static int execute(Map<String, String> environment, String... args) {
    return commandLine(environment).execute(args);
  }

  static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new NGrinderCommand(environment));
  }

  @Override
  public Integer call() throws InterruptedException {
    LoadPlan plan = plan();
    PrintWriter out = spec().commandLine().getOut();
    PrintWriter err = spec().commandLine().getErr();
    try (Controller there =
        new Controller(
            withoutSlash(controller),
            environment.getOrDefault("NGRINDER_USER", "admin"),
            environment.getOrDefault("NGRINDER_PASSWORD", "admin"))) {
      return run(there, plan, out);
    } catch (CannotRun | Unreachable | IOException cause) {
      err.println(
          cause instanceof IOException
              ? "A file cannot be read or written: " + cause
              : cause.getMessage());
      err.flush();
      return CANNOT_RUN;
    }
  }

  private int run(Controller there, LoadPlan plan, PrintWriter out)
      throws CannotRun, Unreachable, IOException, InterruptedException {
    String script = script(plan.scenario());
    Path markdown = report == null ? Path.of("ngrinder-" + plan.scenario() + ".md") : report;
    Path csv = beside(markdown);
    out.printf("nGrinder at %s%n", there.address());
    out.flush();
    awaitAgents(there, out);
    String path = "sugang/" + plan.scenario().script();
    there.saveScript(path, script);
    long id = there.start(plan.test(path));
    Instant begun = Instant.now();
    out.printf("Test %d: %s%n", id, there.page(id));
    out.flush();

    AtomicLong running = new AtomicLong(id);
    // Ctrl-C must not leave a load behind.
    Thread stop = new Thread(() -> stopTest(there, running), "stop-of-the-test");
    Runtime.getRuntime().addShutdownHook(stop);
    Controller.Test ended;
    try {
      ended = awaitEnd(there, id, plan, begun, out);
    } catch (CannotRun | Unreachable | InterruptedException lost) {
      stopTest(there, running);
      throw lost;
    } finally {
      running.set(-1);
      removeHook(stop);
    }
    if (ended.status().equals("CANCELED") || ended.status().equals("UNKNOWN")) {
      throw new CannotRun(
          "Test %d was ended as %s%s: it says nothing of the service."
              .formatted(id, ended.status(), Progress.lastLine(ended.message())));
    }
    if (!ended.status().equals("FINISHED") && ended.tests() + ended.errors() == 0) {
      throw new CannotRun(
          "nGrinder could not run test %d (%s)%s. Its log: %s"
              .formatted(id, ended.status(), Progress.lastLine(ended.message()), there.page(id)));
    }
    String lines = there.csv(id);
    Files.writeString(csv, lines);
    Samples samples = Samples.parse(lines);
    Verdict verdict = Verdict.of(plan, ended, samples);
    String text =
        Report.of(
            plan,
            verdict,
            samples,
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                begun.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneId.systemDefault())),
            there.page(id),
            csv.getFileName().toString());
    Files.writeString(markdown, text);
    out.println();
    out.print(text);
    out.println();
    out.println("Report: " + markdown.toAbsolutePath());
    out.flush();
    return verdict.good() ? 0 : NOT_HELD;
  }

  /** Until enough agents are ready, or the time is over. */
  private void awaitAgents(Controller there, PrintWriter out)
      throws CannotRun, Unreachable, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(waitSeconds).toNanos();
    AtomicReference<String> told = new AtomicReference<>("");
    while (true) {
      Unreachable nobody = null;
      List<Agent> connected = List.of();
      try {
        connected = there.agents();
      } catch (Unreachable notYet) {
        nobody = notYet;
      }
      long ready = connected.stream().filter(Agent::ready).count();
      if (ready >= agents) {
        out.printf("  %d of %d agents ready%n", ready, connected.size());
        out.flush();
        return;
      }
      String state =
          nobody != null
              ? "the controller does not answer yet"
              : "%d of %d agents are ready%s".formatted(ready, agents, states(connected));
      if (System.nanoTime() >= deadline) {
        if (nobody != null) {
          throw nobody;
        }
        throw new CannotRun(
            "After %d s %s. An agent that is connected and not approved is approved on %s/agent; one that is BUSY runs another test."
                .formatted(waitSeconds, state, there.address()));
      }
      if (!state.equals(told.getAndSet(state))) {
        out.println("  waiting: " + state);
        out.flush();
      }
      Thread.sleep(pollMillis);
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

  private Controller.Test awaitEnd(
      Controller there, long id, LoadPlan plan, Instant begun, PrintWriter out)
      throws CannotRun, Unreachable, InterruptedException {
    Progress progress = new Progress(out);
    Instant latest = begun.plus(plan.length()).plus(OVERTIME);
    Instant answered = begun;
    while (true) {
      try {
        Controller.Test test = there.test(id);
        answered = Instant.now();
        progress.status(test);
        if (test.over()) {
          return test;
        }
        if (answered.isAfter(latest)) {
          throw new CannotRun(
              "Test %d is still %s, %d s after its end: it was stopped."
                  .formatted(id, test.status(), OVERTIME.toSeconds()));
        }
        if (progress.due()) {
          progress.tps(there.tps(id), Duration.between(begun, answered));
        }
      } catch (Unreachable away) {
        if (Instant.now().isAfter(answered.plus(PATIENCE))) {
          throw away;
        }
      }
      Thread.sleep(pollMillis);
    }
  }

  private static void stopTest(Controller there, AtomicLong running) {
    long id = running.getAndSet(-1);
    if (id < 0) {
      return;
    }
    try {
      there.stop(id);
    } catch (CannotRun | Unreachable tooLate) {
      // nobody is left to be told; the test ends by its duration
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

  private String script(LoadPlan.Scenario wanted) throws CannotRun {
    Path file = scripts.resolve(wanted.script());
    try {
      return Files.readString(file);
    } catch (IOException missing) {
      throw new CannotRun(
          "The script %s cannot be read (--scripts says where they are).".formatted(file));
    }
  }

  private static Path beside(Path markdown) {
    String name = markdown.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return markdown.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".csv");
  }

  private LoadPlan plan() {
    check(http(controller), "--controller must be like http://127.0.0.1:8300, not " + controller);
    check(
        http(target) && !target.toString().contains(";"),
        "--target must be like http://nginx:8080, not " + target);
    check(tps >= 0.1 && tps <= 1e6, "--tps must be from 0.1 to 1000000, not " + tps);
    check(
        minutes > 0 && minutes <= 480, "--minutes must be above 0 and at most 480, not " + minutes);
    check(
        rampSeconds >= 0 && rampSeconds <= 3600,
        "--ramp must be from 0 to 3600, not " + rampSeconds);
    check(posts >= 0 && posts <= 1, "--posts must be from 0 to 1, not " + posts);
    check(students >= 1 && courses >= 1, "--students and --courses must be at least 1");
    check(agents >= 1 && agents <= 100, "--agents must be from 1 to 100, not " + agents);
    check(processes >= 1 && processes <= 50, "--processes must be from 1 to 50, not " + processes);
    // nGrinder's own bound, unless its controller says otherwise
    check(
        threads >= 1 && processes * threads <= 3000,
        "--processes times --threads must be from 1 to 3000");
    check(waitSeconds >= 0, "--wait must be at least 0, not " + waitSeconds);
    check(pollMillis >= 1, "--poll must be at least 1, not " + pollMillis);
    try {
      return new LoadPlan(
          scenario,
          withoutSlash(target),
          tps,
          Duration.ofSeconds(rampSeconds),
          Duration.ofMillis(Math.max(1000, Math.round(minutes * 60_000))),
          students,
          courses,
          posts,
          agents,
          processes,
          threads);
    } catch (IllegalArgumentException tooLong) {
      throw new ParameterException(
          spec().commandLine(), tooLong.getMessage() == null ? "" : tooLong.getMessage());
    }
  }

  private void check(boolean sound, String sentence) {
    if (!sound) {
      throw new ParameterException(spec().commandLine(), sentence);
    }
  }

  private static boolean http(URI uri) {
    return uri.getHost() != null
        && uri.getScheme() != null
        && (uri.getScheme().equals("http") || uri.getScheme().equals("https"));
  }

  private static URI withoutSlash(URI uri) {
    return URI.create(uri.toString().replaceAll("/+$", ""));
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("only picocli calls this command");
    }
    return spec;
  }
}
