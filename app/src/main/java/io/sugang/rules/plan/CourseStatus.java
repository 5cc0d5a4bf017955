package io.sugang.rules.plan;

/** Whether students may enroll in a course, whatever seats there are. */
public enum CourseStatus {
  OPEN,
  /** The desk takes no more enrollments. Those that there are stay. */
  CLOSED,
  /** The course does not take place. Its enrollments are being dropped, or were. */
  CANCELLED
}
