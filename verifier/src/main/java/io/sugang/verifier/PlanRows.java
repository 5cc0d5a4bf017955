package io.sugang.verifier;

import io.sugang.verifier.PlanCourse.Meeting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What students hold in the terms, read from rows, meetings and subjects: without trust in the
 * masks of times and in the credits that the service keeps.
 */
final class PlanRows {
  private static final String COURSES =
      """
      SELECT course.course_id, course.term_id, course.subject_id,
        IF(subject.counts_toward_limit, COALESCE(@announced, course.credits), 0), mock_term.of_term,
        subject.classification
      FROM course JOIN subject ON subject.subject_id = course.subject_id
      LEFT JOIN mock_term ON mock_term.term_id = course.term_id
      WHERE course.term_id IS NOT NULL
      """;
  private static final String ANNOUNCED_CREDITS =
      "(SELECT credits FROM announced_course WHERE announced_course.course_id = COALESCE(course.pool_of, course.course_id))";
  private static final String MEETINGS =
      "SELECT course.course_id, weekday, start_minute, end_minute FROM course"
          + " JOIN meeting ON meeting.course_id = COALESCE(course.pool_of, course.course_id)";
  private static final String AS_ONE =
      """
      SELECT subject_id, other_id, COALESCE(from_term, 0), COALESCE(to_term, 9223372036854775807)
      FROM subject_relation WHERE kind IN ('EQUIVALENT', 'CROSS_LISTED')
      """;
  private static final String HELD =
      """
      SELECT enrollment.student_id, enrollment.course_id, enrollment.enrollment_id, enrollment.enrolled_at
      FROM enrollment FORCE INDEX (PRIMARY)
      WHERE enrollment.course_id < ? AND enrollment.student_id < ?
      ORDER BY enrollment.student_id
      """;
  private static final String LIMITS =
      "SELECT student_id, term_id, credit_limit, credits FROM student_term";

  private static final String ANNOUNCED_LIMITS =
      """
      SELECT announced.student_id, announced.term_id, announced.credit_limit + COALESCE(raised.credits, 0)
      FROM announced_limit announced LEFT JOIN (
        SELECT override.student_id, course.term_id, SUM(override.raised_credits) AS credits
        FROM override JOIN course ON course.course_id = override.course_id WHERE override.state = 'CONFIRMED' GROUP BY 1, 2
      ) raised ON raised.student_id = announced.student_id AND raised.term_id = announced.term_id
      """;

  private static final String RETAKES =
      """
      SELECT retake.student_id, retake.course_id, retake.retake_of, retake.known FROM (
        SELECT enrollment.student_id, enrollment.course_id, enrollment.retake_of,
          EXISTS (SELECT 1 FROM transcript WHERE transcript.student_id = enrollment.student_id
            AND transcript.subject_id = enrollment.retake_of) AS known,
          COALESCE(enrollment.retake_of = course.subject_id, FALSE)
          OR EXISTS (SELECT 1 FROM subject_relation pair
            WHERE pair.kind IN ('EQUIVALENT', 'CROSS_LISTED')
            AND pair.subject_id = LEAST(enrollment.retake_of, course.subject_id)
            AND pair.other_id = GREATEST(enrollment.retake_of, course.subject_id)
            AND COALESCE((SELECT of_term FROM mock_term WHERE mock_term.term_id = course.term_id),
              IF(course.term_id >= 1000000000, course.term_id MOD 1000000, course.term_id))
              BETWEEN COALESCE(pair.from_term, 0) AND COALESCE(pair.to_term, course.term_id)) AS same
        FROM enrollment FORCE INDEX (PRIMARY) JOIN course ON course.course_id = enrollment.course_id
        WHERE enrollment.retake_of IS NOT NULL AND enrollment.course_id < ? AND enrollment.student_id < ?
      ) retake WHERE NOT (retake.known AND retake.same)
      """;

  // Not in a schema of an earlier version.
  private static final String HAS_CLASSIFICATIONS =
      "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'classification_rule'";
  private static final String CLASSIFICATIONS =
      "SELECT term_id, classification, most_courses FROM classification_rule";

  private final Connection connection;

  PlanRows(Connection connection) {
    this.connection = connection;
  }

  /** A student in a term. */
  record Key(long studentId, long termId) {}

  /** The row of a student in a term: the limit, and the credits as the service counts them. */
  record Limit(int creditLimit, int counted) {}

  /** Subjects that count as one from one term to another, both included. */
  record AsOne(long subjectId, long otherId, long fromTerm, long toTerm) {
    boolean covers(PlanCourse course, PlanCourse other) {
      var term = course.ruleTerm();
      return fromTerm <= term
          && term <= toTerm
          && Math.min(course.subjectId(), other.subjectId()) == Math.min(subjectId, otherId)
          && Math.max(course.subjectId(), other.subjectId()) == Math.max(subjectId, otherId);
    }
  }

  /** A classification in a term. */
  record OfTerm(long termId, String classification) {}

  /** A course that a student holds. */
  record HeldRow(long courseId, long enrollmentId, LocalDateTime enrolledAt) {}

  /** Looks at what one student holds. */
  interface Visitor {
    void student(long studentId, List<HeldRow> rows);
  }

  Map<Long, PlanCourse> courses() throws SQLException {
    var meetings = new HashMap<Long, List<Meeting>>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(MEETINGS)) {
      while (found.next()) {
        meetings
            .computeIfAbsent(found.getLong(1), _ -> new ArrayList<>())
            .add(new Meeting(found.getInt(2), found.getInt(3), found.getInt(4)));
      }
    }
    var courses = new HashMap<Long, PlanCourse>();
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                COURSES.replace(
                    "@announced",
                    new SeatFacts(connection).areKept() ? ANNOUNCED_CREDITS : "NULL"))) {
      while (found.next()) {
        var courseId = found.getLong(1);
        var copied = found.getObject(5, Long.class);
        courses.put(
            courseId,
            new PlanCourse(
                courseId,
                found.getLong(2),
                copied == null ? Ids.ruleTerm(found.getLong(2)) : copied,
                found.getLong(3),
                found.getInt(4),
                found.getString(6),
                meetings.getOrDefault(courseId, List.of())));
      }
    }
    return courses;
  }

  Set<AsOne> subjectsAsOne() throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(AS_ONE)) {
      var pairs = new HashSet<AsOne>();
      while (found.next()) {
        pairs.add(
            new AsOne(found.getLong(1), found.getLong(2), found.getLong(3), found.getLong(4)));
      }
      return pairs;
    }
  }

  Map<Key, Limit> limits() throws SQLException {
    try (var statement = connection.createStatement()) {
      // Connector/J holds the whole result in memory unless asked with exactly this value.
      statement.setFetchSize(Integer.MIN_VALUE);
      var limits = new HashMap<Key, Limit>();
      try (var found = statement.executeQuery(LIMITS)) {
        while (found.next()) {
          limits.put(
              new Key(found.getLong(1), found.getLong(2)),
              new Limit(found.getInt(3), found.getInt(4)));
        }
      }
      return limits;
    }
  }

  /** Returns how many courses of a classification a plan of a term may hold. */
  Map<OfTerm, Integer> mostCourses() throws SQLException {
    var most = new HashMap<OfTerm, Integer>();
    try (var statement = connection.createStatement();
        var exists = statement.executeQuery(HAS_CLASSIFICATIONS)) {
      if (!exists.next()) {
        return most;
      }
    }
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(CLASSIFICATIONS)) {
      while (found.next()) {
        most.put(new OfTerm(found.getLong(1), found.getString(2)), found.getInt(3));
      }
      return most;
    }
  }

  /** Returns the limits with what confirmed overrides raise, of plans whose limit was announced. */
  Map<Key, Integer> announcedLimits() throws SQLException {
    var limits = new HashMap<Key, Integer>();
    if (!new SeatFacts(connection).areKept()) {
      return limits;
    }
    try (var statement = connection.createStatement()) {
      statement.setFetchSize(Integer.MIN_VALUE);
      try (var found = statement.executeQuery(ANNOUNCED_LIMITS)) {
        while (found.next()) {
          limits.put(new Key(found.getLong(1), found.getLong(2)), found.getInt(3));
        }
      }
    }
    return limits;
  }

  /** Adds the retakes of what the student never took, or of another subject than the course's. */
  void retakes(Examples wrong) throws SQLException {
    try (var statement = connection.prepareStatement(RETAKES)) {
      statement.setLong(1, Ids.RESERVED_FROM);
      statement.setLong(2, Ids.RESERVED_FROM);
      try (var found = statement.executeQuery()) {
        while (found.next()) {
          wrong.add(
              "student %d takes course %d as a retake of subject %d, which %s"
                  .formatted(
                      found.getLong(1),
                      found.getLong(2),
                      found.getLong(3),
                      found.getBoolean(4)
                          ? "is not the subject of the course"
                          : "is not in the transcript"));
        }
      }
    }
  }

  /** Shows each student who holds something. */
  void each(Visitor visitor) throws SQLException {
    try (var statement = connection.prepareStatement(HELD)) {
      statement.setFetchSize(Integer.MIN_VALUE);
      statement.setLong(1, Ids.RESERVED_FROM);
      statement.setLong(2, Ids.RESERVED_FROM);
      try (var found = statement.executeQuery()) {
        var held = new ArrayList<HeldRow>();
        var studentId = -1L;
        while (found.next()) {
          if (found.getLong(1) != studentId && !held.isEmpty()) {
            visitor.student(studentId, List.copyOf(held));
            held.clear();
          }
          studentId = found.getLong(1);
          held.add(
              new HeldRow(
                  found.getLong(2), found.getLong(3), found.getObject(4, LocalDateTime.class)));
        }
        if (!held.isEmpty()) {
          visitor.student(studentId, held);
        }
      }
    }
  }
}
