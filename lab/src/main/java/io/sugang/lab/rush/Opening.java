package io.sugang.lab.rush;

import io.sugang.ops.control.TemporaryWindows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The window for all that {@link TemporaryWindows} wrote.
 *
 * @param early enrollments that arrived before it, by their rows
 */
record Opening(long termId, Instant opensAt, Instant closesAt, long early) {
  private static final String OPENING =
      """
      SELECT opening.term_id, opening.opens_at, opening.closes_at, (
        SELECT COUNT(*) FROM enrollment JOIN course USING (course_id)
        WHERE course.term_id = opening.term_id
        AND enrollment.enrolled_at >= ? AND enrollment.enrolled_at < opening.opens_at)
      FROM registration_window opening WHERE opening.window_id = %d
      """
          .formatted(TemporaryWindows.IDS);

  /**
   * Reads it; null when there is none.
   *
   * @param closedSince no window was open from then until the opening
   */
  static @Nullable Opening read(Connection mysql, Instant closedSince) throws SQLException {
    try (var statement = mysql.prepareStatement(OPENING)) {
      statement.setObject(1, LocalDateTime.ofInstant(closedSince, ZoneOffset.UTC));
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? new Opening(rows.getLong(1), utc(rows, 2), utc(rows, 3), rows.getLong(4))
            : null;
      }
    }
  }

  /** From a time to the opening; negative after it. */
  Duration after(Instant time) {
    return Duration.between(time, opensAt);
  }

  private static Instant utc(ResultSet rows, int column) throws SQLException {
    return rows.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
