package io.sugang.lab.ngrinder;

import io.sugang.lab.ngrinder.Controller.Unreachable;
import io.sugang.ops.options.Range;
import io.sugang.ops.options.Ranges;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./sugang load --ngrinder}: what is asked for, checked; {@link TestRun} does it. */
@Command(
    name = "load --ngrinder",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Sends requests at a constant rate from the agents of an nGrinder controller, and reports the result.",
      "NGRINDER_USER and NGRINDER_PASSWORD are the account (default: admin, admin)."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the rate was held without an error",
      "1:it was not, or nGrinder ended the test because of errors or with a warning",
      "2:it could not be run, or it was aborted; a report is written if there are figures",
      "130:ended by Ctrl-C; the test is stopped"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang load --ngrinder mixed --tps 2000 --minutes 5",
      "  ./sugang load --ngrinder --controller http://127.0.0.1:8300 --target http://nginx:8080"
    })
public final class NGrinderCommand implements Callable<Integer> {
  private static final int NOT_HELD = 1;
  private static final int CANNOT_RUN = 2;

  // The controller hands the file of their tokens, 75 bytes each, to every agent.
  private static final int MOST_SIGNED_IN = 20_000;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      defaultValue = "mixed",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private NGrinderPlan.NGrinderScenario scenario = NGrinderPlan.NGrinderScenario.mixed;

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
      description = "URL of NGINX for the agents (default: ${DEFAULT-VALUE}).")
  private URI target = URI.create("http://nginx:8080");

  @Option(
      names = "--tps",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Requests per second of all agents together (default: ${DEFAULT-VALUE}).")
  @Range(from = 0.1, to = 1_000_000)
  private double tps;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description = "Minutes at the rate, after the ramp (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--ramp",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Seconds from 0 to the rate (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 3_600)
  private int rampSeconds;

  @Option(
      names = "--posts",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description = "Enrollments of all requests in mixed (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 100)
  private double posts;

  @Option(
      names = "--students",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Number of students in the data (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = Integer.MAX_VALUE)
  private int students;

  @Option(
      names = "--courses",
      paramLabel = "N",
      defaultValue = "500",
      description = "Number of courses in the data (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = Integer.MAX_VALUE)
  private int courses;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "1",
      description = "Agents to use (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 100)
  private int agents;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "2",
      description = "Worker processes per agent (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 50)
  private int processes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Threads per process; all threads together limit the requests in flight (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 3_000)
  private int threads;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description =
          "Longest wait for the controller and its agents, in seconds (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 86_400)
  private int waitSeconds;

  @Option(
      names = "--scripts",
      paramLabel = "DIR",
      defaultValue = "ngrinder",
      description = "Folder of the script, sugang.groovy (default: ${DEFAULT-VALUE}).")
  private Path scripts = Path.of("ngrinder");

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "The report, Markdown; the samples are written to the same folder as .csv (default: ngrinder-SCENARIO.md).")
  private @Nullable Path report;

  @Option(names = "--poll", paramLabel = "MILLIS", defaultValue = "1000", hidden = true)
  @Range(from = 1, to = 60_000)
  private int pollMillis;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  public NGrinderCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(execute(System.getenv(), args));
  }

  /** Runs a test; a later value of an option replaces an earlier one. */
  public static int execute(Map<String, String> environment, String... args) {
    return commandLine(environment).execute(args);
  }

  static CommandLine commandLine(Map<String, String> environment) {
    CommandLine command = new CommandLine(new NGrinderCommand(environment));
    Ranges.apply(command);
    return command.setOverwrittenOptionsAllowed(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    NGrinderPlan plan = plan();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (Controller there =
        new Controller(
            withoutSlash(controller),
            environment.getOrDefault("NGRINDER_USER", "admin"),
            environment.getOrDefault("NGRINDER_PASSWORD", "admin"))) {
      Path markdown = report == null ? Path.of("ngrinder-" + plan.scenario() + ".md") : report;
      TestRun run =
          new TestRun(
              there,
              plan,
              scripts,
              markdown,
              Duration.ofSeconds(waitSeconds),
              Duration.ofMillis(pollMillis),
              out);
      NGrinderVerdict verdict = run.run();
      if (!verdict.judged()) {
        return CANNOT_RUN;
      }
      return verdict.good() ? 0 : NOT_HELD;
    } catch (Failure | Unreachable | IOException cause) {
      err.println(
          cause instanceof IOException
              ? "A file cannot be read or written: " + cause
              : cause.getMessage());
      err.flush();
      return CANNOT_RUN;
    }
  }

  private NGrinderPlan plan() {
    check(http(controller), "--controller must be like http://127.0.0.1:8300, not " + controller);
    check(
        http(target) && !target.toString().contains(";"),
        "--target must be like http://nginx:8080, not " + target);
    // The controller refuses a longer test (controller.max_run_hour is 8).
    check(
        minutes > 0 && minutes * 60 + rampSeconds + NGrinderPlan.START.toSeconds() <= 8 * 3600,
        "--minutes must be above 0 and with --ramp and the start of the workers at most 480, not "
            + minutes);
    // nGrinder's own bound, unless its controller says otherwise
    check(processes * threads <= 3000, "--processes times --threads must be from 1 to 3000");
    boolean signIn = Credentials.required(environment.getOrDefault("SUGANG_SIGN_IN", ""));
    try {
      return new NGrinderPlan(
          scenario,
          withoutSlash(target),
          tps,
          Duration.ofSeconds(rampSeconds),
          Duration.ofMillis(Math.max(1000, Math.round(minutes * 60_000))),
          signIn ? Math.min(students, MOST_SIGNED_IN) : students,
          courses,
          posts / 100,
          agents,
          processes,
          threads,
          signIn ? tokens() : List.of());
    } catch (IllegalArgumentException tooLong) {
      throw new ParameterException(
          spec.commandLine(), tooLong.getMessage() == null ? "" : tooLong.getMessage());
    }
  }

  private List<String> tokens() {
    String key = environment.getOrDefault("SUGANG_SESSION_KEY", "");
    return LongStream.rangeClosed(1, Math.min(students, MOST_SIGNED_IN))
        .mapToObj(student -> Credentials.studentToken(key, student))
        .toList();
  }

  private void check(boolean sound, String sentence) {
    if (!sound) {
      throw new ParameterException(spec.commandLine(), sentence);
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
}
