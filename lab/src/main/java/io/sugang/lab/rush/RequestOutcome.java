package io.sugang.lab.rush;

import org.jspecify.annotations.Nullable;

/**
 * What became of one request. Times are nanoseconds since the start of the run.
 *
 * @param status of HTTP; 0 when no answer came, and then {@code error} says why
 * @param code of the problem detail, e.g. {@code COURSE_FULL}
 * @param enrollmentId of the enrollment that was won
 * @param dueNanos when the request should have been sent
 * @param sentNanos when it began to be written, on a connection that stood; 0 when none stood
 */
record RequestOutcome(
    Pair pair,
    int status,
    @Nullable String code,
    @Nullable Long enrollmentId,
    @Nullable String error,
    long dueNanos,
    long sentNanos,
    long endNanos) {

  boolean won() {
    return status == 201;
  }

  boolean refused() {
    return status == 409;
  }

  boolean lost() {
    return status == 0;
  }

  /** Whether the contract of the service knows this answer to a well-formed request. */
  boolean foreseen() {
    return won() || refused() || status == 503;
  }
}
