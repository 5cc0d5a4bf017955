package io.sugang.enrollment.rejections;

import io.sugang.catalog.student.StudentDirectory;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the rejections of the last minutes. */
@RestController
class RejectionController {
  private static final String AWAY =
      "Rejections cannot be looked up right now. Send the request again after a second.";

  private final StudentDirectory students;
  private final RejectionHistory history;

  RejectionController(StudentDirectory students, RejectionHistory history) {
    this.students = students;
    this.history = history;
  }

  /** A rejection in the API. */
  @Schema(name = "Refusal")
  record RejectionView(
      long courseId, @Schema(description = "Code of the problem") String code, Instant at) {}

  @Tag(name = "enrollments")
  @Operation(
      summary = "The rejected enrollments of a student in the last five minutes, newest first",
      description = "Up to 50, within about two seconds after their answers, of all instances.")
  @ApiResponse(
      responseCode = "200",
      content =
          @Content(array = @ArraySchema(schema = @Schema(implementation = RejectionView.class))))
  @ProblemResponses({
    ProblemType.INVALID_REQUEST,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/api/students/{id}/refusals", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> refusals(@PathVariable @ValidId long id, HttpServletRequest http) {
    if (Ids.isReserved(id) || !ActingUser.of(http).mayRead(id) || !students.exists(id)) {
      return ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".");
    }
    return answer(id);
  }

  @Tag(name = "me")
  @Operation(
      summary = "The student's rejected enrollments of the last five minutes, newest first",
      description = "As GET /api/students/{id}/refusals shows them.")
  @ApiResponse(
      responseCode = "200",
      content =
          @Content(array = @ArraySchema(schema = @Schema(implementation = RejectionView.class))))
  @OwnStudentProblems
  @GetMapping(path = "/api/me/refusals", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> ownRefusals(HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null ? user.noStudent() : answer(own);
  }

  private ResponseEntity<?> answer(long studentId) {
    return history
        .of(studentId)
        .<ResponseEntity<?>>map(found -> ResponseEntity.ok(views(found)))
        .orElseGet(() -> ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(AWAY));
  }

  private static List<RejectionView> views(List<RecentRejection> rejections) {
    return rejections.stream()
        .map(one ->
            new RejectionView(
                one.courseId(), one.reason().code(), Instant.ofEpochMilli(one.atMillis())))
        .toList();
  }
}
