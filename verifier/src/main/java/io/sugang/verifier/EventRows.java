package io.sugang.verifier;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;

/** What MySQL holds of who enrolled and cancelled. */
final class EventRows {
  private static final String KEPT =
      """
      SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
      AND table_name = 'audit_event' AND column_name = 'enrollment_id'
      """;
  private static final String COUNT =
      """
      SELECT COUNT(*) FROM audit_event
      WHERE action IN ('ENROLL', 'CANCEL') AND outcome = 'DONE'
      """;
  private static final String CANCELLED_AFTER =
      """
      SELECT enrollment_id FROM audit_event
      WHERE action = 'CANCEL' AND outcome = 'DONE' AND enrollment_id IS NOT NULL AND at >= ?
      """;
  private static final String MISSING =
      """
      SELECT row_of.enrollment_id, row_of.student_id, row_of.course_id
      FROM enrollment row_of FORCE INDEX (PRIMARY)
      LEFT JOIN audit_event event ON event.enrollment_id = row_of.enrollment_id
        AND event.student_id = row_of.student_id AND event.course_id = row_of.course_id
        AND event.action = 'ENROLL' AND event.outcome = 'DONE'
      WHERE row_of.course_id < @reserved AND row_of.student_id < @reserved AND event.event_id IS NULL
      """;
  private static final String UNBALANCED =
      """
      SELECT student_id, course_id, SUM(enrolled), SUM(cancelled), SUM(held) FROM (
        SELECT student_id, course_id, action = 'ENROLL' AS enrolled, action = 'CANCEL' AS cancelled, 0 AS held
        FROM audit_event WHERE action IN ('ENROLL', 'CANCEL') AND outcome = 'DONE'
        AND course_id < @reserved AND student_id < @reserved
        UNION ALL
        SELECT student_id, course_id, 0, 0, 1 FROM enrollment FORCE INDEX (PRIMARY)
        WHERE course_id < @reserved AND student_id < @reserved
      ) kept
      GROUP BY student_id, course_id HAVING SUM(enrolled) - SUM(cancelled) <> SUM(held)
      """;

  // As an actor a student has the same name as a target.
  private static final String FOR_OTHERS =
      """
      SELECT event_id, actor, action, COALESCE(CONCAT('student:', student_id), target), course_id
      FROM audit_event WHERE actor LIKE 'student:%' AND outcome = 'DONE'
      AND (actor <> CONCAT('student:', student_id) OR target LIKE 'student:%' AND target <> actor)
      """;

  private final Connection connection;

  EventRows(Connection connection) {
    this.connection = connection;
  }

  /** Whether the schema has events of enrollments. */
  boolean areKept() throws SQLException {
    return number(KEPT) > 0;
  }

  long count() throws SQLException {
    return number(COUNT);
  }

  private long number(String query) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      return found.next() ? found.getLong(1) : 0;
    }
  }

  /** Returns the enrollments that were cancelled after a time. */
  Set<Long> cancelledAfter(LocalDateTime utc) throws SQLException {
    try (var statement = connection.prepareStatement(CANCELLED_AFTER)) {
      statement.setObject(1, utc);
      try (var found = statement.executeQuery()) {
        var cancelled = new HashSet<Long>();
        while (found.next()) {
          cancelled.add(found.getLong(1));
        }
        return cancelled;
      }
    }
  }

  /** Adds the rows without an event. */
  void missing(Examples wrong) throws SQLException {
    try (var statement = belowReserved(MISSING);
        var found = statement.executeQuery()) {
      while (found.next()) {
        wrong.add(
            "enrollment %d of student %d in course %d has no event"
                .formatted(found.getLong(1), found.getLong(2), found.getLong(3)));
      }
    }
  }

  /** Adds the pairs whose events do not lead to their rows. */
  void unbalanced(Examples wrong) throws SQLException {
    try (var statement = belowReserved(UNBALANCED);
        var found = statement.executeQuery()) {
      while (found.next()) {
        wrong.add(
            "student %d enrolled in course %d %d times and cancelled %d times, and has %d rows"
                .formatted(
                    found.getLong(1),
                    found.getLong(2),
                    found.getLong(3),
                    found.getLong(4),
                    found.getLong(5)));
      }
    }
  }

  /** Adds what a student did for another student; such attempts have to be refused. */
  void forOthers(Examples wrong) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(FOR_OTHERS)) {
      while (found.next()) {
        wrong.add(
            "event %d: %s did %s for %s, course %s, and was not refused"
                .formatted(
                    found.getLong(1),
                    found.getString(2),
                    found.getString(3),
                    found.getString(4),
                    found.getString(5)));
      }
    }
  }

  private PreparedStatement belowReserved(String query) throws SQLException {
    return connection.prepareStatement(
        query.replace("@reserved", Long.toString(Ids.RESERVED_FROM)));
  }
}
