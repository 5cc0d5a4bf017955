package io.sugang.verifier;

/** Whether a student belongs to an audience, as a condition in SQL. */
public final class Audiences {
  // A student belongs to an audience when one row fits; a row fits when all its columns do, and
  // NULL fits all.
  private static final String HAS_STUDENT =
      """
      EXISTS (
        SELECT 1 FROM audience_row fit WHERE fit.audience_id = %s
        AND student.grade BETWEEN COALESCE(fit.grade_from, student.grade) AND COALESCE(fit.grade_to, student.grade)
        AND student.terms_completed BETWEEN COALESCE(fit.terms_from, student.terms_completed)
          AND COALESCE(fit.terms_to, student.terms_completed)
        AND (fit.number_parity IS NULL
          OR fit.number_parity = 'ODD' AND RIGHT(student.student_number, 1) IN ('1', '3', '5', '7', '9')
          OR fit.number_parity = 'EVEN' AND RIGHT(student.student_number, 1) IN ('0', '2', '4', '6', '8'))
        AND (fit.type IS NULL OR fit.type = student.type)
        AND CASE WHEN fit.program_id IS NULL AND fit.program_role IS NULL
          THEN fit.department_id IS NULL OR fit.department_id = (
            SELECT department_id FROM department WHERE name_ko = student.department)
          ELSE EXISTS (
            SELECT 1 FROM student_program own JOIN program ON program.program_id = own.program_id
            WHERE own.student_id = student.student_id
            AND own.program_id = COALESCE(fit.program_id, own.program_id)
            AND own.role = COALESCE(fit.program_role, own.role)
            AND program.department_id = COALESCE(fit.department_id, program.department_id))
          END)
      """;

  private Audiences() {}

  /**
   * Returns a condition about the row of the table {@code student} that a statement reads.
   *
   * @param audienceId a column or a number
   */
  public static String haveStudent(String audienceId) {
    return HAS_STUDENT.formatted(audienceId);
  }
}
