package io.sugang.rules.window;

import io.sugang.platform.ids.StudentId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What audiences ask about a student.
 *
 * @param lastDigit of the student number; null where it does not end with one
 * @param departmentId of the student; null for one that the catalogue does not have
 * @param programs may be empty where no audience asks for any
 */
record StudentProfile(
    StudentId studentId,
    int grade,
    int termsCompleted,
    @Nullable Integer lastDigit,
    String type,
    String standing,
    @Nullable Long departmentId,
    List<Program> programs) {
  private static final String ENROLLED = "ENROLLED";

  /**
   * A program that the student is in.
   *
   * @param role as the table has it
   */
  record Program(long programId, long departmentId, String role) {}

  StudentProfile with(List<Program> others) {
    return new StudentProfile(
        studentId, grade, termsCompleted, lastDigit, type, standing, departmentId, others);
  }

  boolean isEnrolled() {
    return standing.equals(ENROLLED);
  }
}
