package io.sugang.verifier;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What MySQL holds of how many seats there have to be: the announcement, and each change of it. */
final class SeatFacts {
  private static final String KEPT =
      """
      SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'announced_course'
      """;
  // A merge is done within seconds of its time, by a clock that may differ.
  private static final String ROWS =
      """
      SELECT course.course_id, COALESCE(pool_of, course.course_id), pool_of IS NOT NULL,
        COALESCE(merges_at <= UTC_TIMESTAMP(3) + INTERVAL 2500000 MICROSECOND, FALSE), capacity, announced_course.seats
      FROM course LEFT JOIN announced_course ON announced_course.course_id = course.course_id
      WHERE course.course_id < @mock ORDER BY 1
      """
          .replace("@mock", Long.toString(Ids.MOCK_COURSES_FROM));
  private static final String CHANGED =
      """
      SELECT seats.id, CAST(SUM(seats.seats * sign) AS SIGNED) FROM (
        SELECT changed.id, changed.seats, 1 AS sign FROM audit_event
        JOIN JSON_TABLE(detail, '$.after.seats[*]' COLUMNS (id BIGINT PATH '$.seatsId', seats INT PATH '$.capacity')) changed
        WHERE action IN (@actions) AND outcome = 'DONE'
        UNION ALL
        SELECT changed.id, changed.seats, -1 FROM audit_event
        JOIN JSON_TABLE(detail, '$.before.seats[*]' COLUMNS (id BIGINT PATH '$.seatsId', seats INT PATH '$.capacity')) changed
        WHERE action IN (@actions) AND outcome = 'DONE'
      ) seats GROUP BY seats.id
      """
          .replace(
              "@actions",
              "'COURSE_CAPACITY', 'COURSE_CLOSE', 'COURSE_REOPEN', 'COURSE_CANCEL', 'COURSE_IMPORT', 'COURSE_RESET'");

  // Portions to come of a cancelled course are ended with it, and add nothing.
  private static final String ADDED =
      """
      SELECT seat_release.course_id, SUM(seat_release.seats) FROM seat_release
      JOIN course ON course.course_id = seat_release.course_id
      WHERE released_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM course_cancellation ended
        WHERE ended.course_id = COALESCE(course.pool_of, course.course_id) AND ended.requested_at <= seat_release.released_at)
      GROUP BY 1
      """;
  private static final String RAISED =
      """
      SELECT enrollment.course_id, COUNT(*) FROM override JOIN enrollment ON enrollment.enrollment_id = override.enrollment_id
      WHERE override.state = 'CONFIRMED' AND FIND_IN_SET('CAPACITY', override.lifts) GROUP BY 1
      """;

  private final Connection connection;

  SeatFacts(Connection connection) {
    this.connection = connection;
  }

  /**
   * The seats of a row of {@code course}.
   *
   * @param ofCourse the course, of a pool too
   * @param merged whether free seats may have gone to the course
   * @param expected announced seats and all changes; null when they were never announced
   */
  record Row(
      long courseId,
      long ofCourse,
      boolean pool,
      boolean merged,
      long capacity,
      @Nullable Long expected) {}

  /** Whether the schema has announcements. */
  boolean areKept() throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(KEPT)) {
      return found.next() && found.getLong(1) > 0;
    }
  }

  /** Returns the rows of each course, with its pools, by its id. */
  Map<Long, List<Row>> read() throws SQLException {
    var changes = sums(CHANGED);
    sums(ADDED).forEach((course, seats) -> changes.merge(course, seats, Long::sum));
    sums(RAISED).forEach((course, seats) -> changes.merge(course, seats, Long::sum));
    var courses = new HashMap<Long, List<Row>>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(ROWS)) {
      while (found.next()) {
        var announced = found.getObject(6, Long.class);
        var row =
            new Row(
                found.getLong(1),
                found.getLong(2),
                found.getBoolean(3),
                found.getBoolean(4),
                found.getLong(5),
                announced == null ? null : announced + changes.getOrDefault(found.getLong(1), 0L));
        courses.computeIfAbsent(row.ofCourse(), _ -> new ArrayList<>()).add(row);
      }
    }
    return courses;
  }

  private Map<Long, Long> sums(String query) throws SQLException {
    var sums = new HashMap<Long, Long>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      while (found.next()) {
        sums.put(found.getLong(1), found.getLong(2));
      }
    }
    return sums;
  }
}
