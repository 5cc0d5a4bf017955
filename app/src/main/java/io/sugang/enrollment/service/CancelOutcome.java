package io.sugang.enrollment.service;

import io.sugang.rules.window.RegistrationRejection;

/** Outcome of a request to cancel. */
sealed interface CancelOutcome {

  /** A rejection by a window. */
  record RejectedCancel(RegistrationRejection rejection) implements CancelOutcome {}

  /** All other outcomes. */
  enum Ended implements CancelOutcome {
    CANCELLED,
    NOT_FOUND,
    /** The outcome cannot be decided now. Repeating the request is safe. */
    UNAVAILABLE
  }
}
