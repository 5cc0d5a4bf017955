package io.sugang.seats.ledger;

import com.zaxxer.hikari.HikariDataSource;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
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
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Component;

/**
 * Moves of seats between rows of courses, pools and portions. Seats leave one place and reach the
 * other in one transaction, and what is free is read behind the locks of both rows
 * (docs/spec/SeatPools.tla). Each transaction is about one course, so a locked course delays no
 * other. Rows of courses are locked in the order of their ids, and before those of portions, as all
 * transactions of the ledger do: {@link CourseSeatChanges} takes both.
 */
@Component
public class SeatTransferTransaction implements DisposableBean {
  private static final String LOCK =
      "SELECT course_id FROM course FORCE INDEX (PRIMARY) WHERE course_id = ? FOR UPDATE";
  private static final String DUE =
      "SELECT release_id, seats FROM seat_release FORCE INDEX (ix_seat_release_course)"
          + " WHERE course_id = ? AND released_at IS NULL AND releases_at <= ?"
          + " FOR UPDATE";
  private static final String ADD = "UPDATE course SET capacity = capacity + ? WHERE course_id = ?";
  private static final String CAPACITY = "SELECT capacity FROM course WHERE course_id = ?";
  private static final String RELEASED =
      "UPDATE seat_release SET released_at = ? WHERE release_id IN (%s)";
  private static final String FREE =
      "SELECT course_id, capacity, enrolled, pool_of, merges_at FROM course FORCE INDEX (PRIMARY)"
          + " WHERE course_id IN (?, ?) ORDER BY course_id FOR UPDATE";

  private final OnDemandTransactions transactions;
  private final JdbcTemplate jdbc;

  SeatTransferTransaction(HikariDataSource reads) {
    transactions = new OnDemandTransactions(reads, "seat-transfers", 1);
    jdbc = transactions.jdbc();
  }

  private record Release(long releaseId, int seats) {}

  private record MergingSeats(
      int capacity, int enrolled, long poolOf, @Nullable LocalDateTime mergesAt) {
    static MergingSeats of(ResultSet row) throws SQLException {
      return new MergingSeats(
          row.getInt(2), row.getInt(3), row.getLong(4), row.getObject(5, LocalDateTime.class));
    }

    boolean hasMerged(CourseId courseId, LocalDateTime until) {
      return poolOf == courseId.value() && mergesAt != null && !mergesAt.isAfter(until);
    }
  }

  /**
   * Adds the portions of a course, or of a pool, that are due. An instance that comes second waits
   * for the row of the course, and finds none.
   *
   * @param observer learns of the new capacity before it is committed
   * @return whether the capacity changed
   * @throws DataAccessException when MySQL does not answer, or the row stays locked
   */
  public boolean release(SeatsId seatsId, Instant now, CapacityObserver observer) {
    return execute(() -> {
      jdbc.query(LOCK, (row, n) -> row.getLong(1), seatsId.value());
      List<Release> due =
          jdbc.query(
              DUE,
              (row, n) -> new Release(row.getLong(1), row.getInt(2)),
              seatsId.value(),
              utc(now));
      if (due.isEmpty()) {
        return false;
      }
      jdbc.update(ADD, due.stream().mapToInt(Release::seats).sum(), seatsId.value());
      List<Object> values = new ArrayList<>();
      values.add(utc(now));
      due.forEach(release -> values.add(release.releaseId));
      String ids = String.join(",", Collections.nCopies(due.size(), "?"));
      jdbc.update(RELEASED.formatted(ids), values.toArray());
      for (int capacity : jdbc.queryForList(CAPACITY, Integer.class, seatsId.value())) {
        observer.raising(seatsId, capacity);
      }
      return true;
    });
  }

  /**
   * Moves the free seats of a pool to its course. Whether the pool has merged is read behind the
   * locks: its time may have changed since the caller read it.
   *
   * @param until the latest time of a merge that is due
   * @param observer learns of the course's new capacity before it is committed
   * @return whether seats moved
   * @throws DataAccessException when MySQL does not answer, or a row stays locked
   */
  public boolean merge(
      SeatsId poolId, CourseId courseId, Instant until, CapacityObserver observer) {
    return execute(() -> {
      Map<Long, MergingSeats> locked = new HashMap<>();
      jdbc.query(
          FREE,
          (RowCallbackHandler) row -> locked.put(row.getLong(1), MergingSeats.of(row)),
          poolId.value(),
          courseId.value());
      MergingSeats pool = locked.get(poolId.value());
      MergingSeats course = locked.get(courseId.value());
      if (pool == null || course == null || !pool.hasMerged(courseId, utc(until))) {
        return false;
      }
      int free = pool.capacity - pool.enrolled;
      if (free <= 0) {
        return false;
      }
      jdbc.update(ADD, -free, poolId.value());
      jdbc.update(ADD, free, courseId.value());
      observer.raising(courseId.ownSeats(), course.capacity + free);
      return true;
    });
  }

  private interface Move {
    boolean changes();
  }

  private boolean execute(Move move) {
    return transactions.execute(status -> move.changes());
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  @Override
  public void destroy() {
    transactions.close();
  }
}
