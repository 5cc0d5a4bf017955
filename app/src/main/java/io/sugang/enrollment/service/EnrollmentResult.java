package io.sugang.enrollment.service;

import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.seats.ledger.EnrollmentRow;

/** Result of a request to enroll. */
sealed interface EnrollmentResult {

  /** An enrollment of this request, whose row is committed. */
  record Created(EnrollmentRow row) implements EnrollmentResult {}

  /** An enrollment of an earlier request with the same Idempotency-Key, whose row is committed. */
  record Repeated(EnrollmentRow row) implements EnrollmentResult {}

  /** A rejection by a rule about the student's plan or history. */
  record RejectedByPlan(PlanRejection rejection) implements EnrollmentResult {}

  /** A rejection by a window or an audience. */
  record RejectedByRules(RegistrationRejection rejection) implements EnrollmentResult {}

  /** Reason for no enrollment. */
  enum Rejected implements EnrollmentResult {
    COURSE_FULL,
    ALREADY_ENROLLED,
    STUDENT_NOT_FOUND,
    COURSE_NOT_FOUND,
    /** The first request with the same Idempotency-Key, for the same pair, has not ended yet. */
    IN_FLIGHT,
    /** The student's Idempotency-Key belongs to a request for another course. */
    KEY_REUSED,
    /** The request cannot be decided now. Repeating it is safe. */
    UNAVAILABLE
  }
}
