package io.sugang.enrollment;

import io.sugang.ledger.EnrollmentRow;
import io.sugang.pool.CoursePools;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** An enrollment in HTTP. */
@Schema(name = "Enrollment")
record EnrollmentResponse(long enrollmentId, long studentId, long courseId, Instant enrolledAt) {
  /**
   * Returns the response for a row.
   *
   * @param pools say whose seat it is, where the row has a pool
   */
  static EnrollmentResponse of(EnrollmentRow row, CoursePools pools) {
    return new EnrollmentResponse(
        row.enrollmentId(), row.studentId(), pools.courseOf(row.courseId()), row.enrolledAt());
  }
}
