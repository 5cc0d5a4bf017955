package io.sugang.lab.chaos;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the service's events say of each enrollment, also of one without a row or an answer. They
 * are written in the transactions that insert and delete the rows, and the verifier compares both.
 * So they decide what became of a request without an answer.
 */
final class EnrollmentEvents {
  private static final String EVENTS =
      "SELECT enrollment_id, MAX(student_id), MAX(course_id), MAX(action = 'CANCEL')"
          + " FROM audit_event WHERE action IN ('ENROLL', 'CANCEL') AND outcome = 'DONE'"
          + " AND enrollment_id IS NOT NULL GROUP BY enrollment_id";

  /**
   * An enrollment that was made.
   *
   * @param seatsId the course, or the pool of it that has the seat
   */
  record MadeEnrollment(long enrollmentId, long studentId, long seatsId, boolean cancelled) {}

  private record StudentCourse(long studentId, long courseId) {}

  private final Map<Long, MadeEnrollment> byId = new HashMap<>();
  private final Map<StudentCourse, List<Long>> byPair = new HashMap<>();

  EnrollmentEvents(Collection<MadeEnrollment> made, PooledCourses pools) {
    for (MadeEnrollment enrollment : made) {
      byId.put(enrollment.enrollmentId(), enrollment);
      byPair
          .computeIfAbsent(
              new StudentCourse(enrollment.studentId(), pools.courseOf(enrollment.seatsId())),
              _ -> new ArrayList<>())
          .add(enrollment.enrollmentId());
    }
  }

  static EnrollmentEvents read(Connection mysql, PooledCourses pools) throws SQLException {
    List<MadeEnrollment> made = new ArrayList<>();
    try (Statement statement = mysql.createStatement();
        ResultSet row = statement.executeQuery(EVENTS)) {
      while (row.next()) {
        made.add(
            new MadeEnrollment(row.getLong(1), row.getLong(2), row.getLong(3), row.getBoolean(4)));
      }
    }
    return new EnrollmentEvents(made, pools);
  }

  /** Whether the enrollment was cancelled. */
  boolean cancelled(long enrollmentId) {
    MadeEnrollment made = byId.get(enrollmentId);
    return made != null && made.cancelled();
  }

  /** The course or the pool whose seat the enrollment has or had; 0 where no event names it. */
  long seatsOf(long enrollmentId) {
    MadeEnrollment made = byId.get(enrollmentId);
    return made == null ? 0 : made.seatsId();
  }

  /** Whether the student got an enrollment in the course that is none of these. */
  boolean madeAnother(long studentId, long courseId, Set<Long> known) {
    return byPair.getOrDefault(new StudentCourse(studentId, courseId), List.of()).stream()
        .anyMatch(id -> !known.contains(id));
  }
}
