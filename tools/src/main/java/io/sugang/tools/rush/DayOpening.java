package io.sugang.tools.rush;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The window of a grade on a simulated day, or one for all.
 *
 * @param grade {@link #ALL} for all
 * @param early enrollments of the grade that arrived before it, by their rows
 */
record DayOpening(long termId, int grade, Instant opensAt, Instant closesAt, long early) {
  static final int ALL = 0;
  private static final String OPENINGS =
      """
      SELECT opening.term_id, opening.window_id - %1$d, opening.opens_at, opening.closes_at, (
        SELECT COUNT(*) FROM enrollment JOIN student USING (student_id) JOIN course USING (course_id)
        WHERE course.term_id = opening.term_id AND opening.window_id - %1$d IN (student.grade, %3$d)
        AND enrollment.enrolled_at >= ? AND enrollment.enrolled_at < opening.opens_at)
      FROM registration_window opening WHERE opening.window_id BETWEEN %1$d + ? AND %1$d + ? * %2$d
      ORDER BY opening.opens_at
      """
          .formatted(StandInWindows.IDS, StandInWindows.MOST_GRADES, ALL);

  /**
   * Reads the windows that {@link StandInWindows} wrote, in the order of their opening.
   *
   * @param forAll the one for all, otherwise those of the grades
   * @param closedSince no window was open from then until the first opening
   */
  static List<DayOpening> read(Connection mysql, boolean forAll, Instant closedSince)
      throws SQLException {
    List<DayOpening> openings = new ArrayList<>();
    try (var statement = mysql.prepareStatement(OPENINGS)) {
      statement.setObject(1, LocalDateTime.ofInstant(closedSince, ZoneOffset.UTC));
      statement.setInt(2, forAll ? ALL : 1);
      statement.setInt(3, forAll ? ALL : 1);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          openings.add(
              new DayOpening(
                  rows.getLong(1), rows.getInt(2), utc(rows, 3), utc(rows, 4), rows.getLong(5)));
        }
      }
    }
    return openings;
  }

  boolean forAll() {
    return grade == ALL;
  }

  /** From a time to the opening; negative after it. */
  Duration after(Instant time) {
    return Duration.between(time, opensAt);
  }

  private static Instant utc(ResultSet rows, int column) throws SQLException {
    return rows.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
