package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.http.Api;
import io.sugang.ops.control.SeatReset;
import io.sugang.ops.importer.DatabaseStack;
import io.sugang.ops.signin.SessionRole;
import io.sugang.ops.workspace.Console;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** {@code ./sugang reset} frees all seats, so it has an instance and a database of its own. */
@Tag("extended")
class ResetIntegrationTests {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final long TERM = 1_000_001;
  private static final long CLOSED = 1_001;
  private static final long CANCELLED = 1_002;
  private static final long POOL = 1_003;

  @AutoClose
  private final OwnInstance instance =
      OwnInstance.start(
          "sugang.sign-in.session-key=" + Sessions.KEY,
          "sugang.rules.enabled=true",
          "sugang.registration.student-preload=0");

  private final JdbcTemplate jdbc = instance.database().jdbc();

  @Test
  void aResetOpensWhatTheDeskClosedAndCancelledWithTheSeatsOfBefore() {
    TermRows rows = new TermRows(jdbc);
    rows.department(9_101, "Department", "");
    jdbc.update("INSERT INTO staff VALUES (9003, 'Registrar', 'REGISTRAR', NULL)");
    jdbc.update("UPDATE student SET standing = 'ENROLLED'");
    rows.spring(TERM, 2001);
    jdbc.update(
        "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, ?, 30 FROM student",
        TERM);
    rows.openWindow(1_004, TERM);
    course(CLOSED, 4);
    course(CANCELLED, 5);
    jdbc.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, pool_of)"
            + " SELECT ?, title, department, professor_id, credits, 3, term_id, subject_id, course_id FROM course WHERE course_id = ?",
        POOL,
        CANCELLED);
    jdbc.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (?, '2090-01-01', 2)",
        CANCELLED);
    instance.awaitRosters();
    enrollUntil("201", 1, CANCELLED);
    seatBeyondTheCapacity(2, CANCELLED);
    jdbc.update(
        "INSERT INTO basket SELECT 3, term_id, 1 FROM course WHERE course_id = ?", CANCELLED);
    change(CLOSED, "close").expect("200");
    change(CANCELLED, "cancel").expect("202");
    await()
        .atMost(LONG)
        .until(() ->
            number(
                    "SELECT COUNT(*) FROM course_cancellation WHERE finished_at IS NOT NULL AND course_id = ?",
                    CANCELLED)
                == 1);
    jdbc.update(
        "INSERT INTO rejection VALUES (3, ?, 'COURSE_FULL', 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
        CLOSED);
    PrintStream nothing = new PrintStream(OutputStream.nullOutputStream());

    new SeatReset(
            new DatabaseStack(instance.database()),
            Console.plain(nothing, nothing),
            Path.of("unused"))
        .freeAll();

    assertThat(
            jdbc.queryForList(
                "SELECT CONCAT_WS(' ', course_id, status, capacity, enrolled) FROM course WHERE course_id > 1000 ORDER BY course_id",
                String.class))
        .containsExactly("1001 OPEN 4 0", "1002 OPEN 5 0", "1003 OPEN 3 0");
    assertThat(
            number(
                "SELECT COUNT(*) FROM seat_release WHERE course_id = ? AND released_at IS NULL",
                CANCELLED))
        .isOne();
    for (String table :
        List.of("enrollment", "override", "notice", "basket", "course_cancellation")) {
      assertThat(number("SELECT COUNT(*) FROM " + table)).as(table).isZero();
    }
    // The instance may write those of its own requests a moment later.
    assertThat(number("SELECT COUNT(*) FROM rejection WHERE student_id = 3")).isZero();
    enrollUntil("201", 4, CLOSED);
    enrollUntil("201", 4, CANCELLED);
    change(CANCELLED, "cancel").expect("202");
  }

  private void course(long course, int capacity) {
    TermRows rows = new TermRows(jdbc);
    rows.subject(900_000 + course, "D" + course, "T", 9_101);
    long professor = number("SELECT MIN(professor_id) FROM professor");
    new Rows(jdbc).course(course, "Course " + course, "Department", professor, capacity);
    rows.offer(course, TERM, 900_000 + course, "001", 3, null);
  }

  private void seatBeyondTheCapacity(long studentId, long course) {
    Student student = student(studentId);
    long override =
        student
            .post("/api/me/overrides", DeskOffice.request(course))
            .expect("201")
            .body()
            .path("overrideId")
            .asLong();
    registrar()
        .post(
            "/api/desk/overrides/%d/decision".formatted(override),
            "{\"decision\":\"GRANT\",\"reason\":\"graduates\",\"expiresAt\":\"%s\"}"
                .formatted(Instant.now().plus(Duration.ofHours(1))))
        .expect("200");
    student.post("/api/me/overrides/%d/confirm".formatted(override), "{}").expect("201");
  }

  /** Changes a course by its current version. */
  private Answer change(long course, String action) {
    String path = "/api/desk/courses/" + course;
    String version = registrar().get(path).expect("200").body().path("version").asString();
    return registrar()
        .post(path + "/" + action, "{\"version\":\"%s\",\"reason\":\"a test\"}".formatted(version));
  }

  private void enrollUntil(String code, long studentId, long course) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(student(studentId).enrollUntilDecided(course).code()).isEqualTo(code));
  }

  private Student student(long id) {
    return Student.withToken(new Api(instance.port()), id, "");
  }

  private Student registrar() {
    return Student.staff(new Api(instance.port()), SessionRole.REGISTRAR, 9_003);
  }

  private long number(String sql, Object... values) {
    return Objects.requireNonNull(jdbc.queryForObject(sql, Long.class, values));
  }
}
