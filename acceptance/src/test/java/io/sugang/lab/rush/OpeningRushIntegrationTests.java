package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sugang.acceptance.OwnInstance;
import io.sugang.http.Api;
import io.sugang.ops.control.TemporaryWindows;
import io.sugang.ops.importer.DatabaseStack;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The window for all, and a rush in front of it, against a real instance with a small seed. */
@Isolated("presses at an opening")
class OpeningRushIntegrationTests {
  private static final String KEY = "a-session-key-of-this-test-and-nothing-else";

  @AutoClose
  private static final OwnInstance INSTANCE =
      OwnInstance.start(
          "sugang.rules.enabled=true",
          "sugang.sign-in.mode=required",
          "sugang.sign-in.session-key=" + KEY);

  @TempDir Path folder;

  private final JdbcTemplate mysql = INSTANCE.database().jdbc();
  private final TemporaryWindows windows =
      new TemporaryWindows(new DatabaseStack(INSTANCE.database()));
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private List<Map<String, @Nullable Object>> before;

  @BeforeAll
  static void awaitRosters() {
    INSTANCE.awaitRosters();
  }

  @BeforeEach
  void rows() {
    // A leap day, the first and last times that can be postponed, and another term.
    mysql.update(
        "INSERT INTO term VALUES (19991, 1999, 'SPRING', 'REGULAR', '1999-03-01', '1999-06-20')");
    mysql.update(
        """
        INSERT INTO registration_window VALUES
          (901, 20261, 'ADD_DROP', 1, '2024-02-29 23:59:59.999', '2028-02-29 00:00:00.001', 'DROP'),
          (902, 20261, 'WITHDRAW', NULL, '1900-01-01', '4999-12-31 23:59:59.999', ''),
          (903, 19991, 'ENROLL', NULL, '1999-02-01', '1999-02-08', 'ENROLL')
        """);
    before = rowsOfWindows();
  }

  @AfterEach
  void removeRows() {
    windows.restore();
    mysql.update("DELETE FROM enrollment");
    mysql.update("DELETE FROM audit_event");
    mysql.update("UPDATE course SET enrolled = 0");
    mysql.update("UPDATE student_term SET credits = 0");
    mysql.update("DELETE FROM registration_window WHERE window_id BETWEEN 901 AND 903");
    mysql.update("DELETE FROM term WHERE term_id = 19991");
  }

  @Test
  void postponedWindowsAreExactlyThoseOfTheNewestTerm() {
    mysql.update("UPDATE registration_window SET actions = 'ENROLL' WHERE window_id = 901");
    windows.openForAll(Instant.now().plusSeconds(3_600));

    assertThat(
            mysql.queryForObject(
                "SELECT opens_at FROM registration_window WHERE window_id = 903", String.class))
        .startsWith("1999-02-01");
    assertThat(
            mysql.queryForObject(
                "SELECT opens_at FROM registration_window WHERE window_id = 901", String.class))
        .isEqualTo("6824-02-29 23:59:59.999");
  }

  @Test
  void restoringBringsEveryWindowBackExactlyAlsoByAnotherRunAndTwice() {
    mysql.update("UPDATE registration_window SET actions = 'ENROLL' WHERE window_id IN (901, 902)");
    before = rowsOfWindows();
    windows.openForAll(Instant.now().plusSeconds(3_600));

    TemporaryWindows ofAnotherRun = new TemporaryWindows(new DatabaseStack(INSTANCE.database()));
    assertThat(ofAnotherRun.restore()).isEqualTo(3);

    assertThat(rowsOfWindows()).isEqualTo(before);
    assertThat(ofAnotherRun.restore()).isZero();
    assertThat(rowsOfWindows()).isEqualTo(before);
  }

  @Test
  void aWindowThatEndsTooLateCannotBePostponed() {
    mysql.update("UPDATE registration_window SET closes_at = '5000-01-01' WHERE window_id = 902");

    assertThatThrownBy(() -> windows.openForAll(Instant.now().plusSeconds(3_600)))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("closes after the year 4999");
  }

  @Test
  void aWindowForAllPutsOffThoseThatLetStudentsEnrollAndRestoringBringsThemBack() {
    Instant opens = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusSeconds(3_600);

    assertThat(windows.openForAll(opens)).isEqualTo(new TemporaryWindows.Term(20261, 0));

    assertThat(
            mysql.queryForList(
                "SELECT actions FROM registration_window WHERE term_id = 20261 AND UTC_TIMESTAMP(3) + INTERVAL 3 SECOND BETWEEN opens_at AND closes_at",
                String.class))
        .containsExactlyInAnyOrder("DROP", "DROP", "");
    assertThat(
            mysql.queryForList(
                "SELECT window_id FROM registration_window WHERE term_id = 20261 AND FIND_IN_SET('ENROLL', actions) AND UTC_TIMESTAMP(3) BETWEEN opens_at AND closes_at",
                Long.class))
        .containsExactly(TemporaryWindows.IDS + 101);
    // It ends with the window of the seed.
    assertThat(
            mysql.queryForMap(
                "SELECT CAST(opens_at AS CHAR) opens, CAST(closes_at AS CHAR) closes, audience_id, actions FROM registration_window WHERE window_id = ?",
                TemporaryWindows.IDS))
        .containsEntry("opens", opens.toString().replace('T', ' ').replace("Z", ""))
        .containsEntry("closes", "2100-01-01 00:00:00.000")
        .containsEntry("actions", "ENROLL,DROP,SWAP,WAITLIST")
        .containsEntry("audience_id", null);

    assertThat(new TemporaryWindows(new DatabaseStack(INSTANCE.database())).restore()).isEqualTo(1);
    assertThat(rowsOfWindows()).isEqualTo(before);
  }

  @Test
  void aWindowForAllThatWouldOpenAtOnceIsRefused() {
    assertThatThrownBy(() -> windows.openForAll(Instant.now().plusSeconds(9)))
        .isInstanceOf(Failure.class)
        .hasMessage("A window opens 10 seconds from now at the earliest.");
    assertThat(rowsOfWindows()).isEqualTo(before);
  }

  @Test
  void othersWaitForTheWindowForAllAndLeaveTheFirstTwentyStudentsToPeople() throws Exception {
    // All three enrolled before the window was thought of, and the people are not theirs to judge.
    Api api = new Api(INSTANCE.port());
    enrollInAny(api, 1);
    enrollInAny(api, 20);
    enrollInAny(api, 25);
    FutureTask<Integer> others = new FutureTask<>(() -> run("--beside-me", "--concurrency", "40"));
    Thread.ofVirtual().start(others);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> out.toString().contains("wait for a window: ./sugang open-at"));

    windows.openForAll(Instant.now().plusSeconds(20));
    await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> out.toString().contains("The students wait for the window, which opens at"));
    await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> enroll(api, 1, 2).body(), answer -> answer.contains("NOT_OPEN"));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> enroll(api, 1, 2).body(), answer -> !answer.contains("NOT_OPEN"));
    enrollInAny(api, 1);
    enrollInAny(api, 20);

    assertThat(others.get()).as(out.toString() + err).isZero();
    assertThat(out.toString())
        .contains("40 students press", "409 NOT_OPEN", "first full")
        .doesNotContain("wrong side")
        .containsPattern("within-windows +valid")
        .containsPattern("audit-trail +valid")
        .containsPattern("acknowledged +valid +[1-9]");
    // With the session of each student, whom the events name.
    assertThat(
            mysql.queryForObject(
                "SELECT COUNT(*) FROM audit_event WHERE session_id IS NULL OR actor <> target",
                Integer.class))
        .isZero();
    assertThat(Files.readAllLines(folder.resolve("acks.jsonl")))
        .noneMatch(line -> line.matches(".*\"studentId\":(1?[0-9]|20),.*"))
        .anyMatch(line -> line.contains("\"type\":\"before\""));
  }

  // The rules, or the others, refuse some of them.
  private static void enrollInAny(Api api, long student) {
    assertThat(
            LongStream.rangeClosed(1, 100)
                .filter(course -> enroll(api, student, course).statusCode() == 201)
                .findFirst())
        .isPresent();
  }

  private static HttpResponse<String> enroll(Api api, long student, long course) {
    return api.send(
        api.request("/api/enrollments")
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + Credentials.studentToken(KEY, student))
            .POST(
                BodyPublishers.ofString(
                    "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))));
  }

  @ParameterizedTest
  @CsvSource({"--students", "--count", "--rate"})
  void optionsThatDoNotFitAreRefused(String option) {
    assertThat(run("--beside-me", option, "5")).isEqualTo(2);
    assertThat(err.toString()).contains(option, "cannot be used with --beside-me");
  }

  private List<Map<String, @Nullable Object>> rowsOfWindows() {
    return mysql.queryForList("SELECT * FROM registration_window ORDER BY window_id");
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>();
    all.addAll(
        List.of(
            "--target",
            INSTANCE.baseUrl().toString(),
            "--acks",
            folder.resolve("acks.jsonl").toString()));
    all.addAll(List.of(arguments));
    return RushCommand.commandLine(environment())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = INSTANCE.readerSettings();
    environment.put("SUGANG_SIGN_IN", "required");
    environment.put("SUGANG_SESSION_KEY", KEY);
    return environment;
  }
}
