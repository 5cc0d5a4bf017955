package io.sugang.enrollment;

import io.sugang.ledger.EnrollmentRow;
import java.time.Instant;

/** An enrollment in HTTP. */
record EnrollmentResponse(long enrollmentId, long studentId, long courseId, Instant enrolledAt) {
  static EnrollmentResponse of(EnrollmentRow row) {
    return new EnrollmentResponse(
        row.enrollmentId(), row.studentId(), row.courseId(), row.enrolledAt());
  }
}
