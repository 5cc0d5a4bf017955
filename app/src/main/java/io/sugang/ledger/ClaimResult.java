package io.sugang.ledger;

import io.sugang.plan.PlanRefusal;

/** What the ledger decided about a claim. */
public sealed interface ClaimResult {

  /** The row is committed, durably. */
  record Enrolled(EnrollmentRow row) implements ClaimResult {}

  /** The student already had {@code row}, whoever inserted it. */
  record AlreadyEnrolled(EnrollmentRow row) implements ClaimResult {}

  /** A rule of the student's plan forbids the course, seen under the lock of the plan. */
  record AgainstPlan(PlanRefusal refusal) implements ClaimResult {}

  /** Every other outcome. */
  enum NotEnrolled implements ClaimResult {
    /** Rows equalled the capacity, under the lock of the course row. */
    FULL,
    /** There is no such course. */
    COURSE_NOT_FOUND,
    /** There is no such student. */
    STUDENT_NOT_FOUND,
    /** Nothing was inserted, surely: not tried, or seen so behind the lock. May be tried again. */
    NOT_INSERTED,
    /**
     * Nobody could tell whether the row was committed. The seat stays taken until the reconciler
     * has seen.
     */
    UNKNOWN
  }
}
