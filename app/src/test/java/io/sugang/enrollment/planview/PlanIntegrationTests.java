package io.sugang.enrollment.planview;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.platform.ids.Ids;
import io.sugang.rows.Rows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The plan of a student with courses of two terms and one without a term. */
@SugangTest
class PlanIntegrationTests {
  private static final long FIRST = 8_600_001;
  private static final long UNREGISTERED = FIRST + 1;
  private static final long EMPTY = FIRST + 2;
  private static final long TERM = 88_881;
  private static final LocalDateTime AT = LocalDateTime.of(2026, 2, 3, 4, 5, 6, 789_012_000);

  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database) {
    JdbcTemplate jdbc = database.jdbc();
    Rows rows = new Rows(jdbc);
    for (long student = FIRST; student <= EMPTY; student++) {
      rows.student(student);
    }
    rows.professor(FIRST, "김교수");
    jdbc.update(
        "INSERT INTO term VALUES (88881, 8888, 'SPRING', 'REGULAR', '8888-03-01', '8888-06-20'),"
            + " (88874, 8887, 'WINTER', 'REGULAR', '8887-12-20', '8888-01-20')");
    jdbc.update(
        "INSERT INTO department (department_id, college, name_ko, name_en)"
            + " VALUES (8600001, 'Plans', 'Plans', 'Plans')");
    jdbc.update(
        "INSERT INTO subject (subject_id, code, title_ko, credits, classification,"
            + " counts_toward_limit, department_id) VALUES"
            + " (8600001, 'PLAN.1', '자료구조', 3, '전선', TRUE, 8600001),"
            + " (8600002, 'PLAN.2', '채플', 3, '교양', FALSE, 8600001)");
    course(jdbc, rows, FIRST, 8_600_001, TERM);
    course(jdbc, rows, FIRST + 1, 8_600_002, TERM);
    course(jdbc, rows, FIRST + 2, 8_600_001, 88_874);
    rows.course(FIRST + 3, "Without term", "Plans", FIRST, 50);
    jdbc.update(
        "INSERT INTO meeting VALUES (8600001, 3, 570, 645, '302-105'),"
            + " (8600001, 1, 570, 645, '302-105'), (8600002, 1, 480, 530, NULL)");
    jdbc.update(
        "INSERT INTO student_term VALUES (?, 88874, 9, 3), (?, 88881, 18, 3)", FIRST, FIRST);
    for (int i = 0; i < 4; i++) {
      rows.enrollment(FIRST + i, FIRST, FIRST + i, AT.plusMinutes(i));
    }
    rows.enrollment(FIRST + 10, UNREGISTERED, FIRST + 2, AT);
  }

  private static void course(JdbcTemplate jdbc, Rows rows, long id, long subject, long term) {
    rows.course(id, "Course " + id, "Plans", FIRST, 50);
    jdbc.update(
        "UPDATE course SET term_id = ?, subject_id = ?, section_no = '001' WHERE course_id = ?",
        term,
        subject,
        id);
  }

  @Test
  void planHasTheCoursesOfTheNewestTermWithTimesAndCredits() {
    String plan = plan(FIRST).body();
    assertThat(JsonPath.<Map<String, Object>>read(plan, "$.term"))
        .containsEntry("termId", (int) TERM)
        .containsEntry("season", "SPRING")
        .containsEntry("startsOn", "8888-03-01");
    assertThat(JsonPath.<Integer>read(plan, "$.creditLimit")).isEqualTo(18);
    // The second subject does not count, and the course without a term has three.
    assertThat(JsonPath.<Integer>read(plan, "$.usedCredits")).isEqualTo(6);
    assertThat(JsonPath.<List<Integer>>read(plan, "$.courses[*].courseId"))
        .containsExactly((int) FIRST, (int) FIRST + 1, (int) FIRST + 3);
    assertThat(plan)
        .contains(
            "{\"enrollmentId\":8600001,\"enrolledAt\":\"2026-02-03T04:05:06.789012Z\",\"courseId\":8600001,\"code\":\"PLAN.1\",\"section\":\"001\",\"title\":\"Course 8600001\",\"professor\":\"김교수\",\"credits\":3,\"countsTowardLimit\":true,\"meetings\":[{\"weekday\":1,\"start\":\"09:30\",\"end\":\"10:45\",\"startMinute\":570,\"endMinute\":645,\"room\":\"302-105\"},{\"weekday\":3,");
    assertThat(JsonPath.<List<Integer>>read(plan, "$.timetable[*].courseId"))
        .containsExactly((int) FIRST + 1, (int) FIRST, (int) FIRST);
    assertThat(JsonPath.<List<Object>>read(plan, "$.courses[2].meetings")).isEmpty();
  }

  @Test
  void studentWithoutATermHasAllCoursesAndNoLimit() {
    String plan = plan(UNREGISTERED).body();
    assertThat(plan).doesNotContain("\"term\"", "\"creditLimit\"");
    assertThat(JsonPath.<List<Integer>>read(plan, "$.courses[*].courseId"))
        .containsExactly((int) FIRST + 2);
  }

  @Test
  void planShowsAnEnrollmentThatWasJustAnsweredAndNoneThatWasCancelled() {
    HttpResponse<String> enrolled =
        new Api(port)
            .postJson(
                "/api/enrollments",
                "{\"studentId\":%d,\"courseId\":%d}".formatted(EMPTY, FIRST + 3));
    assertThat(enrolled.statusCode()).isEqualTo(201);
    assertThat(JsonPath.<List<Object>>read(plan(EMPTY).body(), "$.courses")).hasSize(1);
    Api api = new Api(port);
    String path = enrolled.headers().firstValue("Location").orElseThrow();
    assertThat(api.send(api.request(path).DELETE()).statusCode()).isEqualTo(204);
    assertThat(JsonPath.<List<Object>>read(plan(EMPTY).body(), "$.courses")).isEmpty();
  }

  @Test
  void unknownStudentsAreNotFoundAndTheOwnPlanNeedsASession() {
    assertThat(plan(8_699_999).statusCode()).isEqualTo(404);
    assertThat(plan(Ids.RESERVED_FROM + 1).statusCode()).isEqualTo(404);
    assertThat(plan(0).statusCode()).isEqualTo(400);
    assertThat(new Api(port).get("/api/me/plan").statusCode()).isEqualTo(401);
  }

  private HttpResponse<String> plan(long studentId) {
    return new Api(port).get("/api/students/" + studentId + "/plan");
  }
}
