package io.sugang.rules.plan;

import io.sugang.platform.ids.SeatsId;

/** There is no such course, so it is not known which rules it has. */
public final class UnknownCourseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a course or a pool. */
  public UnknownCourseException(SeatsId seatsId) {
    super("There is no course " + seatsId, null, false, false);
  }
}
