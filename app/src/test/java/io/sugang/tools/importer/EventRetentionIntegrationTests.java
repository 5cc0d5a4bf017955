package io.sugang.tools.importer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.rows.Rows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import io.sugang.tools.control.EventRetention;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which events are deleted when they are old. */
class EventRetentionIntegrationTests {
  private final MySqlDatabase database = Servers.mysql().newDatabase().migrate();
  private final JdbcTemplate mysql = database.jdbc();
  private final EventRetention retention = new EventRetention(new DatabaseStack(database));

  @Test
  void eventsOfAnEnrollmentGoTogetherAndThoseOfOneThatExistsStay() {
    Rows rows = new Rows(mysql);
    rows.professor(1, "Professor");
    rows.course(1, "Course", "Physics", 1, 50);
    rows.student(1);
    rows.enrollment(1, 1, 1, LocalDateTime.of(2020, 1, 1, 0, 0));
    event("ENROLL", 1, 1, 500, "DONE");
    event("ENROLL", 2, 2, 500, "DONE");
    event("CANCEL", 2, 2, 401, "DONE");
    event("ENROLL", 2, 3, 500, "DONE");
    event("CANCEL", 2, 3, 399, "DONE");
    event("ENROLL", 2, 4, 500, "NOT_YOURS");
    event("ENROLL", 2, 5, 399, "NOT_YOURS");

    assertThat(retention.prune(400)).isEqualTo(3);

    assertThat(
            mysql.queryForList(
                "SELECT CONCAT(action, ' ', enrollment_id) FROM audit_event"
                    + " WHERE enrollment_id IS NOT NULL ORDER BY event_id",
                String.class))
        .containsExactly("ENROLL 1", "ENROLL 3", "CANCEL 3", "ENROLL 5");
    assertThat(
            mysql.queryForList(
                "SELECT detail FROM audit_event WHERE action = 'PRUNE'", String.class))
        .containsExactly("{\"days\": 400, \"events\": 3}");
    assertThat(retention.prune(400)).isZero();
    assertThat(mysql.queryForObject("SELECT COUNT(*) FROM audit_event", Integer.class))
        .isEqualTo(5);
  }

  private void event(String action, long student, long enrollment, int daysAgo, String outcome) {
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, enrollment_id, outcome)"
            + " VALUES (UTC_TIMESTAMP(3) - INTERVAL ? DAY, 'student:2', ?, ?, ?, 1, ?, ?)",
        daysAgo,
        action,
        "student:" + student,
        student,
        enrollment,
        outcome);
  }
}
