package io.sugang.enrollment.planview;

import io.sugang.catalog.student.StudentDirectory;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the plan of a student. */
@RestController
class PlanController {
  private final StudentDirectory students;
  private final PlanRows plans;

  PlanController(StudentDirectory students, PlanRows plans) {
    this.students = students;
    this.plans = plans;
  }

  @Tag(name = "enrollments")
  @Operation(
      summary = "The plan of a student: courses, credits and timetable of the term",
      description =
          "Without term it is the newest regular term in which the student is registered.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = PlanView.class)))
  @ProblemResponses({
    ProblemType.INVALID_REQUEST,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/api/students/{id}/plan", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> plan(
      @PathVariable @ValidId long id,
      @RequestParam(required = false) @ValidId @Nullable Long term,
      HttpServletRequest http) {
    if (Ids.isReserved(id) || !ActingUser.of(http).mayRead(id) || !students.exists(id)) {
      return ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".");
    }
    return ResponseEntity.ok(plans.planOf(id, term));
  }

  @Tag(name = "me")
  @Operation(
      summary = "The plan of the student who is signed in",
      description = "As GET /api/students/{id}/plan shows it.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = PlanView.class)))
  @OwnStudentProblems
  @GetMapping(path = "/api/me/plan", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> ownPlan(
      @RequestParam(required = false) @ValidId @Nullable Long term, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null ? user.noStudent() : ResponseEntity.ok(plans.planOf(own, term));
  }
}
