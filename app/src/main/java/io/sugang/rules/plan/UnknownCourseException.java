package io.sugang.rules.plan;

/** There is no such course, so it is not known which rules it has. */
public final class UnknownCourseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a course or a pool. */
  public UnknownCourseException(long courseId) {
    super("There is no course " + courseId, null, false, false);
  }
}
