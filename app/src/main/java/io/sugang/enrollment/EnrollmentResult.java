package io.sugang.enrollment;

import io.sugang.ledger.EnrollmentRow;
import io.sugang.plan.PlanRefusal;

/** How a request to enroll ended. */
sealed interface EnrollmentResult {

  /** The row is committed. */
  record Created(EnrollmentRow row) implements EnrollmentResult {}

  /** The row was committed for an earlier request with the same Idempotency-Key. */
  record Repeated(EnrollmentRow row) implements EnrollmentResult {}

  /** A rule of the student's plan forbids the course. */
  record RejectedByPlan(PlanRefusal refusal) implements EnrollmentResult {}

  /** Why there is no enrollment. */
  enum Refused implements EnrollmentResult {
    COURSE_FULL,
    ALREADY_ENROLLED,
    STUDENT_NOT_FOUND,
    COURSE_NOT_FOUND,
    /** The first request with the same Idempotency-Key, for the same pair, has not ended yet. */
    IN_FLIGHT,
    /** The student's Idempotency-Key belongs to a request for another course. */
    KEY_REUSED,
    /** Nobody can decide right now. Repeating the request is safe. */
    UNAVAILABLE
  }
}
