package io.sugang.rules.window;

import io.sugang.rules.window.StudentProfile.Program;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of an audience: a student fits who fits all its columns. Null fits all.
 *
 * @param odd whether the last digit of the student number has to be odd
 * @param departmentId of the student; where {@code programRole} is named, of one of the programs
 */
record AudienceRow(
    @Nullable Integer gradeFrom,
    @Nullable Integer gradeTo,
    @Nullable Integer termsFrom,
    @Nullable Integer termsTo,
    @Nullable Boolean odd,
    @Nullable String type,
    @Nullable Long departmentId,
    @Nullable Long programId,
    @Nullable String programRole) {

  boolean fits(StudentProfile student) {
    return isWithin(gradeFrom, student.grade(), gradeTo)
        && isWithin(termsFrom, student.termsCompleted(), termsTo)
        && (odd == null || student.lastDigit() != null && odd == (student.lastDigit() % 2 == 1))
        && (type == null || type.equals(student.type()))
        && (asksForPrograms()
            ? student.programs().stream().anyMatch(this::fits)
            : departmentId == null || departmentId.equals(student.departmentId()));
  }

  /** Whether the programs of a student have to be known. */
  boolean asksForPrograms() {
    return programId != null || programRole != null;
  }

  private boolean fits(Program program) {
    return (programId == null || programId == program.programId())
        && (programRole == null || programRole.equals(program.role()))
        && (departmentId == null || departmentId == program.departmentId());
  }

  private static boolean isWithin(@Nullable Integer from, int value, @Nullable Integer to) {
    return Objects.requireNonNullElse(from, value) <= value
        && value <= Objects.requireNonNullElse(to, value);
  }
}
