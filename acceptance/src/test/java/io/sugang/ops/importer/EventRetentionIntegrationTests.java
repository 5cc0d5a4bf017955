package io.sugang.ops.importer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.control.EventRetention;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which events are deleted when they are old. */
@Tag("extended")
class EventRetentionIntegrationTests {
  private final MySqlDatabase database = Servers.mysql().newDatabase();
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

    assertThat(eventsOfEnrollments())
        .containsExactly("ENROLL 1", "ENROLL 3", "CANCEL 3", "ENROLL 5");
    assertThat(
            mysql.queryForList(
                "SELECT detail FROM audit_event WHERE action = 'PRUNE'", String.class))
        .containsExactly("{\"days\": 400, \"events\": 3}");
    assertThat(retention.prune(400)).isZero();
    assertThat(mysql.queryForObject("SELECT COUNT(*) FROM audit_event", Integer.class))
        .isEqualTo(5);
  }

  @Test
  void eventsOfAStudentWhoHoldsACourseWithACorequisiteStay() {
    Rows rows = new Rows(mysql);
    rows.professor(1, "Professor");
    mysql.update("INSERT INTO department VALUES (1, 'Sciences', '물리학과', 'Physics', '')");
    for (int subject = 1; subject <= 2; subject++) {
      rows.course(subject, "Course", "Physics", 1, 50);
      mysql.update(
          "INSERT INTO subject (subject_id, code, title_ko, credits, classification, department_id)"
              + " VALUES (?, CONCAT('PHY', ?), 'Course', 3, '전선', 1)",
          subject,
          subject);
      mysql.update("UPDATE course SET subject_id = ? WHERE course_id = ?", subject, subject);
    }
    mysql.update(
        "INSERT INTO subject_relation (subject_id, other_id, kind) VALUES (2, 1, 'COREQUISITE')");
    rows.student(1);
    rows.student(2);
    rows.enrollment(12, 1, 2, LocalDateTime.of(2020, 1, 1, 0, 0));
    rows.enrollment(22, 2, 1, LocalDateTime.of(2020, 1, 1, 0, 0));
    event("ENROLL", 1, 11, 500, "DONE");
    event("CANCEL", 1, 11, 450, "DONE");
    event("ENROLL", 2, 21, 500, "DONE");
    event("CANCEL", 2, 21, 450, "DONE");

    assertThat(retention.prune(400)).isEqualTo(2);

    assertThat(eventsOfEnrollments()).containsExactly("ENROLL 11", "CANCEL 11");
  }

  @Test
  void theEarlierTimesOfAWindowStayAsLongAsTheWindow() {
    TermRows terms = new TermRows(mysql);
    terms.spring(20_271, 2027);
    terms.openWindow(5, 20_271);
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target) VALUES ('2020-01-01', 'registrar:1', 'WINDOW_CREATE', 'window:5'),"
            + " ('2020-01-02', 'registrar:1', 'WINDOW_SHIFT', 'window:5'), ('2020-01-02', 'registrar:1', 'WINDOW_SHIFT', 'window:6')");

    assertThat(retention.prune(400)).isOne();

    assertThat(
            mysql.queryForList(
                "SELECT CONCAT(action, ' ', target) FROM audit_event WHERE target LIKE 'window:%' ORDER BY event_id",
                String.class))
        .containsExactly("WINDOW_CREATE window:5", "WINDOW_SHIFT window:5");
  }

  @Test
  void theGrantBehindAnEnrollmentStays() {
    Rows rows = new Rows(mysql);
    rows.professor(9, "Kim");
    rows.course(9, "Logic", "Physics", 9, 10);
    rows.student(9);
    mysql.update("INSERT INTO staff VALUES (1, 'Registrar', 'REGISTRAR', NULL)");
    mysql.update(
        "INSERT INTO override (override_id, student_id, course_id, lifts, request_text, state, requested_at, decided_at, decided_by, reason, expires_at, confirmed_at, enrollment_id)"
            + " VALUES (7, 9, 9, 'CAPACITY', 'please', 'CONFIRMED', '2020-01-01', '2020-01-02', 1, 'graduates', '2020-02-01', '2020-01-03', 9),"
            + " (8, 9, 9, 'CAPACITY', 'please', 'DECLINED', '2020-01-01', '2020-01-02', 1, 'no', NULL, NULL, NULL)");
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target) VALUES ('2020-01-01', 'student:9', 'OVERRIDE_REQUEST', 'override:7'),"
            + " ('2020-01-02', 'registrar:1', 'OVERRIDE_GRANT', 'override:7'), ('2020-01-02', 'registrar:1', 'OVERRIDE_DECLINE', 'override:8')");

    retention.prune(400);

    assertThat(
            mysql.queryForList(
                "SELECT CONCAT(action, ' ', target) FROM audit_event WHERE target LIKE 'override:%'",
                String.class))
        .containsExactly("OVERRIDE_GRANT override:7");
  }

  @Test
  void keptRejectionsGoByTheirLastTime() {
    mysql.update(
        "INSERT INTO rejection (student_id, course_id, code, times, first_at, last_at) VALUES"
            + " (1, 1, 'COURSE_FULL', 2, UTC_TIMESTAMP(3) - INTERVAL 900 DAY, UTC_TIMESTAMP(3) - INTERVAL 401 DAY),"
            + " (1, 2, 'COURSE_FULL', 2, UTC_TIMESTAMP(3) - INTERVAL 900 DAY, UTC_TIMESTAMP(3) - INTERVAL 399 DAY)");

    assertThat(retention.pruneRejections(400)).isOne();

    assertThat(mysql.queryForList("SELECT course_id FROM rejection", Long.class))
        .containsExactly(2L);
    assertThat(retention.pruneRejections(400)).isZero();
  }

  private List<@Nullable String> eventsOfEnrollments() {
    return mysql.queryForList(
        "SELECT CONCAT(action, ' ', enrollment_id) FROM audit_event"
            + " WHERE enrollment_id IS NOT NULL ORDER BY event_id",
        String.class);
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
