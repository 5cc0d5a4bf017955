package io.sugang.lab.rush;

import com.sun.management.UnixOperatingSystemMXBean;
import io.sugang.lab.http.AnswerBody;
import io.sugang.lab.http.KeepAliveConnection;
import io.sugang.lab.loadgen.Schedule;
import io.sugang.lab.signin.StudentSessions;
import io.sugang.ops.options.Range;
import io.sugang.ops.options.Ranges;
import io.sugang.ops.workspace.Failure;
import io.sugang.verifier.VerifierCommand;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code ./sugang rush}: sends the requests, shows the figures, and has the verifier judge the
 * result.
 */
@Command(
    name = "rush",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnExecutionException = 2,
    description = {
      "Sends many enrollments at once, keeps every answer, and verifies the result.",
      "Reads the students and courses from MySQL (MYSQL_HOST, MYSQL_PORT, MYSQL_DATABASE, MYSQL_USER, MYSQL_PASSWORD).",
      "Only the requests themselves change data, so a rush can be repeated.",
      "With --beside-me students wait for the window of ./sugang open-at. Students 1 to 20 are left to you and your guests: ./sugang accounts."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all requests answered, and the verifier found everything valid",
      "1:a check was violated, a request got no answer, or an answer was neither 201, 409 nor 503; with --beside-me also a NOT_OPEN more than 50 ms after an opening, or a 201 before it",
      "2:it could not be run, or the verifier gave no verdict",
      "130:ended by Ctrl-C; the answers seen so far are in the file"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang rush                                       100,000 requests by 1,000 users",
      "  ./sugang rush --count 20000 --concurrency 4000 --seed 7",
      "  ./sugang rush --rate 2000                           2,000 per second, however long answers take",
      "  ./sugang rush --beside-me                           2,000 students who enroll with you, at the time of ./sugang open-at"
    })
public final class RushCommand implements Callable<Integer> {

  private static final int CANNOT_RUN = 2;
  private static final int INTERRUPTED = 130;
  private static final int MOST_CONNECTIONS = 20_000;

  private static final List<String> NOT_BESIDE_ME = List.of("--count", "--rate", "--students");
  private static final int BESIDE_ME = 2_000;

  // Files, log, database and the JVM's own, besides one per connection.
  private static final int OTHER_DESCRIPTORS = 128;

  @Option(
      names = "--target",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080",
      description = "URL of NGINX (default: ${DEFAULT-VALUE}).")
  private URI target = URI.create("http://127.0.0.1:8080");

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of requests (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 1_000_000_000)
  private long count;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Users at once, each with a connection; 1 to 20000 (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = MOST_CONNECTIONS)
  private int concurrency;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20260301",
      description =
          "Seed of the requests; the same seed requests the same seats (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description =
          "Requests per second, due whether or not earlier ones were answered. Without it each user sends again after its answer.")
  @Range(from = 0.001, to = 10_000_000)
  private @Nullable Double rate;

  @Option(
      names = "--acks",
      paramLabel = "FILE",
      defaultValue = "rush-acks.jsonl",
      description =
          "The file of all answers, one JSON object per line (default: ${DEFAULT-VALUE}).")
  private Path acks = Path.of("rush-acks.jsonl");

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Timeout of a request in seconds (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 86_400)
  private int timeoutSeconds;

  @Option(
      names = "--students",
      paramLabel = "N",
      defaultValue = "2147483647",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Only the first N students take part (default: all).")
  @Range(from = 1, to = Integer.MAX_VALUE)
  private int students;

  @Option(
      names = "--courses",
      paramLabel = "N",
      defaultValue = "2147483647",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Only the first N courses are requested (default: all).")
  @Range(from = 1, to = Integer.MAX_VALUE)
  private int courses;

  @Option(
      names = "--beside-me",
      description =
          "Waits for the window that ./sugang open-at makes, and presses with 2,000 students, or --concurrency, all but students 1 to 20.")
  private boolean besideMe;

  @Option(names = "--no-verify", description = "Does not run the verifier afterwards.")
  private boolean noVerify;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  public RushCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  static void main(String[] args) {
    System.exit(execute(System.getenv(), args));
  }

  /** Runs a rush; a later value of an option replaces an earlier one. */
  public static int execute(Map<String, String> environment, String... args) {
    return commandLine(environment).execute(args);
  }

  static CommandLine commandLine(Map<String, String> environment) {
    CommandLine command = new CommandLine(new RushCommand(environment));
    Ranges.apply(command);
    return command.setOverwrittenOptionsAllowed(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      probeTarget();
      return run(out, err);
    } catch (Failure | IOException cause) {
      err.println(cause.getMessage());
    } catch (SQLException mysql) {
      err.println(
          "MySQL cannot be read: " + mysql.getMessage() + " (is it running? ./sugang status)");
    }
    err.flush();
    return CANNOT_RUN;
  }

  private int run(PrintWriter out, PrintWriter err)
      throws IOException, SQLException, InterruptedException {
    Tally tally = new Tally();
    if (besideMe) {
      try (Connection mysql = Dataset.connect(environment)) {
        OpeningRush.awaitOpening(mysql, out);
      }
    }
    RunClock clock = RunClock.start();
    CountDownLatch over = new CountDownLatch(1);
    OpeningRush opening = besideMe ? readOpening(clock) : null;
    Schedule schedule = rate == null ? new Schedule.ClosedLoop() : new Schedule.OpenLoop(rate);
    RushPlan plan =
        new RushPlan(
            target,
            opening == null ? count : opening.requests(),
            users(),
            seed,
            schedule,
            Duration.ofSeconds(timeoutSeconds));
    Consumer<RequestOutcome> figures = tally::add;
    if (opening != null) {
      figures = figures.andThen(opening::add);
    }
    long violations = 0;
    try (Acknowledgements acknowledgements = new Acknowledgements(acks, clock, figures)) {
      acknowledgements.begin(plan);
      LongAdder existing = new LongAdder();
      Dataset dataset = readDataset(acknowledgements, existing, opening);
      if (opening != null) {
        opening.begin(out);
      } else {
        out.printf(
            "%,d requests by %,d users to %s, seed %d: %,d students, %,d courses%n",
            count,
            Math.min(count, users()),
            target,
            seed,
            dataset.students().length,
            dataset.courses().length);
      }
      if (existing.sum() > 0) {
        out.printf(
            "%,d enrollments exist already. The same seed requests the same seats again: choose another --seed, or free every seat with ./sugang reset.%n",
            existing.sum());
      }
      out.flush();
      Rush rush =
          new Rush(
              plan,
              clock,
              new RushDemand(seed, dataset),
              new StudentSessions(environment),
              acknowledgements);
      // Ctrl-C ends the run, and the JVM waits until the file is whole.
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> endAndAwait(rush, over), "end-of-rush"));
      Duration took;
      DriverGauge.DriverUse driver;
      acknowledgements.open();
      RushProgress progress = new RushProgress(out, onTerminal(), plan.count(), tally);
      try (DriverGauge gauge = new DriverGauge()) {
        took = opening == null ? rush.run() : rush.run(opening.students(rush, plan.timeout()));
        driver = gauge.stop();
        if (rush.ending()) {
          acknowledgements.brokenOff();
        }
        acknowledgements.finish();
      } finally {
        progress.close();
      }
      RushReport report = new RushReport(out);
      if (opening == null) {
        report.print(tally, took, rush.slowestConnect(), schedule, driver);
      } else {
        violations = report(opening, clock).print(out);
        report.printLatency(tally, rush.slowestConnect(), OpeningReport.lateness(driver));
      }
      out.println("Every answer: " + acks.toAbsolutePath());
      out.flush();
      if (rush.ending()) {
        return INTERRUPTED;
      }
    } finally {
      over.countDown();
    }
    int verified = verdict(tally, noVerify ? 0 : verify(out, err));
    return violations > 0 ? 1 : verified;
  }

  private OpeningRush readOpening(RunClock clock) throws SQLException {
    try (Connection mysql = Dataset.connect(environment)) {
      return OpeningRush.read(mysql, clock, seed, users(), courses);
    }
  }

  // With the rows of what arrived before it.
  private OpeningReport report(OpeningRush rush, RunClock clock) throws SQLException {
    try (Connection mysql = Dataset.connect(environment)) {
      Opening after = Opening.read(mysql, clock.startedAt());
      if (after == null) {
        throw new Failure("The window was removed during the rush, so nothing can be said of it.");
      }
      return new OpeningReport(after, rush.dataset().students().length, rush.tally());
    }
  }

  private Dataset readDataset(
      Acknowledgements acknowledgements, LongAdder existing, @Nullable OpeningRush opening)
      throws SQLException {
    try (Connection mysql = Dataset.connect(environment)) {
      Dataset dataset =
          opening == null ? Dataset.read(mysql, students, courses) : opening.dataset();
      if (dataset.students().length == 0) {
        throw new Failure("There are no students in MySQL: ./sugang reset makes the data anew.");
      }
      if (dataset.courses().length == 0) {
        throw new Failure("There are no courses in MySQL: ./sugang reset makes the data anew.");
      }
      long first = besideMe ? OpeningRush.LAST_PERSON + 1 : 0;
      if (besideMe) {
        acknowledgements.from(first);
      }
      Dataset.eachEnrollment(
          mysql,
          (enrollment, student, course) -> {
            if (student >= first) {
              acknowledgements.before(enrollment, student, course);
              existing.increment();
            }
          });
      return dataset;
    }
  }

  /**
   * A request that changes nothing, so that a service that is not there costs one line and not
   * 100,000 failures.
   */
  private void probeTarget() {
    try (KeepAliveConnection connection =
        new KeepAliveConnection(
            InetAddress.getByName(target.getHost()), target, Duration.ofSeconds(5))) {
      KeepAliveConnection.HttpAnswer answer =
          connection.exchange("GET", "/api/courses?page=0&size=1", null);
      if (answer.status() >= 500) {
        String detail = AnswerBody.of(answer.body()).detail();
        throw new Failure(
            "The service at %s answers %d%s ./sugang status shows its parts."
                .formatted(target, answer.status(), detail == null ? "." : ": " + detail));
      }
    } catch (IOException unreachable) {
      throw new Failure(
          "No service answers at %s (%s). Start it first: ./sugang up"
              .formatted(target, unreachable.getMessage()));
    }
  }

  private int verify(PrintWriter out, PrintWriter err) {
    out.println();
    out.flush();
    return VerifierCommand.execute(environment, out, err, "--acks", acks.toString());
  }

  private static int verdict(Tally tally, int verified) {
    return verified == 1 || tally.lost() > 0 || tally.unforeseen() > 0 ? 1 : verified;
  }

  /** Throws if the options do not fit. */
  public void check() {
    if (!"http".equalsIgnoreCase(target.getScheme()) || target.getHost() == null) {
      throw wrong("--target must be like http://127.0.0.1:8080, not " + target);
    }
    ParseResult parsed = spec.commandLine().getParseResult();
    if (besideMe) {
      for (String option : NOT_BESIDE_ME) {
        if (parsed.hasMatchedOption(option)) {
          throw wrong(option + " cannot be used with --beside-me");
        }
      }
    }
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        && system.getMaxFileDescriptorCount() < openFiles()) {
      throw wrong(
          "--concurrency %d needs more open files than the %d this shell allows: ulimit -n %d"
              .formatted(users(), system.getMaxFileDescriptorCount(), openFiles()));
    }
  }

  private int users() {
    boolean named = spec.commandLine().getParseResult().hasMatchedOption("--concurrency");
    return besideMe && !named ? BESIDE_ME : concurrency;
  }

  private long openFiles() {
    return (long) users() + OTHER_DESCRIPTORS;
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private static boolean onTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  private static void endAndAwait(Rush rush, CountDownLatch over) {
    rush.end();
    try {
      over.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException unusual) {
      Thread.currentThread().interrupt();
    }
  }
}
