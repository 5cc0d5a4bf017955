package io.sugang.seats.pool;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.pool.PendingTransfers.Pool;
import io.sugang.seats.pool.PendingTransfers.Portion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements that read pools, and the portions to come. */
final class PendingTransferRows {
  private static final String POOLS =
      "SELECT course_id, pool_of, merges_at, capacity > enrolled FROM course"
          + " FORCE INDEX (ix_course_pool) WHERE pool_of IS NOT NULL ORDER BY course_id";
  private static final String PORTIONS =
      "SELECT c.course_id, COALESCE(c.pool_of, c.course_id), r.releases_at FROM seat_release r"
          + " JOIN course c ON c.course_id = r.course_id WHERE r.released_at IS NULL";

  private final JdbcTemplate jdbc;

  PendingTransferRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  PendingTransfers read() {
    List<Pool> pools =
        jdbc.query(
            POOLS,
            (row, n) ->
                new Pool(
                    new SeatsId(row.getLong(1)),
                    new CourseId(row.getLong(2)),
                    instant(row, 3),
                    row.getBoolean(4)));
    List<Portion> portions =
        jdbc.query(
            PORTIONS,
            (row, n) ->
                new Portion(
                    new SeatsId(row.getLong(1)),
                    new CourseId(row.getLong(2)),
                    Objects.requireNonNull(instant(row, 3))));
    return new PendingTransfers(pools, portions);
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = row.getObject(column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }
}
