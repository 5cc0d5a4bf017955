package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;

/**
 * Failure of reading one course at the gate: a key of another type, or an entry that cannot be
 * parsed. Other courses are not affected.
 */
public final class UnreadableCourseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableCourseException(SeatsId seatsId, Throwable cause) {
    super("Course " + seatsId + " cannot be read at the gate: " + cause.getMessage(), cause);
  }
}
