package io.sugang.enrollment;

import java.util.Objects;

/** The student of a request, decided here only: the student that the body names. */
final class ActingStudent {
  private ActingStudent() {}

  static long of(EnrollmentRequest request) {
    return Objects.requireNonNull(request.studentId(), "validated");
  }
}
