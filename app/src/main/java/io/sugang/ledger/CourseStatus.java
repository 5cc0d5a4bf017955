package io.sugang.ledger;

import io.sugang.ledger.ClaimResult.NotEnrolled;
import org.jspecify.annotations.Nullable;

/** Whether students may enroll in a course, whatever seats there are. */
public enum CourseStatus {
  OPEN,
  /** The desk takes no more enrollments. Those that there are stay. */
  CLOSED,
  /** The course does not take place. Its enrollments are being dropped, or were. */
  CANCELLED;

  /** Returns why a claim is refused whatever seats there are; null for an open course. */
  @Nullable NotEnrolled refusal() {
    return switch (this) {
      case OPEN -> null;
      case CLOSED -> NotEnrolled.COURSE_CLOSED;
      case CANCELLED -> NotEnrolled.COURSE_CANCELLED;
    };
  }
}
