package io.sugang.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A committed enrollment.
 *
 * @param enrolledAt UTC, to the microsecond
 * @param idempotencyKey as sent with the request that got the seat
 * @param retakeOf the subject of the transcript that the course replaces; null for no retake
 */
public record EnrollmentRow(
    long enrollmentId,
    long studentId,
    long courseId,
    Instant enrolledAt,
    @Nullable String idempotencyKey,
    @Nullable Long retakeOf) {

  /** Creates the row of no retake. */
  public EnrollmentRow(
      long enrollmentId,
      long studentId,
      long courseId,
      Instant enrolledAt,
      @Nullable String idempotencyKey) {
    this(enrollmentId, studentId, courseId, enrolledAt, idempotencyKey, null);
  }

  Seat seat() {
    return new Seat(courseId, studentId);
  }
}
