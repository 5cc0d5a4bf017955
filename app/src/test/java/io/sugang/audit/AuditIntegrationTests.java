package io.sugang.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Events of enrollments and cancels without a session. */
@SugangTest
class AuditIntegrationTests {
  private static final long FIRST = 8_800_001;

  @Autowired private JdbcTemplate jdbc;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    for (int i = 0; i < 3; i++) {
      rows.student(FIRST + i);
    }
    rows.professor(FIRST, "Professor");
    rows.course(FIRST, "Audited", "Audit", FIRST, 1);
  }

  @Test
  void everyEnrollmentAndCancelHasItsEventAndARefusalHasNone() {
    HttpResponse<String> enrolled = enroll(FIRST);
    assertThat(enrolled.statusCode()).isEqualTo(201);
    assertThat(enroll(FIRST).statusCode()).isEqualTo(409);
    assertThat(enroll(FIRST + 1).statusCode()).isEqualTo(409);
    Api api = new Api(port);
    String path = enrolled.headers().firstValue("Location").orElseThrow();
    assertThat(api.send(api.request(path).DELETE()).statusCode()).isEqualTo(204);
    // A repetition, without an event.
    assertThat(api.send(api.request(path).DELETE()).statusCode()).isEqualTo(204);
    HttpResponse<String> second = enroll(FIRST + 1);
    assertThat(second.statusCode()).isEqualTo(201);

    List<Map<String, @Nullable Object>> events =
        jdbc.queryForList(
            "SELECT actor, action, target, student_id, course_id, enrollment_id, session_id, outcome"
                + " FROM audit_event WHERE course_id = ? ORDER BY event_id",
            FIRST);
    assertThat(events)
        .extracting(event -> event.get("action") + " by " + event.get("actor"))
        .containsExactly(
            "ENROLL by student:8800001", "CANCEL by student:8800001", "ENROLL by student:8800002");
    assertThat(events)
        .extracting(event -> event.get("enrollment_id"))
        .containsExactlyElementsOf(
            Stream.of(enrolled, enrolled, second).map(AuditIntegrationTests::id).toList());
    assertThat(events)
        .allSatisfy(event ->
            assertThat(event)
                .containsEntry("outcome", "DONE")
                .containsEntry("session_id", null)
                .containsEntry("target", event.get("actor")));
    assertThat(
            jdbc.queryForObject(
                "SELECT COUNT(*) FROM audit_event a JOIN enrollment e USING (enrollment_id)"
                    + " WHERE e.course_id = ? AND ABS(TIMESTAMPDIFF(MICROSECOND, a.at, e.enrolled_at)) < 1000",
                Integer.class,
                FIRST))
        .isOne();
  }

  private HttpResponse<String> enroll(long student) {
    return new Api(port)
        .postJson(
            "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, FIRST));
  }

  private static Object id(HttpResponse<String> enrolled) {
    Number id = JsonPath.read(enrolled.body(), "$.enrollmentId");
    return id.longValue();
  }
}
