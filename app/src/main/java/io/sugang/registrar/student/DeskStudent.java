package io.sugang.registrar.student;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.enrollment.planview.PlanView;
import io.sugang.enrollment.rejections.CourseRejection;
import io.sugang.enrollment.service.StudentWindows;
import io.sugang.registrar.override.OverrideView;
import io.sugang.signin.LastSignIns.LastSignIn;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A student in the API of the desk. */
@Schema(name = "DeskStudent")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeskStudent(
    StudentEntry student,
    @Schema(description = "The newest regular term in which the student is registered")
        PlanView plan,
    @Schema(description = "Those for this student, without those of mock terms")
        StudentWindows windows,
    @Schema(
            description =
                "Why enrollments were refused, by course and reason, newest first, 200 at most;"
                    + " seconds old, in a rush minutes, without mock terms")
        List<CourseRejection> refusals,
    @Schema(description = "Newest first, 100 at most") List<OverrideView> overrides,
    @Schema(description = "Left out: the student has not signed in within the longest session")
        @Nullable LastSignIn lastSignIn) {

  /**
   * A student of the register.
   *
   * @param type as audiences name it
   * @param standing as the register has it
   */
  @Schema(name = "StudentEntry")
  record StudentEntry(
      long studentId,
      String studentNumber,
      String name,
      String department,
      int grade,
      @Schema(example = "REGULAR") String type,
      @Schema(example = "ENROLLED", description = "ENROLLED, LEAVE, LEFT or GRADUATED")
          String standing) {}
}
