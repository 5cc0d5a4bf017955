package io.sugang.ledger;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
public class SeatTransfers implements DisposableBean {
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
      "SELECT course_id, capacity, enrolled FROM course FORCE INDEX (PRIMARY)"
          + " WHERE course_id IN (?, ?) ORDER BY course_id FOR UPDATE";

  private final OnDemandTransactions transactions;
  private final JdbcTemplate jdbc;

  SeatTransfers(HikariDataSource reads) {
    transactions = new OnDemandTransactions(reads, "seat-transfers", 1);
    jdbc = transactions.jdbc();
  }

  private record Release(long releaseId, int seats) {}

  /**
   * Adds the portions of a course, or of a pool, that are due. An instance that comes second waits
   * for the row of the course, and finds none.
   *
   * @param observer learns of the new capacity before it is committed
   * @return whether the capacity changed
   * @throws DataAccessException when MySQL does not answer, or the row stays locked
   */
  public boolean release(long courseId, Instant now, CapacityObserver observer) {
    return execute(() -> {
      jdbc.query(LOCK, (row, n) -> row.getLong(1), courseId);
      List<Release> due =
          jdbc.query(
              DUE, (row, n) -> new Release(row.getLong(1), row.getInt(2)), courseId, utc(now));
      if (due.isEmpty()) {
        return false;
      }
      jdbc.update(ADD, due.stream().mapToInt(Release::seats).sum(), courseId);
      List<Object> values = new ArrayList<>();
      values.add(utc(now));
      due.forEach(release -> values.add(release.releaseId));
      String ids = String.join(",", Collections.nCopies(due.size(), "?"));
      jdbc.update(RELEASED.formatted(ids), values.toArray());
      for (int capacity : jdbc.queryForList(CAPACITY, Integer.class, courseId)) {
        observer.raising(courseId, capacity);
      }
      return true;
    });
  }

  /**
   * Moves the free seats of a pool to its course.
   *
   * @param observer learns of the course's new capacity before it is committed
   * @return whether there were any
   * @throws DataAccessException when MySQL does not answer, or a row stays locked
   */
  public boolean merge(long poolId, long courseId, CapacityObserver observer) {
    return execute(() -> {
      Map<Long, CourseSeats> locked = new HashMap<>();
      jdbc.query(
          FREE,
          (RowCallbackHandler)
              row -> locked.put(row.getLong(1), new CourseSeats(row.getInt(2), row.getInt(3))),
          poolId,
          courseId);
      CourseSeats pool = locked.get(poolId);
      CourseSeats course = locked.get(courseId);
      int free = pool == null || course == null ? 0 : pool.capacity() - pool.enrolled();
      if (course == null || free <= 0) {
        return false;
      }
      jdbc.update(ADD, -free, poolId);
      jdbc.update(ADD, free, courseId);
      observer.raising(courseId, course.capacity() + free);
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
