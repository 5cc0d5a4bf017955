package io.sugang.seats.ledger;

import io.sugang.rules.plan.CourseStatus;
import io.sugang.rules.plan.PlanRejection;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Decision of the ledger about a claim. */
public sealed interface ClaimResult {

  /** An enrollment whose row is committed, durably. */
  record Enrolled(EnrollmentRow row) implements ClaimResult {}

  /**
   * An earlier enrollment of the student in the course: {@code row}, whichever request inserted it.
   */
  record AlreadyEnrolled(EnrollmentRow row) implements ClaimResult {}

  /** A rejection by a rule of the student's plan, read under the lock of the plan. */
  record RejectedClaim(PlanRejection rejection) implements ClaimResult {}

  /**
   * No outcome within the time limit, while the writer may be executing the claim.
   *
   * @param outcome what the writer comes to, never another one of these
   */
  record OutOfTime(CompletionStage<ClaimResult> outcome) implements ClaimResult {}

  /**
   * Outcome without a row of this claim, or without a known one. Not each is a rejection: {@link
   * #NOT_INSERTED} and {@link #UNKNOWN} leave the request undecided.
   */
  enum NotEnrolled implements ClaimResult {
    /** The rows equalled the capacity, under the lock of the course row or in one statement. */
    FULL,
    /** The desk closed the course, read under the lock of its row. */
    COURSE_CLOSED,
    /** The course does not take place, read under the lock of its row. */
    COURSE_CANCELLED,
    /** There is no such course. */
    COURSE_NOT_FOUND,
    /** There is no such student. */
    STUDENT_NOT_FOUND,
    /**
     * Surely no row was inserted: not tried, or read so behind the lock. The claim may be repeated.
     */
    NOT_INSERTED,
    /**
     * Unknown whether the row was committed. The seat stays taken until the reconciler has read the
     * row.
     */
    UNKNOWN;

    /** Returns why a claim is rejected whatever seats there are; null for an open course. */
    static @Nullable NotEnrolled by(CourseStatus status) {
      return switch (status) {
        case OPEN -> null;
        case CLOSED -> COURSE_CLOSED;
        case CANCELLED -> COURSE_CANCELLED;
      };
    }
  }
}
