package io.sugang.enrollment.service;

import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.seats.idempotency.IdempotencyHeader;
import io.sugang.seats.pool.CoursePools;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on enrollments. */
@RestController
@RequestMapping(EnrollmentController.PATH)
@Tag(name = "enrollments")
class EnrollmentController {
  static final String PATH = "/api/enrollments";

  private final EnrollmentAnswers answers;
  private final CancelAnswers cancels;
  private final EnrollmentService enrollments;
  private final VisibleEnrollments visible;
  private final CoursePools pools;

  EnrollmentController(
      EnrollmentAnswers answers,
      CancelAnswers cancels,
      EnrollmentService enrollments,
      VisibleEnrollments visible,
      CoursePools pools) {
    this.answers = answers;
    this.cancels = cancels;
    this.enrollments = enrollments;
    this.visible = visible;
    this.pools = pools;
  }

  @PostMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Enroll a student in a course",
      description =
          "Repeating a request is safe. The same Idempotency-Key for the same student and course"
              + " repeats the first 201, or is answered request-in-flight while the first request"
              + " has not ended. For another course the student's key is rejected with"
              + " idempotency-key-reused, or the full course with course-full. A key is kept with"
              + " its enrollment: after a rejection or a cancel it is free again. Without a key a"
              + " repetition is answered with already-enrolled.")
  @ApiResponse(
      responseCode = "201",
      description = "The enrollment is committed",
      headers =
          @Header(
              name = "Location",
              description = "Path of the enrollment",
              schema = @Schema(type = "string")),
      content = @Content(schema = @Schema(implementation = EnrollmentResponse.class)))
  @EnrollmentProblems
  @ProblemResponses({
    ProblemType.REQUEST_IN_FLIGHT,
    ProblemType.IDEMPOTENCY_KEY_REUSED,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.NOT_YOURS,
    ProblemType.INVALID_REQUEST,
    ProblemType.UNSUPPORTED_MEDIA_TYPE,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  ResponseEntity<?> enroll(
      @Valid @RequestBody EnrollmentRequest request,
      @Parameter(schema = @Schema(type = "string", pattern = IdempotencyHeader.SYNTAX))
          @RequestHeader(name = IdempotencyHeader.NAME, required = false)
          @Nullable String idempotencyKey,
      HttpServletRequest http)
      throws Exception {
    return EnrollmentAnswers.awaited(answers.enroll(request, idempotencyKey, http));
  }

  @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "Read an enrollment")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = EnrollmentResponse.class)))
  @ProblemResponses({
    ProblemType.ENROLLMENT_NOT_FOUND,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  ResponseEntity<?> find(@PathVariable @ValidId long id, HttpServletRequest http) {
    return enrollments
        .find(id)
        .filter(visible.to(http))
        .<ResponseEntity<?>>map(row -> ResponseEntity.ok(EnrollmentResponse.of(row, pools)))
        .orElseGet(() -> CancelAnswers.notFound(id));
  }

  @DeleteMapping("/{id}")
  @Operation(
      summary = "Cancel an enrollment; its seat is free again",
      description =
          "Repeating a request is safe: an enrollment that was cancelled within the last ten minutes"
              + " is answered with 204 again.")
  @ApiResponse(responseCode = "204", description = "Cancelled", content = @Content)
  @WindowProblems
  @ProblemResponses({
    ProblemType.ENROLLMENT_NOT_FOUND,
    ProblemType.NOT_YOURS,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  CompletableFuture<ResponseEntity<?>> cancel(
      @PathVariable @ValidId long id, HttpServletRequest http) {
    return cancels.cancel(id, http);
  }
}
