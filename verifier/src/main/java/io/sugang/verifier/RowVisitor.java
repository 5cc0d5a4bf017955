package io.sugang.verifier;

import java.time.LocalDateTime;

/** Takes enrollment rows one by one. */
@FunctionalInterface
interface RowVisitor {
  void row(long enrollmentId, long studentId, long courseId, LocalDateTime enrolledAt);
}
