package io.sugang.enrollment;

/** Outcome of a request to cancel. */
enum CancelOutcome {
  CANCELLED,
  NOT_FOUND,
  /** The outcome cannot be decided now. Repeating the request is safe. */
  UNAVAILABLE
}
