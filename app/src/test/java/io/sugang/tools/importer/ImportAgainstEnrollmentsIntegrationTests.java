package io.sugang.tools.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.http.Api;
import io.sugang.rows.TermRows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.servers.SugangTest;
import io.sugang.tools.workspace.Console;
import io.sugang.verifier.VerifierCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Imports that move a course while students enroll in it who hold another one at its new time. */
// Settings of its own: no other test shares the database, which the verifier judges.
@SugangTest(properties = {"sugang.rules.enabled=true", "sugang.registration.course-refresh=1s"})
class ImportAgainstEnrollmentsIntegrationTests {
  private static final TermName TERM = TermName.of("2027-SPRING");
  private static final int LOOPS = 20;
  private static final int STUDENTS = 50;
  private static final String TAKEN_TIME = "화(13:00~13:50)";

  @Autowired MySqlDatabase database;
  @Autowired RedisServer redis;
  @Autowired JdbcTemplate jdbc;
  @LocalServerPort int port;
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
    int moved = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int loop = 1; loop <= LOOPS; loop++) {
        long course = course(loop);
        int moving = loop;
        List<Future<Integer>> clicks = new ArrayList<>();
        Future<Boolean> imported = threads.submit(() -> run(moving));
        for (long student : students) {
          clicks.add(threads.submit(() -> enroll(student, course)));
        }
        moved += imported.get() ? 1 : 0;
        for (Future<Integer> click : clicks) {
          assertThat(click.get()).isIn(201, 409, 503);
        }
        assertThat(
                number(
                    "SELECT COUNT(*) FROM meeting JOIN course USING (course_id) WHERE course_id = %d AND weekday = 2 AND enrolled > 0"
                        .formatted(course)))
            .as("students in course %d, which was moved to the time of another one", course)
            .isZero();
      }
    }
    var verified =
        VerifierCommand.verify(Servers.readerSettings(database, redis), Duration.ofSeconds(20));
    assertThat(verified.exitStatus()).as(verified.table()).isZero();
    assertThat(moved).as("imports that came first").isLessThanOrEqualTo(LOOPS);
  }

  private int enroll(long student, long course) {
    return new Api(port)
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
    var lines = new StringBuilder("학번,이름,이메일,학과,학년,최대학점\n");
    for (int student = 1; student <= STUDENTS; student++) {
      lines.append(
          "2027-8%03d,학생 %d,s%d@import.example,경주학과,1,60\n".formatted(student, student, student));
    }
    Files.writeString(folder.resolve("students.csv"), lines);
  }
}
