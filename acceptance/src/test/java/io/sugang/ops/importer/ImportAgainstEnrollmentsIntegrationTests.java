package io.sugang.ops.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.acceptance.OwnInstance;
import io.sugang.http.Api;
import io.sugang.ops.workspace.Console;
import io.sugang.rows.TermRows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.verifier.VerifierCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Imports that move a course while students enroll in it who hold another one at its new time. */
@Tag("extended")
class ImportAgainstEnrollmentsIntegrationTests {
  private static final TermName TERM = TermName.of("2027-SPRING");
  private static final int LOOPS = 20;
  private static final int STUDENTS = 50;
  // An import locks the plans of its students first. This one clicks on no course.
  private static final String LATCH_LINE = "2027-9001,학생,latch@other.example,경주학과,1,60\n";
  private static final String LATCH =
      "SELECT credits FROM student_term JOIN student USING (student_id)"
          + " WHERE email = 'latch@other.example' FOR UPDATE OF student_term";
  private static final String STUDENT_COLUMNS = "학번,이름,이메일,학과,학년,최대학점\n";
  private static final String TAKEN_TIME = "화(13:00~13:50)";

  /** When an import comes: before the students, with them, or after what it has read. */
  private enum Order {
    BEFORE,
    AT_ONCE,
    AFTER
  }

  @AutoClose
  private final OwnInstance instance =
      OwnInstance.start("sugang.rules.enabled=true", "sugang.registration.course-refresh=1s");

  private final MySqlDatabase database = instance.database();
  private final JdbcTemplate jdbc = database.jdbc();

  @TempDir Path folder;

  @Test
  void noImportMovesACourseThatSomebodyTookMeanwhile() throws Exception {
    students();
    assertThat(run(0)).isTrue();
    new TermRows(database.jdbc()).openWindow(71, TERM.id());
    long held = course(0);
    List<Long> students =
        jdbc.query(
            "SELECT student_id FROM student WHERE email LIKE '%@import.example'",
            (row, n) -> row.getLong(1));
    await().atMost(Duration.ofSeconds(30)).until(() -> enroll(students.getFirst(), held) == 201);
    for (long student : students.subList(1, STUDENTS)) {
      assertThat(enroll(student, held)).isEqualTo(201);
    }
    for (int loop = 1; loop <= LOOPS; loop++) {
      Order order = Order.values()[loop % Order.values().length];
      boolean moved = importAndEnroll(order, loop, students);
      if (order != Order.AT_ONCE) {
        assertThat(moved).as("import %d came %s", loop, order).isEqualTo(order == Order.BEFORE);
      }
      assertThat(
              number(
                  "SELECT COUNT(*) FROM meeting JOIN course USING (course_id) WHERE course_id = %d AND weekday = 2 AND enrolled > 0"
                      .formatted(course(loop))))
          .as("students in course %d, which was moved to the time of another one", course(loop))
          .isZero();
    }
    var verified = VerifierCommand.verify(instance.readerSettings(), Duration.ofSeconds(20));
    assertThat(verified.exitStatus()).as(verified.table()).isZero();
  }

  /** Returns whether the import moved the course. */
  private boolean importAndEnroll(Order order, int loop, List<Long> students) throws Exception {
    long course = course(loop);
    List<Future<Integer>> clicks = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection session =
            Objects.requireNonNull(database.jdbc().getDataSource()).getConnection()) {
      if (order == Order.AFTER) {
        session.setAutoCommit(false);
        try (var statement = session.createStatement()) {
          statement.execute(LATCH);
        }
      }
      Future<Boolean> imported = threads.submit(() -> run(loop));
      if (order == Order.BEFORE) {
        imported.get();
      } else if (order == Order.AFTER) {
        // It has read its lines, and waits with the first of its locks.
        await().atMost(Duration.ofSeconds(30)).until(database::waitsForALock);
      }
      for (long student : students) {
        clicks.add(threads.submit(() -> enroll(student, course)));
      }
      int enrolled = 0;
      for (Future<Integer> click : clicks) {
        assertThat(click.get()).isIn(201, 409, 503);
        enrolled += click.get() == 201 ? 1 : 0;
      }
      if (order == Order.AFTER) {
        assertThat(enrolled).as("students who came before the import").isPositive();
        session.rollback();
      }
      return imported.get();
    }
  }

  private int enroll(long student, long course) {
    return new Api(instance.port())
        .postJson(
            "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))
        .statusCode();
  }

  private long course(int number) {
    return number(
        "SELECT course_id FROM course JOIN subject USING (subject_id) WHERE term_id = %d AND code = 'RACE.%02d'"
            .formatted(TERM.id(), number));
  }

  private long number(String sql) {
    return Objects.requireNonNull(jdbc.queryForObject(sql, Long.class));
  }

  private boolean run(int moved) throws IOException {
    Path own = Files.createDirectories(folder.resolve("import-" + moved));
    if (moved == 0) {
      Files.copy(folder.resolve("students.csv"), own.resolve("students.csv"));
    } else {
      Files.writeString(own.resolve("students.csv"), STUDENT_COLUMNS + LATCH_LINE);
    }
    var lines = new StringBuilder("교과구분,개설대학,개설학과,교과목번호,강좌번호,교과목명,학점,수업교시,정원\n");
    for (int course = 0; course <= LOOPS; course++) {
      if (moved == 0 || course == moved) {
        lines.append(
            "전선,공과대학,경주학과,RACE.%02d,001,경주 %02d,1,%s,200\n"
                .formatted(
                    course, course, course == 0 || course == moved ? TAKEN_TIME : free(course)));
      }
    }
    Files.writeString(own.resolve("courses.csv"), lines);
    var said = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new RegistrarImport(new DatabaseStack(database), Console.plain(said, said))
        .run(own, TERM, false);
  }

  private static String free(int course) {
    int hour = 9 + course % 5;
    return "%s(%02d:00~%02d:50)".formatted("월수목금".charAt(course / 5 % 4), hour, hour);
  }

  private void students() throws IOException {
    var lines = new StringBuilder(STUDENT_COLUMNS).append(LATCH_LINE);
    for (int student = 1; student <= STUDENTS; student++) {
      lines.append(
          "2027-8%03d,학생 %d,s%d@import.example,경주학과,1,60\n".formatted(student, student, student));
    }
    Files.writeString(folder.resolve("students.csv"), lines);
  }
}
