package io.sugang.verifier;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What MySQL holds of rules that the desk waived. */
final class OverrideRows {
  private static final String KEPT =
      """
      SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
      AND table_name = 'enrollment' AND column_name = 'lifted'
      """;
  private static final String WAIVED =
      """
      EXISTS (SELECT 1 FROM override lift WHERE lift.enrollment_id = enrollment.enrollment_id
        AND lift.state = 'CONFIRMED' AND FIND_IN_SET('%s', lift.lifts))
      """;
  private static final String HELD_AT_ONCE =
      """
      SELECT lift.enrollment_id FROM override lift
      JOIN enrollment ON enrollment.enrollment_id = lift.enrollment_id
      WHERE lift.state = 'CONFIRMED' AND FIND_IN_SET('TIME_CONFLICT', lift.lifts)
      """;
  private static final String EVENTS =
      """
      SELECT enrollment_id, MIN(event_id) FROM audit_event
      WHERE action = 'ENROLL' AND outcome = 'DONE' AND student_id IN (
        SELECT student_id FROM override WHERE state = 'CONFIRMED' AND FIND_IN_SET('TIME_CONFLICT', lifts))
      GROUP BY enrollment_id
      """;
  private static final String COUNT =
      "SELECT COUNT(*) FROM enrollment FORCE INDEX (PRIMARY) WHERE lifted IS NOT NULL";

  // The first two parts are about all rows, the others about the overrides that were confirmed.
  // Departments are those that the event of the grant has, because staff and courses may move. The
  // credits of a course stay while it has an enrollment, so a cancelled override is not judged by
  // them.
  private static final String WRONG =
      """
      SELECT CONCAT('override ', override.override_id, ' is of student ', override.student_id, ' and course ', override.course_id,
        ', and one of them does not exist')
      FROM override LEFT JOIN student ON student.student_id = override.student_id
      LEFT JOIN course ON course.course_id = override.course_id
      WHERE student.student_id IS NULL OR course.course_id IS NULL
      UNION ALL
      SELECT CONCAT('enrollment ', enrollment.enrollment_id, ' of student ', enrollment.student_id, ' in course ',
        enrollment.course_id, ' lifts ', enrollment.lifted, ', and no confirmed override lifts exactly that for it')
      FROM enrollment FORCE INDEX (PRIMARY) JOIN course ON course.course_id = enrollment.course_id
      LEFT JOIN override ON override.enrollment_id = enrollment.enrollment_id AND override.state = 'CONFIRMED'
        AND override.student_id = enrollment.student_id AND override.lifts = enrollment.lifted
        AND override.course_id = COALESCE(course.pool_of, course.course_id)
      WHERE enrollment.lifted IS NOT NULL AND override.override_id IS NULL
      UNION ALL
      SELECT CONCAT('override ', override.override_id, ' is confirmed, and its enrollment ', override.enrollment_id,
        ' does not exist or does not lift ', override.lifts)
      FROM override LEFT JOIN enrollment ON enrollment.enrollment_id = override.enrollment_id
        AND enrollment.lifted = override.lifts
      WHERE override.state = 'CONFIRMED' AND enrollment.enrollment_id IS NULL
      UNION ALL
      SELECT CONCAT('override ', override.override_id, ' was confirmed at ', enrollment.enrolled_at,
        ', and was granted from ', override.decided_at, ' until ', override.expires_at)
      FROM override JOIN enrollment ON enrollment.enrollment_id = override.enrollment_id
      WHERE override.state = 'CONFIRMED' AND NOT (override.confirmed_at = enrollment.enrolled_at
        AND override.decided_at <= enrollment.enrolled_at AND enrollment.enrolled_at < override.expires_at)
      UNION ALL
      SELECT CONCAT('override ', override.override_id, ' is confirmed, and no event says that staff ', override.decided_by,
        ' of the registrar or of the department of course ', override.course_id, ' granted it')
      FROM override JOIN course ON course.course_id = override.course_id
      LEFT JOIN staff ON staff.staff_id = override.decided_by
      LEFT JOIN department ON department.department_id = staff.department_id
      LEFT JOIN (
        SELECT DISTINCT actor, target, student_id, course_id, at, detail->>'$.after.courseDepartment' AS of_course,
          NULLIF(detail->>'$.after.staffDepartment', 'null') AS of_staff FROM audit_event
        WHERE action = 'OVERRIDE_GRANT' AND outcome = 'DONE' AND reason <> ''
      ) event ON event.target = CONCAT('override:', override.override_id) AND event.at = override.decided_at
        AND event.student_id = override.student_id AND event.course_id = override.course_id
        AND (event.actor = CONCAT('registrar:', override.decided_by)
          OR event.actor = CONCAT('department:', override.decided_by)
            AND COALESCE(event.of_staff, department.name_ko) = COALESCE(event.of_course, course.department))
      WHERE override.state = 'CONFIRMED' AND event.target IS NULL
      UNION ALL
      SELECT CONCAT('override ', override.override_id, ' raised the limit of student ', override.student_id, ' by ',
        override.raised_credits, ', and may raise it by the credits of course ', override.course_id, ' with CREDIT_LIMIT alone')
      FROM override JOIN course ON course.course_id = override.course_id
      LEFT JOIN subject ON subject.subject_id = course.subject_id
      WHERE override.raised_credits <> 0 AND NOT (FIND_IN_SET('CREDIT_LIMIT', override.lifts)
        AND (override.state <> 'CONFIRMED' OR override.raised_credits = course.credits AND subject.counts_toward_limit))
      """;

  private final Connection connection;

  OverrideRows(Connection connection) {
    this.connection = connection;
  }

  /** Whether the schema has overrides. */
  boolean areKept() throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(KEPT)) {
      return found.next() && found.getLong(1) > 0;
    }
  }

  /**
   * Returns a condition about the row of the table {@code enrollment} that a statement reads:
   * whether the desk waived a rule for it.
   */
  String waived(String rule) throws SQLException {
    return areKept() ? WAIVED.formatted(rule) : "FALSE";
  }

  /** Returns the enrollments that may meet at the time of others that were there before them. */
  Set<Long> mayOverlap() throws SQLException {
    var held = new HashSet<Long>();
    if (areKept()) {
      try (var statement = connection.createStatement();
          var found = statement.executeQuery(HELD_AT_ONCE)) {
        while (found.next()) {
          held.add(found.getLong(1));
        }
      }
    }
    return held;
  }

  /** Returns the numbers of the events by which students with such enrollments got theirs. */
  Map<Long, Long> eventsOfStudentsWhoMayOverlap() throws SQLException {
    var events = new HashMap<Long, Long>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(EVENTS)) {
      while (found.next()) {
        events.put(found.getLong(1), found.getLong(2));
      }
    }
    return events;
  }

  long count() throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(COUNT)) {
      return found.next() ? found.getLong(1) : 0;
    }
  }

  /** Adds rows and overrides that do not belong to each other, or that staff did not grant. */
  void wrong(Examples wrong) throws SQLException {
    Sentences.add(connection, WRONG, wrong);
  }
}
