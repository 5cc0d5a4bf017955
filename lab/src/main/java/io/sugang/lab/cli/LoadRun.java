package io.sugang.lab.cli;

import io.sugang.lab.k6.K6;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** One load by k6, from the seats before it to the verdict. */
final class LoadRun {
  /** Name of the file with the token of the run. */
  static final String TOKEN = "token";

  /** Name of the file with the tokens of the students. */
  static final String STUDENT_TOKENS = "tokens";

  private static final int MISSED = 99;
  private static final int UNKNOWN = 2;
  private static final int REQUESTS_PER_THREAD = 1000;
  private static final Pattern REASON = Pattern.compile("msg=\"(?:test aborted: |Error: )([^\"]*)");
  private static final String SEATS =
      """
      SELECT CONCAT(FORMAT(COUNT(*), 0), ' courses with ', FORMAT(COALESCE(SUM(capacity), 0), 0), ' seats, ',
        FORMAT(COALESCE(SUM(capacity - enrolled), 0), 0), ' of them free') FROM sugang.course;
      """;

  private final Console console;
  private final K6 k6;
  private final Path folder;
  private final Path log;
  private final IntSupplier verifier;

  /** The load, in the words of the options. */
  record LoadOptions(
      String scenario,
      int rate,
      double minutes,
      int ramp,
      double posts,
      @Nullable Integer students,
      boolean stress,
      double p95,
      double p99,
      double errors,
      double dropped) {
    long seconds() {
      return Math.round(minutes * 60);
    }

    // With the second's pause between rise and load (k6/lib/settings.js).
    long lasts() {
      return stress || ramp == 0 ? seconds() : ramp + 1 + seconds();
    }
  }

  /**
   * @param folder for the files of the load
   * @param log for the messages of k6
   * @param verifier prints what it finds; returns its exit status
   */
  LoadRun(Console console, K6 k6, Path folder, Path log, IntSupplier verifier) {
    this.console = console;
    this.k6 = k6;
    this.folder = folder;
    this.log = log;
    this.verifier = verifier;
  }

  /**
   * Sends the load and has the seats verified.
   *
   * @param wanted where the report of k6 goes, or null for the usual file
   * @return 0 passed, 1 failed, 2 unknown
   */
  int execute(LoadOptions plan, RunningStack stack, @Nullable Path wanted) throws IOException {
    console.part("begins", seats(stack));
    console.part("sends", sends(plan));
    for (Path old : List.of(result(), text(), report())) {
      Files.deleteIfExists(old);
    }
    int status = send(plan);
    if (status != 0 && status != MISSED || !written(result())) {
      throw new Failure("k6 could not run it (status %d): %s".formatted(status, reason(log)), log);
    }
    console.out().print(Files.readString(text()));
    console.section("Seats");
    int seats = verifier.getAsInt();
    int verdict = status == 0 && keptItsMarks() ? seats : 1;
    report(wanted);
    console.section(
        switch (verdict) {
          case 0 -> "PASSED";
          case 1 -> "FAILED";
          default -> "UNKNOWN: the verifier gave no verdict";
        });
    return Math.min(verdict, UNKNOWN);
  }

  private Path result() {
    return folder.resolve("result.json");
  }

  private Path text() {
    return folder.resolve("result.txt");
  }

  private Path report() {
    return folder.resolve("report.html");
  }

  private boolean keptItsMarks() throws IOException {
    try {
      return JsonMapper.shared()
          .readTree(Files.readString(result()))
          .path("passed")
          .asBoolean(false);
    } catch (JacksonException unreadable) {
      throw new Failure("the figures of k6 cannot be read: " + unreadable.getMessage());
    }
  }

  // The verdict stands without it. k6 writes none when fewer than two of its periods passed.
  private void report(@Nullable Path wanted) {
    try {
      if (!written(report())) {
        console.warn("k6 wrote no report: " + log);
        return;
      }
      Path delivered =
          wanted == null
              ? report()
              : Files.copy(report(), wanted, StandardCopyOption.REPLACE_EXISTING);
      console.part("report", delivered.toString());
    } catch (IOException unwritable) {
      console.warn("the report stays at %s: %s".formatted(report(), unwritable));
    }
  }

  private static String seats(RunningStack stack) {
    try {
      return stack.sql(MysqlAccount.OWNER, SEATS).strip();
    } catch (Failure unreachable) {
      throw new Failure("MySQL does not answer how many seats are free: ./sugang status");
    }
  }

  private String sends(LoadOptions plan) {
    String rise = "";
    if (plan.stress()) {
      rise = ", in steps around it";
    } else if (plan.ramp() > 0) {
      rise = ", after %d s in which it rises".formatted(plan.ramp());
    }
    return "%s at %d per second for %s min%s, by %s, to %s"
        .formatted(
            plan.scenario(), plan.rate(), number(plan.minutes()), rise, k6.origin(), k6.target());
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private int send(LoadOptions plan) {
    var variables = new LinkedHashMap<String, String>();
    variables.put("TARGET", k6.target());
    variables.put("RATE", Integer.toString(plan.rate()));
    variables.put("SECONDS", Long.toString(plan.seconds()));
    variables.put("RAMP", Integer.toString(plan.ramp()));
    variables.put("POSTS", number(plan.posts()));
    variables.put("STUDENTS", plan.students() == null ? "" : plan.students().toString());
    variables.put("STRESS", plan.stress() ? "yes" : "no");
    variables.put("P95", number(plan.p95()));
    variables.put("P99", number(plan.p99()));
    variables.put("ERRORS", number(plan.errors()));
    variables.put("DROPPED", number(plan.dropped()));
    variables.put("OUT", folder.toString());
    if (Files.exists(folder.resolve(TOKEN))) {
      variables.put("TOKEN_FILE", folder.resolve(TOKEN).toString());
      variables.put("TOKENS_FILE", folder.resolve(STUDENT_TOKENS).toString());
    }
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
            "--include-system-env-vars=false"));
    variables.forEach((name, value) -> command.addAll(List.of("-e", name + "=" + value)));
    command.add(k6.scripts() + "/" + plan.scenario() + ".js");
    return Job.of(command)
        .with(Map.of("GOMAXPROCS", Integer.toString(threads(plan))))
        .with(K6.reportInto(report()))
        .logged(console, "k6 sends for %d s".formatted(plan.lasts()), log);
  }

  // One thread of k6 serves a thousand requests a second and more; further ones only take time from
  // the servers on the same machine.
  private static int threads(LoadOptions plan) {
    int wanted = (plan.rate() + REQUESTS_PER_THREAD - 1) / REQUESTS_PER_THREAD;
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

  private static boolean written(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }
}
