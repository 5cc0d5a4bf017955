package io.sugang.verifier;

/** Takes enrollment rows one by one. */
@FunctionalInterface
interface RowVisitor {
  void row(long enrollmentId, long studentId, long courseId);
}
