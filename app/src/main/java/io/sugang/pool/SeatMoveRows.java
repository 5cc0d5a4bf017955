package io.sugang.pool;

import io.sugang.pool.PendingMoves.Pool;
import io.sugang.pool.PendingMoves.Portion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The statements that move seats. Seats leave one place and reach the other in one transaction, and
 * what is free is read behind the locks of both rows (docs/spec/SeatPools.tla). Rows of courses are
 * locked in the order of their ids, as the ledger does.
 */
final class SeatMoveRows {
  private static final int MOST_RELEASES = 1_000;

  private static final String POOLS =
      "SELECT course_id, pool_of, merges_at, capacity > enrolled FROM course"
          + " FORCE INDEX (ix_course_pool) WHERE pool_of IS NOT NULL ORDER BY course_id";
  private static final String PORTIONS =
      "SELECT COALESCE(c.pool_of, c.course_id), r.releases_at FROM seat_release r"
          + " JOIN course c ON c.course_id = r.course_id WHERE r.released_at IS NULL";
  private static final String DUE =
      "SELECT release_id, course_id, seats FROM seat_release"
          + " WHERE released_at IS NULL AND releases_at <= ?"
          + " ORDER BY releases_at LIMIT "
          + MOST_RELEASES
          + " FOR UPDATE SKIP LOCKED";
  private static final String ADD = "UPDATE course SET capacity = capacity + ? WHERE course_id = ?";
  private static final String RELEASED =
      "UPDATE seat_release SET released_at = ? WHERE release_id IN (%s)";
  private static final String FREE =
      "SELECT course_id, capacity - enrolled FROM course FORCE INDEX (PRIMARY)"
          + " WHERE course_id IN (?, ?) ORDER BY course_id FOR UPDATE";

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  SeatMoveRows(JdbcTemplate jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  private record Release(long releaseId, long courseId, int seats) {}

  PendingMoves pending() {
    List<Pool> pools =
        jdbc.query(
            POOLS,
            (row, n) ->
                new Pool(row.getLong(1), row.getLong(2), instant(row, 3), row.getBoolean(4)));
    List<Portion> portions =
        jdbc.query(
            PORTIONS,
            (row, n) -> new Portion(row.getLong(1), Objects.requireNonNull(instant(row, 2))));
    return new PendingMoves(pools, portions);
  }

  /** Adds the portions that are due. Returns the courses and pools whose capacity changed. */
  Set<Long> release(Instant now) {
    return Objects.requireNonNull(
        transaction.execute(status -> {
          List<Release> due =
              jdbc.query(
                  DUE,
                  (row, n) -> new Release(row.getLong(1), row.getLong(2), row.getInt(3)),
                  utc(now));
          if (due.isEmpty()) {
            return Set.of();
          }
          SortedMap<Long, Integer> seats = new TreeMap<>();
          due.forEach(release -> seats.merge(release.courseId, release.seats, Integer::sum));
          seats.forEach((course, more) -> jdbc.update(ADD, more, course));
          List<Object> values = new ArrayList<>();
          values.add(utc(now));
          due.forEach(release -> values.add(release.releaseId));
          String ids = String.join(",", Collections.nCopies(due.size(), "?"));
          jdbc.update(RELEASED.formatted(ids), values.toArray());
          return Set.copyOf(seats.keySet());
        }));
  }

  /**
   * Moves the free seats of merged pools to their courses, each pool in a transaction of its own.
   * Returns the courses and pools whose capacity changed.
   */
  Set<Long> merge(List<Pool> merged) {
    Set<Long> changed = new TreeSet<>();
    for (Pool pool : merged) {
      if (Boolean.TRUE.equals(transaction.execute(status -> move(pool)))) {
        changed.addAll(List.of(pool.poolId(), pool.courseId()));
      }
    }
    return changed;
  }

  private boolean move(Pool pool) {
    Map<Long, Integer> free = new HashMap<>();
    jdbc.query(
        FREE,
        (RowCallbackHandler) row -> free.put(row.getLong(1), row.getInt(2)),
        pool.poolId(),
        pool.courseId());
    int seats = free.getOrDefault(pool.poolId(), 0);
    if (seats <= 0) {
      return false;
    }
    jdbc.update(ADD, -seats, pool.poolId());
    jdbc.update(ADD, seats, pool.courseId());
    return true;
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = row.getObject(column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }
}
