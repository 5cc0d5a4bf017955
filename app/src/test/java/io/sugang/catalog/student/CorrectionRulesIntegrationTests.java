package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.sql.DriverManager;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Corrections of students who hold seats for an audience. */
@SugangTest
class CorrectionRulesIntegrationTests {
  private static final long TERM = 20961;
  private static long next = 8_760_000;

  @Autowired MySqlDatabase database;
  @LocalManagementPort int managementPort;

  // The account of the instances may not write terms and audiences.
  private JdbcTemplate jdbc;
  private long student;
  private long course;

  @BeforeEach
  void seatForItsAudience() {
    jdbc = database.jdbc();
    student = ++next;
    course = ++next;
    TermRows term = new TermRows(jdbc);
    new Rows(jdbc).student(student);
    new Rows(jdbc).course(course, "Optics", "Physics", 1, 5);
    if (jdbc.queryForList("SELECT 1 FROM term WHERE term_id = ?", TERM).isEmpty()) {
      term.spring(TERM, 2096);
      term.department(9_601, "Corrections", "");
    }
    term.subject(course, "C" + course, "Optics", 9_601);
    term.offer(course, TERM, course, "001", 3, null);
    term.plan(student, TERM, 18);
    jdbc.update(
        "UPDATE student SET grade = 2, department = 'Corrections' WHERE student_id = ?", student);
  }

  private void audience(String columns, Object... values) {
    new TermRows(jdbc).audience(course, columns, values);
    jdbc.update(
        "UPDATE course SET audience_id = ?, enrolled = 1 WHERE course_id = ?", course, course);
    jdbc.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (?, ?, ?, UTC_TIMESTAMP(6))",
        course,
        student,
        course);
  }

  private HttpResponse<String> correct(String body) {
    return new Api(managementPort).postJson("/actuator/students/" + student, body);
  }

  private int grade() {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            "SELECT grade FROM student WHERE student_id = ?", Integer.class, student));
  }

  @Test
  void aGradeOutsideTheAudienceOfAHeldSeatIsRefused() {
    audience("grade_from, grade_to", 1, 2);

    HttpResponse<String> answer = correct("{\"grade\":3}");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("whose audience would no longer include the student");
    assertThat(grade()).isEqualTo(2);
    assertThat(correct("{\"grade\":1}").statusCode()).isEqualTo(200);
    assertThat(grade()).isEqualTo(1);
    assertThat(
            jdbc.queryForList(
                "SELECT CONCAT(detail->>'$.before.grade', detail->>'$.after.grade') FROM audit_event WHERE action = 'STUDENT_CORRECT' AND student_id = ?",
                String.class,
                student))
        .containsExactly("21");
  }

  @Test
  void aDepartmentOutsideTheAudienceOfAHeldSeatIsRefused() {
    audience("department_id", 9_601);

    assertThat(correct("{\"department\":\"Chemistry\"}").statusCode()).isEqualTo(400);
    assertThat(correct("{\"email\":\"other%d@sugang.example\"}".formatted(student)).statusCode())
        .isEqualTo(200);
    jdbc.update("UPDATE enrollment SET lifted = 'AUDIENCE' WHERE enrollment_id = ?", course);
    assertThat(correct("{\"department\":\"Chemistry\"}").statusCode()).isEqualTo(200);
  }

  @Test
  void whatWasOutsideBeforeForbidsNoCorrection() {
    audience("grade_from, grade_to", 4, 4);

    assertThat(correct("{\"grade\":3}").statusCode()).isEqualTo(200);
  }

  @Test
  void aSeatThatComesWhileTheCorrectionWaitsIsJudged() throws Exception {
    audience("grade_from, grade_to", 1, 2);
    jdbc.update("DELETE FROM enrollment WHERE enrollment_id = ?", course);
    CompletableFuture<HttpResponse<String>> answer;
    try (var claim =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        var statement = claim.createStatement()) {
      claim.setAutoCommit(false);
      statement.executeQuery(
          "SELECT * FROM student_term WHERE student_id = %d FOR UPDATE".formatted(student));
      answer = CompletableFuture.supplyAsync(() -> correct("{\"grade\":3}"));
      Awaitility.await().until(database::waitsForALock);
      statement.executeUpdate(
          "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (%d, %d, %d, UTC_TIMESTAMP(6))"
              .formatted(course, student, course));
      claim.commit();
    }

    assertThat(answer.get().statusCode()).isEqualTo(400);
    assertThat(grade()).isEqualTo(2);
  }
}
