package io.sugang.lab.cli;

import io.sugang.lab.k6.K6;
import io.sugang.ops.cli.Mode;
import io.sugang.ops.cli.Session;
import io.sugang.ops.cli.StackTools;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.options.Range;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import io.sugang.verifier.Ids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends requests at a constant rate through NGINX with k6, however long the answers take, and verifies the seats afterwards.",
      "mixed reads students and enrolls; students only reads; enrollments only enrolls.",
      "Takes k6 1.x from PATH, otherwise its image in Docker, otherwise builds it with Go."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:passed",
      "1:a pass mark was missed, or the verifier found a violation",
      "2:it could not be run or verified"
    },
    exitCodeOnExecutionException = 2,
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang load                                     mixed, 2,000 a second for 3 minutes",
      "  ./sugang load enrollments --reset --report load.html",
      "  ./sugang load mixed --stress                      steps up to one and a half times the rate",
      "  ./sugang load --ngrinder mixed --tps 2000         by nGrinder: ./sugang load --ngrinder --help"
    })
final class LoadCommand implements Callable<Integer> {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  // Students after these act with the token of the load.
  private static final long MOST_TOKENS = 1_000_000;
  private static final String LAST_STUDENT =
      "SELECT COALESCE(MAX(student_id), 0) FROM sugang.student WHERE student_id < %d";

  private static final List<String> SCENARIOS = List.of("students", "enrollments", "mixed");

  @Parameters(
      arity = "0..1",
      paramLabel = "SCENARIO",
      defaultValue = "mixed",
      description = "students, enrollments or mixed (default: ${DEFAULT-VALUE}).")
  private String scenario = "mixed";

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Requests per second, 1 to 50000 (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 50_000)
  private int rate;

  @Option(
      names = "--posts",
      paramLabel = "P",
      defaultValue = "50",
      description = "Percent of enrollments in mixed (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 100)
  private double posts;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "Minutes at the rate, 0.1 to 120 (default: ${DEFAULT-VALUE}).")
  @Range(from = 0.1, to = 120)
  private double minutes;

  @Option(
      names = "--students",
      paramLabel = "N",
      description = "Number of students that send requests (default: all).")
  @Range(from = 1, to = 10_000_000)
  private @Nullable Integer students;

  @Option(
      names = "--ramp",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "Seconds before that in which the rate rises and only errors are judged; 0: the full rate at once (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 600)
  private int ramp;

  @Option(
      names = "--stress",
      description =
          "Steps of 50, 75, 100, 125 and 150 percent of --rate instead; those above 100 are not judged.")
  private boolean stress;

  @Option(
      names = "--reset",
      description =
          "Deletes all enrollments first. Without it the run begins with the seats as they are.")
  private boolean reset;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "The report of k6, HTML (default: .sugang/load/report.html).")
  private @Nullable String report;

  @Option(
      names = "--p95",
      paramLabel = "MS",
      defaultValue = "200",
      description = "Pass mark of the 95th percentile (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 60_000)
  private double p95;

  @Option(
      names = "--p99",
      paramLabel = "MS",
      defaultValue = "500",
      description = "Pass mark of the 99th percentile (default: ${DEFAULT-VALUE}).")
  @Range(from = 1, to = 60_000)
  private double p99;

  @Option(
      names = "--errors",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description = "Pass mark of failed requests (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 100)
  private double errors;

  @Option(
      names = "--dropped",
      paramLabel = "PERCENT",
      defaultValue = "0.1",
      description = "Pass mark of requests that could not be sent (default: ${DEFAULT-VALUE}).")
  @Range(from = 0, to = 100)
  private double dropped;

  @Option(
      names = "--ngrinder",
      description = "Sends the load by nGrinder, with options of its own.")
  private boolean nGrinder;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Session session;

  LoadCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (!SCENARIOS.contains(scenario)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no scenario '%s'; scenarios are %s"
              .formatted(scenario, String.join(", ", SCENARIOS)));
    }
    Path wanted = report == null ? null : StackTools.inFolder("--report", report);
    Mode mode = session.requireRunning();
    Workspace workspace = session.workspace();
    Path folder = Workspace.folder(workspace.state("load"));
    Workspace.folder(workspace.logs());
    try (var _ = reset ? CommandLock.take(workspace) : null;
        var _ =
            CommandLock.take(
                folder.resolve("lock"),
                "another ./sugang load runs here, whose figures this one would overwrite; wait for it or end it")) {
      return run(mode, folder, wanted);
    }
  }

  private int run(Mode mode, Path folder, @Nullable Path wanted) throws IOException {
    Console console = session.console();
    RunningStack stack = session.running(mode);
    console.section("Sugang: load");
    K6 k6 =
        K6.provide(
            session.workspace(),
            console,
            stack.url(),
            mode == Mode.DOCKER ? session.docker().project() : null);
    if (reset) {
      session.seatReset(stack).freeAll();
      console.say("  every seat is free again");
    }
    var run =
        new LoadRun(
            console,
            k6,
            folder,
            session.workspace().log("k6.log"),
            () -> new StackTools(session).verify(List.of()));
    try {
      writeTokens(folder, stack);
      return run.execute(plan(), stack, wanted);
    } finally {
      deleteTokens(folder);
    }
  }

  // k6 reads them from files, because every user of the machine sees the arguments of a command.
  private void writeTokens(Path folder, RunningStack stack) throws IOException {
    deleteTokens(folder);
    Settings settings = session.settings();
    if (Credentials.required(settings.get("SUGANG_SIGN_IN"))) {
      String key = settings.get("SUGANG_SESSION_KEY");
      write(folder.resolve(LoadRun.TOKEN), Stream.of(Credentials.loadToken(key)));
      write(
          folder.resolve(LoadRun.STUDENT_TOKENS),
          LongStream.rangeClosed(1, lastStudent(stack))
              .mapToObj(id -> Credentials.studentToken(key, id)));
    }
  }

  private static long lastStudent(RunningStack stack) {
    String last = stack.sql(MysqlAccount.READER, LAST_STUDENT.formatted(Ids.RESERVED_FROM)).strip();
    return Math.min(MOST_TOKENS, Long.parseLong(last));
  }

  private static void write(Path file, Stream<String> tokens) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.write(file, (Iterable<String>) tokens::iterator);
  }

  private static void deleteTokens(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(LoadRun.TOKEN));
    Files.deleteIfExists(folder.resolve(LoadRun.STUDENT_TOKENS));
  }

  private LoadRun.LoadOptions plan() {
    return new LoadRun.LoadOptions(
        scenario, rate, minutes, ramp, posts, students, stress, p95, p99, errors, dropped);
  }
}
