package io.sugang.catalog.student;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The statements by which a correction judges what the student holds, on the connection of the
 * transaction of the caller.
 */
final class HeldSeats {
  private static final String LOCK =
      "SELECT term_id FROM student_term FORCE INDEX (PRIMARY) WHERE student_id = ?"
          + " ORDER BY term_id FOR UPDATE";
  private static final String FACTS =
      "SELECT department, grade FROM student WHERE student_id = ? FOR UPDATE";
  // A student belongs to an audience when one row fits. A row fits when all its columns do, and
  // NULL fits all.
  private static final String OUTSIDE =
      """
      SELECT e.enrollment_id FROM enrollment e FORCE INDEX (ix_enrollment_plan)
      JOIN course c ON c.course_id = e.course_id
      JOIN student s ON s.student_id = e.student_id
      WHERE e.student_id = ? AND c.audience_id IS NOT NULL AND NOT COALESCE(FIND_IN_SET('AUDIENCE', e.lifted), 0)
      AND NOT EXISTS (
        SELECT 1 FROM audience_row r WHERE r.audience_id = c.audience_id
        AND s.grade BETWEEN COALESCE(r.grade_from, s.grade) AND COALESCE(r.grade_to, s.grade)
        AND s.terms_completed BETWEEN COALESCE(r.terms_from, s.terms_completed) AND COALESCE(r.terms_to, s.terms_completed)
        AND (r.number_parity IS NULL OR (RIGHT(s.student_number, 1) IN ('1', '3', '5', '7', '9') AND r.number_parity = 'ODD')
          OR (RIGHT(s.student_number, 1) IN ('0', '2', '4', '6', '8') AND r.number_parity = 'EVEN'))
        AND (r.type IS NULL OR r.type = s.type)
        AND CASE WHEN r.program_id IS NULL AND r.program_role IS NULL
          THEN r.department_id IS NULL OR r.department_id = (SELECT d.department_id FROM department d WHERE d.name_ko = s.department)
          ELSE EXISTS (
            SELECT 1 FROM student_program sp JOIN program p ON p.program_id = sp.program_id
            WHERE sp.student_id = s.student_id AND sp.program_id = COALESCE(r.program_id, sp.program_id)
            AND sp.role = COALESCE(r.program_role, sp.role) AND p.department_id = COALESCE(r.department_id, p.department_id))
          END)
      """;
  private static final String EVENT =
      "INSERT INTO audit_event (at, actor, action, target, student_id, detail) SELECT"
          + " UTC_TIMESTAMP(3), 'operator', 'STUDENT_CORRECT', CONCAT('student:', student_id),"
          + " student_id, JSON_OBJECT('before', JSON_OBJECT('department', ?, 'grade', ?), 'after',"
          + " JSON_OBJECT('department', department, 'grade', grade)) FROM student"
          + " WHERE student_id = ?";

  private final JdbcTemplate jdbc;

  /** What audiences depend on. */
  record Facts(String department, int grade) {}

  HeldSeats(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Locks the plans of a student, and returns what {@link #findOutsideAudience} does. */
  Set<Long> lockAndFindOutsideAudience(long studentId) {
    jdbc.queryForList(LOCK, Long.class, studentId);
    return findOutsideAudience(studentId);
  }

  /** Returns the enrollments of a student in seats whose audience the student is not in. */
  Set<Long> findOutsideAudience(long studentId) {
    return new HashSet<>(jdbc.queryForList(OUTSIDE, Long.class, studentId));
  }

  /** Locks the row of a student and returns its facts; null without a row. */
  @Nullable Facts facts(long studentId) {
    return DataAccessUtils.singleResult(
        jdbc.query(FACTS, (row, number) -> new Facts(row.getString(1), row.getInt(2)), studentId));
  }

  /** Appends the event of a correction that changed what audiences depend on. */
  void appendEvent(long studentId, Facts before) {
    if (!before.equals(facts(studentId))) {
      jdbc.update(EVENT, before.department(), before.grade(), studentId);
    }
  }
}
