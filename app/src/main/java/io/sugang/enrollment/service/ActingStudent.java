package io.sugang.enrollment.service;

import io.sugang.signin.ActingUser;
import org.jspecify.annotations.Nullable;

/** The student of a request to enroll: the one that the body names, otherwise the one signed in. */
final class ActingStudent {
  private ActingStudent() {}

  static @Nullable Long of(EnrollmentRequest request, ActingUser user) {
    Long named = request.studentId();
    return named == null ? user.ownStudentId() : named;
  }
}
