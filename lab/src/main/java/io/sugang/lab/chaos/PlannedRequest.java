package io.sugang.lab.chaos;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants of one course.
 *
 * @param impatient gives up waiting early, and asks again with the same key
 * @param twice clicks a second time at once, as another request with another key
 * @param keyed sends an {@code Idempotency-Key} with each enrollment
 * @param lift confirms this override instead of enrolling; null: none
 */
record PlannedRequest(
    long number,
    long studentId,
    long courseId,
    Then then,
    boolean impatient,
    boolean twice,
    boolean keyed,
    @Nullable Lift lift) {

  /** An override that the desk has granted, and the rules that it lifts. */
  record Lift(long overrideId, Set<String> rules) {}

  PlannedRequest(
      long number,
      long studentId,
      long courseId,
      Then then,
      boolean impatient,
      boolean twice,
      boolean keyed) {
    this(number, studentId, courseId, then, impatient, twice, keyed, null);
  }

  /** Whether the desk lifts this rule for it. */
  boolean lifts(String rule) {
    return lift != null && lift.rules().contains(rule);
  }

  /** What a winner does next. */
  enum Then {
    KEEP,
    CANCEL,
    CANCEL_AND_ENROLL_AGAIN
  }
}
