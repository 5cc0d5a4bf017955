package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.WaivedRule;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A committed enrollment.
 *
 * @param enrolledAt UTC, to the microsecond
 * @param idempotencyKey as sent with the request that got the seat
 * @param retakeOf the subject of the transcript that the course replaces; null for no retake
 * @param waived rules that the desk waived for this row; what they raised goes with it
 */
public record EnrollmentRow(
    long enrollmentId,
    StudentId studentId,
    SeatsId seatsId,
    Instant enrolledAt,
    @Nullable String idempotencyKey,
    @Nullable Long retakeOf,
    Set<WaivedRule> waived) {

  /** Creates a row for which no rule was waived. */
  public EnrollmentRow(
      long enrollmentId,
      StudentId studentId,
      SeatsId seatsId,
      Instant enrolledAt,
      @Nullable String idempotencyKey,
      @Nullable Long retakeOf) {
    this(enrollmentId, studentId, seatsId, enrolledAt, idempotencyKey, retakeOf, Set.of());
  }

  /** Creates the row of no retake. */
  public EnrollmentRow(
      long enrollmentId,
      StudentId studentId,
      SeatsId seatsId,
      Instant enrolledAt,
      @Nullable String idempotencyKey) {
    this(enrollmentId, studentId, seatsId, enrolledAt, idempotencyKey, null);
  }

  Seat seat() {
    return new Seat(studentId, seatsId);
  }
}
