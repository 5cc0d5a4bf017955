package io.sugang.verifier;

/** What a student asks for: one seat in a course. */
record Seat(long studentId, long courseId) {
  @Override
  public String toString() {
    return "student %d in course %d".formatted(studentId, courseId);
  }
}
