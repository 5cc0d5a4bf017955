package io.sugang.ledger;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Changes of the capacity of courses. */
@Component
public class CourseCapacities {
  // One statement: it locks the course row, and compares behind the lock.
  private static final String CHANGE =
      "UPDATE course SET capacity = ? WHERE course_id = ? AND enrolled <= ?";
  private static final String COUNT = "SELECT COUNT(*) FROM course WHERE course_id = ?";

  private final JdbcTemplate jdbc;

  CourseCapacities(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

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
   * Sets the capacity of a course. Waits for the lock of its row. The call can be repeated safely,
   * also after an exception that leaves the outcome unknown.
   *
   * @param capacity seats, 0 or more
   * @throws DataAccessException when MySQL does not answer, or the lock is not granted in time
   */
  public Change change(long courseId, int capacity) {
    // The driver counts rows that were found, so an equal capacity is CHANGED too.
    if (jdbc.update(CHANGE, capacity, courseId, capacity) == 1) {
      return Change.CHANGED;
    }
    Long courses = jdbc.queryForObject(COUNT, Long.class, courseId);
    return courses != null && courses == 1 ? Change.BELOW_ENROLLED : Change.NOT_FOUND;
  }
}
