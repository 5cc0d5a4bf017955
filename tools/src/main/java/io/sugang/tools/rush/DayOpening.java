package io.sugang.tools.rush;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The window of a grade on a simulated day.
 *
 * @param early enrollments of the grade that arrived before it, by their rows
 */
record DayOpening(long termId, int grade, Instant opensAt, Instant closesAt, long early) {
  private static final String OPENINGS =
      """
      SELECT opening.term_id, opening.window_id - %1$d, opening.opens_at, opening.closes_at, (
        SELECT COUNT(*) FROM enrollment JOIN student USING (student_id) JOIN course USING (course_id)
        WHERE course.term_id = opening.term_id AND student.grade = opening.window_id - %1$d
        AND enrollment.enrolled_at < opening.opens_at)
      FROM registration_window opening WHERE opening.window_id BETWEEN %1$d + 1 AND %1$d + %2$d
      ORDER BY opening.opens_at
      """
          .formatted(DayWindows.IDS, DayWindows.MOST_GRADES);

  /** Reads the windows that {@link DayWindows} wrote, in the order of their opening. */
  static List<DayOpening> read(Connection mysql) throws SQLException {
    List<DayOpening> openings = new ArrayList<>();
    try (var statement = mysql.createStatement();
        ResultSet rows = statement.executeQuery(OPENINGS)) {
      while (rows.next()) {
        openings.add(
            new DayOpening(
                rows.getLong(1), rows.getInt(2), utc(rows, 3), utc(rows, 4), rows.getLong(5)));
      }
    }
    return openings;
  }

  private static Instant utc(ResultSet rows, int column) throws SQLException {
    return rows.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
