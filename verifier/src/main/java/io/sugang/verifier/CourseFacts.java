package io.sugang.verifier;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What MySQL holds of courses that their rules are made of, and rows that contradict it. */
final class CourseFacts {
  private static final int CELLS_OF_DAY = 288;
  private static final int MINUTES = 5;

  private static final String MEETINGS =
      "SELECT course_id, weekday, start_minute, end_minute FROM meeting";
  private static final String MASKS =
      "SELECT course_id, COALESCE(pool_of, course_id), slot_mask FROM course WHERE term_id IS NOT NULL";
  private static final String CREDITS =
      """
      SELECT CONCAT('course ', course.course_id, ' has ', course.credits, ' credits, and ', announced_course.credits, ' were announced')
      FROM course JOIN announced_course ON announced_course.course_id = course.course_id
      WHERE course.credits <> announced_course.credits
      """;

  // While a course is being cancelled its enrollments are dropped some at a time. No row may be
  // inserted from the commit of the cancel on.
  private static final String CANCELLED =
      """
      SELECT CONCAT('course ', course.course_id, ' is cancelled, and ', COUNT(*), ' enrollments are left')
      FROM course JOIN enrollment ON enrollment.course_id = course.course_id
      LEFT JOIN course_cancellation ON course_cancellation.course_id = COALESCE(course.pool_of, course.course_id)
      WHERE course.status = 'CANCELLED' AND course.course_id < @reserved AND enrollment.student_id < @reserved
      AND NOT EXISTS (SELECT 1 FROM mock_term WHERE mock_term.term_id = course.term_id AND mock_term.state = 'ENDING')
      AND (course_cancellation.course_id IS NULL OR finished_at IS NOT NULL
        OR enrollment.inserted_at > requested_at + INTERVAL 2500000 MICROSECOND)
      GROUP BY course.course_id
      """
          .replace("@reserved", Long.toString(Ids.RESERVED_FROM));

  private final Connection connection;

  CourseFacts(Connection connection) {
    this.connection = connection;
  }

  /** Adds courses whose cells of the week are not those of their meetings. */
  long masks(Examples wrong) throws SQLException {
    var meetings = new HashMap<Long, BigInteger>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(MEETINGS)) {
      while (found.next()) {
        var first = CELLS_OF_DAY * (found.getInt(2) - 1) + found.getInt(3) / MINUTES;
        var cells = (found.getInt(4) - found.getInt(3)) / MINUTES;
        meetings.merge(
            found.getLong(1),
            BigInteger.ONE.shiftLeft(cells).subtract(BigInteger.ONE).shiftLeft(first),
            BigInteger::or);
      }
    }
    long courses = 0;
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(MASKS)) {
      while (found.next()) {
        courses++;
        judge(found.getLong(1), meetings, found.getLong(2), found.getBytes(3), wrong);
      }
    }
    return courses;
  }

  private static void judge(
      long courseId,
      Map<Long, BigInteger> meetings,
      long ofCourse,
      byte @Nullable [] mask,
      Examples wrong) {
    var kept = mask == null ? BigInteger.ZERO : new BigInteger(1, mask);
    if (!kept.equals(meetings.getOrDefault(ofCourse, BigInteger.ZERO))) {
      wrong.add("the slot mask of course %d is not that of its meetings".formatted(courseId));
    }
  }

  /** Adds courses with other credits than announced. */
  void credits(Examples wrong) throws SQLException {
    Sentences.add(connection, CREDITS, wrong);
  }

  /** Adds cancelled courses with enrollments. */
  void cancelled(Examples wrong) throws SQLException {
    Sentences.add(connection, CANCELLED, wrong);
  }
}
