package io.sugang.seats.ledger;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Changes of the capacity of courses by an operator, each with its event. */
@Component
public class CourseCapacities {
  // It counts only while the row is locked: the capacity before it is that of the event.
  private static final String LOCK =
      "SELECT capacity, enrolled, COALESCE(pool_of, course_id) FROM course FORCE INDEX (PRIMARY)"
          + " WHERE course_id = ? FOR UPDATE";
  private static final String CHANGE = "UPDATE course SET capacity = ? WHERE course_id = ?";
  private static final String EVENT =
      "INSERT INTO audit_event (at, actor, action, target, course_id, detail) SELECT UTC_TIMESTAMP(3),"
          + " 'operator', 'COURSE_CAPACITY', CONCAT('course:', asked.course_id), asked.course_id,"
          + " JSON_OBJECT('before', JSON_OBJECT('seats', JSON_ARRAY(JSON_OBJECT('seatsId',"
          + " asked.seats_id, 'capacity', asked.capacity_before, 'taken', asked.taken))), 'after',"
          + " JSON_OBJECT('seats', JSON_ARRAY(JSON_OBJECT('seatsId', asked.seats_id, 'capacity',"
          + " asked.capacity_after, 'taken', asked.taken)))) FROM (SELECT CAST(? AS SIGNED) AS"
          + " course_id, CAST(? AS SIGNED) AS seats_id, CAST(? AS SIGNED) AS capacity_before,"
          + " CAST(? AS SIGNED) AS capacity_after, CAST(? AS SIGNED) AS taken) asked";

  private final DeskTransactions transactions;
  private final JdbcTemplate jdbc;

  CourseCapacities(DeskTransactions transactions) {
    this.transactions = transactions;
    this.jdbc = transactions.jdbc();
  }

  private record Locked(int capacity, int enrolled, CourseId courseId) {}

  /** The outcome of a change. */
  public enum Change {
    /** The new capacity is committed. */
    CHANGED,
    /** Not changed: the course has more enrollments than the new capacity. */
    BELOW_ENROLLED,
    /** There is no such course. */
    NOT_FOUND
  }

  /**
   * Sets the capacity of a course or a pool, and appends the event of a capacity that differs.
   * Waits for the lock of its row. The call can be repeated safely, also after an exception that
   * leaves the outcome unknown.
   *
   * @param capacity seats, 0 or more
   * @param observer learns of a higher capacity before it is committed
   * @throws DataAccessException when MySQL does not answer, or the lock is not granted in time
   * @throws TransactionException when no connection is free in time, or the outcome is unknown
   */
  public Change change(SeatsId seatsId, int capacity, CapacityObserver observer) {
    return transactions.execute(() -> {
      Locked course =
          jdbc
              .query(
                  LOCK,
                  (row, n) ->
                      new Locked(row.getInt(1), row.getInt(2), new CourseId(row.getLong(3))),
                  seatsId.value())
              .stream()
              .findFirst()
              .orElse(null);
      if (course == null) {
        return Change.NOT_FOUND;
      }
      if (course.enrolled > capacity) {
        return Change.BELOW_ENROLLED;
      }
      if (course.capacity != capacity) {
        jdbc.update(CHANGE, capacity, seatsId.value());
        jdbc.update(
            EVENT,
            course.courseId.value(),
            seatsId.value(),
            course.capacity,
            capacity,
            course.enrolled);
      }
      if (capacity > course.capacity) {
        observer.raising(seatsId, capacity);
      }
      return Change.CHANGED;
    });
  }
}
