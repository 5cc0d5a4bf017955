package io.sugang.enrollment;

/** How a request to cancel ended. */
enum CancelOutcome {
  CANCELLED,
  NOT_FOUND,
  /** Nobody can decide right now. Repeating the request is safe. */
  UNAVAILABLE
}
