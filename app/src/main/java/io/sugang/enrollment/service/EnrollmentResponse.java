package io.sugang.enrollment.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.pool.CoursePools;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An enrollment in HTTP.
 *
 * @param retakeOf the subject of the transcript that the course replaces; left out for no retake
 */
@Schema(name = "Enrollment")
@JsonInclude(JsonInclude.Include.NON_NULL)
record EnrollmentResponse(
    long enrollmentId,
    long studentId,
    long courseId,
    Instant enrolledAt,
    @Schema(description = "Subject of the transcript that a retake replaces; left out otherwise")
        @Nullable Long retakeOf) {

  /**
   * Returns the response for a row.
   *
   * @param pools say whose seat it is, where the row has a pool
   */
  static EnrollmentResponse of(EnrollmentRow row, CoursePools pools) {
    return new EnrollmentResponse(
        row.enrollmentId(),
        row.studentId().value(),
        pools.courseOf(row.seatsId()).value(),
        row.enrolledAt(),
        row.retakeOf());
  }
}
