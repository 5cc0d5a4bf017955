package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.rows.Rows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** How often a student may cancel, with requests enough for any number of cancels. */
@SugangTest(
    properties = {
      "sugang.sign-in.mode=required",
      "sugang.sign-in.session-key=" + SignedIn.KEY,
      "sugang.sign-in.limit.requests-per-second=9999"
    })
class CancelLimitIntegrationTests {
  private static final long STUDENT = 9_320_001;
  private static final long COURSE = 9_320_001;
  private static final long REGISTRAR = 9_320_001;
  private static final String MINE = "/api/me/enrollments";
  private static final String ENROLLMENT = "{\"courseId\":" + COURSE + "}";

  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database, @Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    rows.student(STUDENT);
    rows.student(STUDENT + 1);
    rows.professor(COURSE, "Professor");
    rows.course(COURSE, "Cancels", "Sign-in", COURSE, 50);
    database.jdbc().update("INSERT INTO staff VALUES (?, 'cancels', 'REGISTRAR', NULL)", REGISTRAR);
  }

  @Test
  void aStudentWhoEnrollsAndCancelsInALoopLeavesFewRowsInTheAudit(
      @Autowired JdbcTemplate jdbc, @Autowired MeterRegistry meters) {
    var student = SignedIn.as(Role.STUDENT, STUDENT, port);
    long begin = System.nanoTime();
    String own = "";
    int cancelled = 0;
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      HttpResponse<String> enrolled = student.post(MINE, ENROLLMENT);
      if (enrolled.statusCode() == 201) {
        own = enrolled.headers().firstValue("Location").orElseThrow();
      }
      var answer = student.delete(i % 2 == 0 ? own : own.replace("/api/", "/api/me/"));
      if (answer.statusCode() == 204) {
        cancelled++;
      } else {
        refused++;
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("TOO_MANY_REQUESTS");
        assertThat(JsonPath.<String>read(answer.body(), "$.detail"))
            .contains("cancels too often", "30", "10 a minute");
        assertThat(Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow()))
            .isBetween(1, 6);
        assertThat(student.get(own).statusCode()).as("refused, so nothing was done").isEqualTo(200);
      }
    }
    int later = (int) (TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin) / 6);
    assertThat(cancelled).isBetween(30, 30 + later);
    assertThat(meters.get("sugang.signin.limited").tag("kind", "cancel").counter().count())
        .isEqualTo(refused);
    assertThat(
            jdbc.queryForObject(
                "SELECT COUNT(*) FROM audit_event WHERE actor = ?",
                Integer.class,
                "student:" + STUDENT))
        .isBetween(2 * cancelled, 2 * cancelled + 1);

    var other = SignedIn.as(Role.STUDENT, STUDENT + 1, port);
    var others = other.post(MINE, ENROLLMENT).headers().firstValue("Location").orElseThrow();
    assertThat(other.delete(others).statusCode()).isEqualTo(204);
    var registrar = SignedIn.as(Role.REGISTRAR, REGISTRAR, port);
    assertThat(registrar.delete(own).statusCode()).isEqualTo(204);
  }
}
