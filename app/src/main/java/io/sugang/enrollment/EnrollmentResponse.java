package io.sugang.enrollment;

import io.sugang.ledger.EnrollmentRow;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** An enrollment in HTTP. */
@Schema(name = "Enrollment")
record EnrollmentResponse(long enrollmentId, long studentId, long courseId, Instant enrolledAt) {
  static EnrollmentResponse of(EnrollmentRow row) {
    return new EnrollmentResponse(
        row.enrollmentId(), row.studentId(), row.courseId(), row.enrolledAt());
  }
}
