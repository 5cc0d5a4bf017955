package io.sugang.lab.ngrinder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The runner against a double of nGrinder's controller. */
class NGrinderCommandTests {
  @TempDir private Path folder = Path.of(".");
  private NGrinderDouble controller;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  NGrinderCommandTests() throws IOException {
    controller = new NGrinderDouble();
  }

  @BeforeEach
  void tenSeconds() {
    controller.csv = csv(10, 100, 0, 100, 3);
  }

  @AfterEach
  void close() {
    controller.close();
  }

  @Test
  void aHeldRateIsReportedAndEndsWith0() throws IOException {
    assertThat(run("mixed")).as("%s%s", out, err).isZero();
    String report = Files.readString(folder.resolve("report.md"));
    assertThat(report)
        .startsWith("# nGrinder, mixed: held\n")
        .contains("| requests per second, mean | 100.0 | 90.9 |")
        .contains("| enrollments won (201) | 280 | 400 |")
        .contains("| time to first byte, mean, ms | 2.0 | 2.0 |")
        .contains("| lateness, mean, ms | 3.0 | 3.0 |");
    assertThat(folder.resolve("report.csv")).hasContent(controller.csv);
    assertThat(out.toString()).contains(report).contains("/perftest/42");
    assertThat(controller.stopped).isEmpty();
  }

  @Test
  void errorsHaveNoShareInTheTimes() throws IOException {
    // of every second line nothing but errors, of which The Grinder keeps no times
    controller.csv =
        controller
            .csv
            .lines()
            .map(line ->
                line.matches("s[2468],.*")
                    ? line.substring(0, 2) + ",200,0,100,0,0,0,0,0,0,0,0,0,0,0,0"
                    : line)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(run("mixed")).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("report.md")))
        .contains("| errors | 300 | 400 |")
        .contains("| response time, mean, ms | 2.5 | 2.5 |")
        .contains("| time to first byte, mean, ms | 2.0 | 2.0 |")
        .contains("| lateness, mean, ms | 3.0 | 3.0 |");
  }

  @ParameterizedTest
  @ValueSource(strings = {"students", "enrollments", "mixed"})
  void theScriptIsUploadedAsItIsAndStarted(String scenario) throws IOException {
    run(scenario);
    String path = "sugang/sugang.groovy";
    assertThat(controller.scripts)
        .containsOnly(
            Map.entry(path, Files.readString(Path.of("..", "ngrinder", "sugang.groovy"))));
    JsonNode test = controller.tests.getFirst();
    assertThat(test.path("scriptName").asString()).isEqualTo(path);
    assertThat(test.path("status").asString()).isEqualTo("READY");
    assertThat(test.path("threshold").asString()).isEqualTo("D");
    assertThat(test.path("duration").asLong()).isEqualTo(20_000 + 2_000 + 6_000);
    assertThat(test.path("param").asString())
        .isEqualTo(
            "scenario=%s;target=http://nginx:8080;tps=100;ramp=2;students=5000;courses=500;posts=0.5"
                .formatted(scenario));
    assertThat(test.path("connectionReset").asBoolean(true)).isFalse();
    assertThat(test.path("samplingInterval").asInt()).isEqualTo(1);
  }

  @Test
  void whereSignInIsRequiredTheTokensOfTheStudentsLieBesideTheScript() {
    var environment = Map.of("SUGANG_SIGN_IN", "required", "SUGANG_SESSION_KEY", "k".repeat(32));
    assertThat(run(environment, "mixed", "--students", "30000")).as("%s%s", out, err).isZero();
    assertThat(controller.scripts)
        .containsOnlyKeys("sugang/sugang.groovy", "sugang/resources/tokens.txt");
    assertThat(
            controller.scripts.getOrDefault("sugang/resources/tokens.txt", "").lines().distinct())
        .hasSize(20_000)
        .allMatch(token -> token.matches("v1\\.[-\\w]+\\.[-\\w]+"));
    assertThat(controller.tests.getFirst().path("param").asString())
        .endsWith(";students=20000;courses=500;posts=0.5;tokens=resources/tokens.txt");
  }

  @Test
  void itWaitsUntilAnAgentIsReady() {
    controller.agents.addFirst(NGrinderDouble.agent("BUSY", true));
    controller.agents.addFirst(NGrinderDouble.agent("READY", false));
    controller.agents.addFirst("[]");
    assertThat(run("students")).isZero();
    assertThat(out.toString())
        .containsSubsequence(
            "0 of 1 agents are ready; none is connected",
            "agent-1 READY not approved",
            "agent-1 BUSY",
            "1 of 1 agents ready");
  }

  @ParameterizedTest
  @CsvSource({"READY,false,READY not approved", "BUSY,true,BUSY", "INACTIVE,true,INACTIVE"})
  void anAgentThatIsNeverReadyEndsItWith2(String state, boolean approved, String message) {
    controller.agents.clear();
    controller.agents.add(NGrinderDouble.agent(state, approved));
    assertThat(run("students", "--wait", "0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("After 0 s 0 of 1 agents are ready")
        .contains(message)
        .contains("/agent");
    assertThat(controller.tests).isEmpty();
  }

  @Test
  void fewerAgentsThanAskedForEndItWith2() {
    assertThat(run("students", "--wait", "0", "--agents", "2")).isEqualTo(2);
    assertThat(err.toString()).contains("1 of 2 agents are ready");
  }

  @Test
  void aStateThatIsWrittenAsAnObjectIsUnderstood() {
    controller.agents.clear();
    controller.agents.add(
        "[{\"name\":\"a\",\"approved\":true,\"state\":{\"name\":\"READY\",\"iconName\":\"green\"}}]");
    assertThat(run("students")).isZero();
  }

  @Test
  void aWrongPasswordEndsItWith2AndIsNotTriedAgain() {
    controller.password = "other";
    assertThat(run("students", "--wait", "600")).isEqualTo(2);
    assertThat(err.toString())
        .contains("rejects this account: set NGRINDER_USER and NGRINDER_PASSWORD")
        .contains("NGRINDER_PASSWORD");
    assertThat(err.toString()).doesNotContain("admin:admin");
  }

  @Test
  void thePasswordIsTakenFromTheEnvironment() {
    controller.password = "s3cret ü";
    assertThat(run(Map.of("NGRINDER_PASSWORD", "s3cret ü"), "students")).isZero();
  }

  @Test
  void aTestThatIsRefusedEndsItWith2InTheControllersWords() {
    controller.refusal = "test agent should be equal to or less than 0";
    assertThat(run("students")).isEqualTo(2);
    assertThat(err.toString())
        .contains("500")
        .contains("test agent should be equal to or less than 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"STOP_BY_ERROR", "STOP_ON_ERROR"})
  void aFailingStartEndsItWith2(String status) {
    statuses("READY", "START_AGENTS", status);
    controller.succeeded = 0;
    controller.message = "Connection is not completed until 10 sec";
    assertThat(run("students")).isEqualTo(2);
    assertThat(err.toString())
        .contains("could not run test 42")
        .contains("not completed until 10 sec");
    assertThat(folder.resolve("report.md")).doesNotExist();
  }

  @Test
  void aTestThatNGrinderEndsBecauseOfErrorsEndsItWith1AndIsReported() throws IOException {
    statuses("READY", "TESTING", "ABNORMAL_TESTING", "STOP_BY_ERROR");
    controller.message = "<b>Too many errors</b>";
    controller.failed = 900;
    controller.csv = csv(10, 10, 90, 100, 3);
    assertThat(run("enrollments")).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("report.md")))
        .startsWith("# nGrinder, enrollments: not held\n")
        .contains("STOP_BY_ERROR: Too many errors")
        .contains("900 of 1,000 requests failed");
  }

  /** Status.java of nGrinder 3.5.9: categories FINISHED, WARNED, ERROR and STOP. */
  @ParameterizedTest
  @CsvSource({
    "FINISHED,0,held",
    "FINISHED_WITH_WARNING,1,not held",
    "STOP_BY_ERROR,1,not held",
    "STOP_ON_ERROR,1,not held",
    "CANCELED,2,broken off",
    "UNKNOWN,2,broken off"
  })
  void everyEndWithFiguresIsReportedAndItsExitStatusTellsIt(String status, int exit, String outcome)
      throws IOException {
    statuses("READY", "TESTING", status);
    assertThat(run("students")).as("%s%s", out, err).isEqualTo(exit);
    assertThat(Files.readString(folder.resolve("report.md")))
        .startsWith("# nGrinder, students: " + outcome + "\n")
        .contains("Measured for 7 s at the constant rate; the target was 100 requests per second")
        .contains(exit == 0 ? "| errors | 0 | 0 |" : "nGrinder ended the test as " + status);
    assertThat(folder.resolve("report.csv")).hasContent(controller.csv);
    assertThat(controller.stopped).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CANCELED", "UNKNOWN"})
  void aTestThatWasBrokenOffBeforeItSentAnythingIsNotReported(String status) {
    statuses("TESTING", status);
    controller.succeeded = 0;
    assertThat(run("students")).isEqualTo(2);
    assertThat(err.toString()).contains(status).contains("without figures");
    assertThat(folder.resolve("report.md")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SAVED",
        "CHECKOUT_SCRIPT",
        "PREPARE_DISTRIBUTION",
        "START_CONSOLE_FINISHED",
        "DISTRIBUTE_FILES",
        "START_TESTING",
        "TESTING_FINISHED",
        "ABNORMAL_TESTING"
      })
  void whatPrecedesTheEndIsNoEnd(String status) {
    statuses(status, "FINISHED");
    assertThat(run("students")).isZero();
    assertThat(out.toString()).containsSubsequence("  " + status, "  FINISHED");
  }

  @Test
  void aWarningOfAServiceThatAnswersNothingIsReported() throws IOException {
    statuses("TESTING", "FINISHED_WITH_WARNING");
    controller.message = "[WARNING] more than 30% errors";
    controller.succeeded = 0;
    controller.failed = 1_000;
    controller.csv = csv(10, 0, 100, 0, 0);
    assertThat(run("mixed")).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("report.md")))
        .contains("FINISHED_WITH_WARNING: [WARNING] more than 30% errors")
        .contains("1,000 of 1,000 requests failed");
  }

  @Test
  void secondsLostToTheStartOfTheWorkersAreReported() throws IOException {
    controller.csv = csv(7, 100, 0, 100, 3);
    assertThat(run("students")).isZero();
    assertThat(Files.readString(folder.resolve("report.md")))
        .contains("Measured for 4 s at the constant rate")
        .contains("for 6 s after a ramp of 2 s");
  }

  @Test
  void aRateThatWasHeldForLessThanHalfTheTimeEndsItWith1() {
    controller.csv = csv(5, 100, 0, 100, 3);
    assertThat(run("students")).isEqualTo(1);
    assertThat(out.toString()).contains("only 2 s of 6 s at the constant rate were measured");
  }

  @Test
  void aSingleErrorEndsItWith1() {
    controller.csv = csv(10, 100, 0, 100, 3).replaceFirst("(?m)^(s4,200),100,0,", "$1,99,1,");
    assertThat(run("students")).isEqualTo(1);
    assertThat(out.toString()).contains("1 of 1,000 requests failed");
  }

  @Test
  void aRateThatWasNotReachedEndsItWith1() {
    controller.csv = csv(10, 97, 0, 97, 3);
    assertThat(run("students")).isEqualTo(1);
    assertThat(out.toString()).contains("97.0 requests per second were sent instead of 100");
  }

  @Test
  void requestsThatCameMuchTooLateEndItWith1() {
    controller.csv = csv(10, 100, 0, 100, 1_500);
    assertThat(run("students")).isEqualTo(1);
    assertThat(out.toString()).contains("more than 1000 ms late");
  }

  @Test
  void aTestWithoutRequestsEndsItWith1() {
    controller.csv = csv(10, 0, 0, 0, 0);
    assertThat(run("students")).isEqualTo(1);
    assertThat(out.toString()).contains("nothing was sent after the ramp");
  }

  @Test
  void figuresWithoutACsvAreUnknown() {
    controller.csv = "<html>";
    assertThat(run("students")).isEqualTo(2);
    assertThat(err.toString()).contains("CSV has no samples");
  }

  @Test
  void anUnreachableControllerEndsItWith2() {
    controller.close();
    assertThat(run("students", "--wait", "0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("No controller of nGrinder answers at " + controller.address());
  }

  @Test
  void aControllerThatIsAwayForAMomentIsAskedAgain() {
    controller.outages.set(3);
    assertThat(run("students")).isZero();
    assertThat(controller.outages.get()).isNegative();
    assertThat(controller.stopped).isEmpty();
  }

  @Test
  void aTestThatCannotBeFollowedIsStopped() {
    statuses("TESTING");
    controller.running = "<html>";
    assertThat(run("students")).isEqualTo(2);
    assertThat(err.toString()).contains("does not speak nGrinder's API");
    assertThat(controller.stopped).containsExactly(42L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tps|0",
        "--minutes|0",
        "--minutes|480",
        "--ramp|-1",
        "--posts|101",
        "--students|0",
        "--threads|0",
        "--threads|1501",
        "--agents|0",
        "--target|nginx:8080",
        "--target|http://nginx:8080;tps=9",
        "--controller|ftp://x"
      })
  void nonsenseIsRefusedBeforeAnythingIsSent(String option, String value) {
    assertThat(run("students", option, value)).isEqualTo(2);
    assertThat(err.toString()).contains(option.equals("--threads") ? "--threads" : option + " ");
    assertThat(controller.scripts).isEmpty();
  }

  @Test
  void aTargetThatNGrinderCouldNotKeepIsRefused() {
    assertThat(run("students", "--target", "http://nginx:8080/" + "x".repeat(200))).isEqualTo(2);
    assertThat(err.toString()).contains("--target is too long");
  }

  @Test
  void aMissingScriptIsNamed() {
    assertThat(run("students", "--scripts", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(folder.resolve("sugang.groovy").toString());
  }

  private void statuses(String... one) {
    synchronized (controller.statuses) {
      controller.statuses.clear();
      controller.statuses.addAll(List.of(one));
    }
  }

  private int run(String scenario, String... more) {
    return run(Map.of(), scenario, more);
  }

  private int run(Map<String, String> environment, String scenario, String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                scenario,
                "--controller=" + controller.address(),
                "--scripts=" + Path.of("..", "ngrinder"),
                "--report=" + folder.resolve("report.md"),
                "--minutes=0.1",
                "--poll=5"));
    for (var option : List.of("--tps", "--ramp")) {
      if (!List.of(more).contains(option)) {
        arguments.add(option + (option.equals("--tps") ? "=100" : "=2"));
      }
    }
    for (int each = 0; each < more.length; each += 2) {
      var option = more[each];
      arguments.removeIf(argument -> argument.startsWith(option + "="));
      arguments.add(option + "=" + more[each + 1]);
    }
    var command = NGrinderCommand.commandLine(environment);
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments.toArray(String[]::new));
  }

  /** Seconds s0 and on: one before the load begins, all alike after it. */
  private static String csv(int seconds, int tests, int errors, int tps, int late) {
    var csv =
        new StringBuilder(NGrinderDouble.HEADER)
            .append('\n')
            .append("s0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n");
    for (int second = 1; second <= seconds; second++) {
      csv.append(
          "s%d,200,%d,%d,2.5,0.5,%d,100,100,0,0,0,2,%d,40,10%n"
              .formatted(second, tests, errors, tps, late));
    }
    return csv.toString();
  }
}
