package io.sugang.tools.cli;

import io.sugang.tools.control.MysqlAccount;
import io.sugang.tools.control.RunningStack;
import io.sugang.tools.k6.K6;
import io.sugang.tools.loadreport.LoadReports;
import io.sugang.tools.options.Range;
import io.sugang.tools.workspace.CommandLock;
import io.sugang.tools.workspace.Console;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.Workspace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final int MISSED = 99;
  private static final int REQUESTS_PER_THREAD = 1000;
  private static final List<String> SCENARIOS = List.of("students", "enrollments", "mixed");
  private static final Pattern REASON = Pattern.compile("msg=\"(?:test aborted: |Error: )([^\"]*)");
  private static final String SEATS =
      """
      SELECT CONCAT(FORMAT(COUNT(*), 0), ' courses with ', FORMAT(COALESCE(SUM(capacity), 0), 0), ' seats, ',
        FORMAT(COALESCE(SUM(capacity - enrolled), 0), 0), ' of them free') FROM sugang.course;
      """;

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
      description = "How long, 0.1 to 120 (default: ${DEFAULT-VALUE}).")
  @Range(from = 0.1, to = 120)
  private double minutes;

  @Option(
      names = "--students",
      paramLabel = "N",
      description = "Only the first N students ask (default: all).")
  @Range(from = 1, to = 10_000_000)
  private @Nullable Integer students;

  @Option(
      names = "--ramp",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "Before that, while the rate rises and only errors are judged; 0: the full rate at once (default: ${DEFAULT-VALUE}).")
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
      description = "The report, HTML (default: .sugang/load/report.html).")
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

  @Spec private @Nullable CommandSpec spec;

  private final Session session;

  LoadCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!SCENARIOS.contains(scenario)) {
      throw new ParameterException(
          spec().commandLine(),
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

  private int run(Mode mode, Path folder, @Nullable Path wanted)
      throws IOException, InterruptedException {
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
    String begins = seats(stack);
    console.part("begins", begins);
    console.part("sends", sends(k6));
    LoadFiles files = LoadFiles.fresh(folder);
    int status = send(k6, files);
    if (status != 0 && status != MISSED || !LoadFiles.written(files.result())) {
      Path log = session.workspace().log("k6.log");
      throw new Failure("k6 could not run it (status %d): %s".formatted(status, reason(log)), log);
    }
    console.out().print(Files.readString(files.text()));
    console.section("Seats");
    int verdict = new StackTools(session).verifyInto(files.verdict());
    if (!LoadFiles.written(files.verdict())) {
      throw new Failure("the verifier could not be run (status %d)".formatted(verdict));
    }
    verdict = write(files, begins, machine(mode, k6));
    if (!LoadFiles.written(files.page())) {
      throw new Failure("the report could not be written");
    }
    Path page = files.page();
    if (wanted != null) {
      Files.copy(page, wanted, StandardCopyOption.REPLACE_EXISTING);
      page = wanted;
    }
    console.part("report", page.toString());
    console.section(
        switch (verdict) {
          case 0 -> "PASSED";
          case 1 -> "FAILED";
          default -> "UNKNOWN: the verifier could not tell";
        });
    return verdict;
  }

  /** The files of a load. */
  private record LoadFiles(
      Path result, Path text, Path series, Path verdict, Path page, Path folder) {
    static LoadFiles fresh(Path folder) throws IOException {
      var files =
          new LoadFiles(
              folder.resolve("result.json"),
              folder.resolve("result.txt"),
              folder.resolve("series.json"),
              folder.resolve("verdict.json"),
              folder.resolve("report.html"),
              folder);
      for (Path file : List.of(files.result, files.text, files.series, files.verdict, files.page)) {
        Files.deleteIfExists(file);
      }
      return files;
    }

    static boolean written(Path file) throws IOException {
      return Files.exists(file) && Files.size(file) > 0;
    }
  }

  private static String seats(RunningStack stack) {
    try {
      return stack.sql(MysqlAccount.OWNER, SEATS).strip();
    } catch (Failure unreachable) {
      throw new Failure("MySQL does not tell how many seats are free: ./sugang status");
    }
  }

  private String sends(K6 k6) {
    String rise = "";
    if (stress) {
      rise = ", in steps around it";
    } else if (ramp > 0) {
      rise = ", after %d s in which it rises".formatted(ramp);
    }
    return "%s at %d per second for %s min%s, by %s, to %s"
        .formatted(scenario, rate, number(minutes), rise, k6.origin(), k6.target());
  }

  private long seconds() {
    return Math.round(minutes * 60);
  }

  // With the second's pause between rise and load (k6/lib/settings.js).
  private long lasts() {
    return stress || ramp == 0 ? seconds() : ramp + 1 + seconds();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private int send(K6 k6, LoadFiles files) throws IOException, InterruptedException {
    var variables = new LinkedHashMap<String, String>();
    variables.put("TARGET", k6.target());
    variables.put("RATE", Integer.toString(rate));
    variables.put("SECONDS", Long.toString(seconds()));
    variables.put("RAMP", Integer.toString(ramp));
    variables.put("POSTS", number(posts));
    variables.put("STUDENTS", students == null ? "" : students.toString());
    variables.put("STRESS", stress ? "yes" : "no");
    variables.put("P95", number(p95));
    variables.put("P99", number(p99));
    variables.put("ERRORS", number(errors));
    variables.put("DROPPED", number(dropped));
    variables.put("OUT", files.folder().toString());
    // No usage report, no open port, and only these variables reach the scripts.
    var command = new ArrayList<>(k6.command());
    command.addAll(
        List.of(
            "run",
            "--quiet",
            "--no-color",
            "--no-usage-report",
            "--address",
            "",
            "--include-system-env-vars=false",
            "--out",
            "csv=fileName=-,timeFormat=unix_milli"));
    variables.forEach((name, value) -> command.addAll(List.of("-e", name + "=" + value)));
    command.add(k6.scripts() + "/" + scenario + ".js");
    var builder = new ProcessBuilder(command);
    builder.environment().put("GOMAXPROCS", Integer.toString(threads()));
    builder.redirectInput(new java.io.File("/dev/null"));
    builder.redirectError(session.workspace().log("k6.log").toFile());
    Process process = builder.start();
    try {
      var arguments =
          new ArrayList<>(
              List.of("--series", files.series().toString(), "--seconds", Long.toString(lasts())));
      if (session.console().live()) {
        arguments.add("--live");
      }
      var out = new PrintWriter(session.console().out(), true, StandardCharsets.UTF_8);
      if (LoadReports.watch(process.getInputStream(), out, arguments) != 0) {
        throw new Failure("what k6 measured could not be read; the lines above say why");
      }
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }

  // One thread of k6 serves a thousand requests a second and more; further ones only take time from
  // the servers beside it.
  private int threads() {
    int wanted = (rate + REQUESTS_PER_THREAD - 1) / REQUESTS_PER_THREAD;
    return Math.min(wanted, Runtime.getRuntime().availableProcessors());
  }

  private static String reason(Path log) {
    String found = "";
    try {
      for (String line : Files.readAllLines(log)) {
        Matcher matcher = REASON.matcher(line);
        if (matcher.find()) {
          found = matcher.group(1).replaceFirst("\\\\n.*", "");
        }
      }
    } catch (IOException missing) {
      return "";
    }
    return found;
  }

  private int write(LoadFiles files, String begins, String machine) {
    var out = new PrintWriter(session.console().out(), true, StandardCharsets.UTF_8);
    List<String> words = spec().commandLine().getParseResult().originalArgs();
    return LoadReports.report(
        out,
        List.of(
            "--result", files.result().toString(),
            "--series", files.series().toString(),
            "--verdict", files.verdict().toString(),
            "--begins", begins,
            "--machine", machine,
            "--command", ("./sugang load " + String.join(" ", words)).strip(),
            "--out", files.page().toString()));
  }

  private String machine(Mode mode, K6 k6) {
    Map<String, String> system =
        Map.of(
            "name",
            System.getProperty("os.name", ""),
            "version",
            System.getProperty("os.version", ""));
    String model = processor();
    return "%d cores%s, %s %s, %s mode, %s, %s; the load comes from the same machine"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            model.isEmpty() ? "" : " (" + model + ")",
            system.get("name"),
            system.get("version"),
            mode,
            Console.instances(session.scale(mode)),
            k6.origin());
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.replaceFirst("[^:]*: *", ""))
          .findFirst()
          .orElse("");
    } catch (IOException elsewhere) {
      return "";
    }
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec);
  }
}
