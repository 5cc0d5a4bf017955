package io.sugang.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A committed enrollment.
 *
 * @param enrolledAt UTC, to the microsecond
 * @param idempotencyKey as sent with the request that got the seat
 */
public record EnrollmentRow(
    long enrollmentId,
    long studentId,
    long courseId,
    Instant enrolledAt,
    @Nullable String idempotencyKey) {

  Seat seat() {
    return new Seat(courseId, studentId);
  }
}
