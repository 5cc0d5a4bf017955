package io.sugang.seats.ledger;

import io.sugang.rules.plan.CourseStatus;

/**
 * The seats of a course, by its own row.
 *
 * @param capacity how many there are
 * @param enrolled how many are taken, as counted with each row that comes and goes
 * @param status whether free seats may be taken
 */
public record CourseSeats(int capacity, int enrolled, CourseStatus status) {

  /** The seats of a course that students may enroll in. */
  public CourseSeats(int capacity, int enrolled) {
    this(capacity, enrolled, CourseStatus.OPEN);
  }

  /** Returns whether a seat is free. */
  public boolean hasFree() {
    return enrolled < capacity;
  }
}
