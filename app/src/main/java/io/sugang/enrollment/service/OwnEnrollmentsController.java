package io.sugang.enrollment.service;

import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.seats.idempotency.IdempotencyHeader;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.ArraySchema;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the enrollments of the student who is signed in. */
@RestController
@RequestMapping(OwnEnrollmentsController.PATH)
@Tag(name = "me")
class OwnEnrollmentsController {
  static final String PATH = "/api/me/enrollments";

  private final EnrollmentAnswers answers;
  private final CancelAnswers cancels;
  private final StudentSeats seats;

  OwnEnrollmentsController(EnrollmentAnswers answers, CancelAnswers cancels, StudentSeats seats) {
    this.answers = answers;
    this.cancels = cancels;
    this.seats = seats;
  }

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "The seats that the student holds, oldest first",
      description = "Without term those of all terms but mock ones.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(array = @ArraySchema(schema = @Schema(implementation = HeldSeat.class))))
  @OwnStudentProblems
  ResponseEntity<?> enrollments(
      @RequestParam(required = false) @ValidId @Nullable Long term, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null ? user.noStudent() : ResponseEntity.ok(seats.of(new StudentId(own), term));
  }

  @PostMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Enroll in a course",
      description = "As POST /api/enrollments does for the student who is signed in.")
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
  @OwnStudentProblems
  @ProblemResponses({
    ProblemType.REQUEST_IN_FLIGHT,
    ProblemType.IDEMPOTENCY_KEY_REUSED,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.NOT_YOURS,
    ProblemType.UNSUPPORTED_MEDIA_TYPE
  })
  ResponseEntity<?> enroll(
      @Valid @RequestBody EnrollmentRequest request,
      @Parameter(schema = @Schema(type = "string", pattern = IdempotencyHeader.SYNTAX))
          @RequestHeader(name = IdempotencyHeader.NAME, required = false)
          @Nullable String idempotencyKey,
      HttpServletRequest http)
      throws Exception {
    return EnrollmentAnswers.awaited(answers.enrollOwn(request, idempotencyKey, http));
  }

  @DeleteMapping("/{id}")
  @Operation(summary = "Cancel an enrollment; its seat is free again")
  @ApiResponse(responseCode = "204", description = "Cancelled", content = @Content)
  @OwnStudentProblems
  @WindowProblems
  @ProblemResponses(ProblemType.ENROLLMENT_NOT_FOUND)
  CompletableFuture<ResponseEntity<?>> cancel(
      @PathVariable @ValidId long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    return user.ownStudentId() == null
        ? CompletableFuture.completedFuture(user.noStudent())
        : cancels.cancel(id, http);
  }
}
