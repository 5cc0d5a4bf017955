package io.sugang.seats.gate;

/**
 * Failure of reading one course at the gate: a key of another type, or an entry that cannot be
 * parsed. Other courses are not affected.
 */
public final class UnreadableCourseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableCourseException(long courseId, Throwable cause) {
    super("Course " + courseId + " cannot be read at the gate: " + cause.getMessage(), cause);
  }
}
