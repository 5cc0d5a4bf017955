package io.sugang.seat;

/**
 * The keys of one course at the gate do not hold what the scripts write, such as a key of another
 * type or an entry that cannot be parsed. Other courses are not affected.
 */
public final class UnreadableCourseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableCourseException(long courseId, Throwable cause) {
    super("Course " + courseId + " cannot be read at the gate: " + cause.getMessage(), cause);
  }
}
