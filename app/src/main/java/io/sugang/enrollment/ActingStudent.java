package io.sugang.enrollment;

import java.util.Objects;

/**
 * Who acts, decided here and nowhere else. Today the student that the body names; sign-in comes
 * here.
 */
final class ActingStudent {
  private ActingStudent() {}

  static long of(EnrollmentRequest request) {
    return Objects.requireNonNull(request.studentId(), "validated");
  }
}
