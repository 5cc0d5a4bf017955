package io.sugang.tools.chaos;

/**
 * What a client wants of one course.
 *
 * @param impatient gives up waiting early, and asks again with the same key
 * @param twice clicks a second time at once, as another request with another key
 * @param keyed sends an {@code Idempotency-Key} with each enrollment
 */
record PlannedRequest(
    long number,
    long studentId,
    long courseId,
    Then then,
    boolean impatient,
    boolean twice,
    boolean keyed) {

  /** What a winner does next. */
  enum Then {
    KEEP,
    CANCEL,
    CANCEL_AND_ENROLL_AGAIN
  }
}
