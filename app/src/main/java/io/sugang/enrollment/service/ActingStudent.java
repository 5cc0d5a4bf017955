package io.sugang.enrollment.service;

import io.sugang.platform.ids.StudentId;
import io.sugang.signin.ActingUser;
import org.jspecify.annotations.Nullable;

/** The student of a request to enroll: the one that the body names, otherwise the one signed in. */
final class ActingStudent {
  private ActingStudent() {}

  static @Nullable StudentId of(EnrollmentRequest request, ActingUser user) {
    Long named = request.studentId();
    Long acting = named == null ? user.ownStudentId() : named;
    return acting == null ? null : new StudentId(acting);
  }
}
