package io.sugang.enrollment;

import io.sugang.enrollment.EnrollmentResult.AgainstPlan;
import io.sugang.enrollment.EnrollmentResult.Enrolled;
import io.sugang.enrollment.EnrollmentResult.Refused;
import io.sugang.enrollment.EnrollmentResult.Repeated;
import io.sugang.fastpath.Answer;
import io.sugang.id.Ids;
import io.sugang.id.ValidId;
import io.sugang.id.WarmupPass;
import io.sugang.ledger.EnrollmentRow;
import io.sugang.plan.PlanRefusal;
import io.sugang.problem.ProblemResponses;
import io.sugang.problem.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(EnrollmentController.PATH)
@Tag(name = "enrollments")
class EnrollmentController {
  static final String PATH = "/api/enrollments";
  private static final String UNDECIDED =
      "It cannot be decided right now. Send the same request again after a second; repeating it is safe.";
  private static final String KEY = "Idempotency-Key";
  private static final String KEY_PATTERN = "[!-~]{1,64}";
  private static final Pattern KEY_SYNTAX = Pattern.compile(KEY_PATTERN);
  private static final String KEY_RULE = "must be 1 to 64 visible ASCII characters, in one header";

  private final EnrollmentRequestReader requests;
  private final EnrollmentService enrollments;
  private final EnrollmentCancellation cancellations;
  private final WarmupPass warmup;

  EnrollmentController(
      EnrollmentRequestReader requests,
      EnrollmentService enrollments,
      EnrollmentCancellation cancellations,
      WarmupPass warmup) {
    this.requests = requests;
    this.enrollments = enrollments;
    this.cancellations = cancellations;
    this.warmup = warmup;
  }

  @PostMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Enroll a student in a course",
      description =
          "Repeating a request is safe. With the same Idempotency-Key for the same student and course the first 201 is"
              + " given again, or request-in-flight while the first request has not ended; for another course"
              + " the student's key is refused with idempotency-key-reused, or the full course with course-full. A key is kept with its enrollment: after a refusal or"
              + " a cancel it is free again. Without a key a repetition is answered with already-enrolled.")
  @ApiResponse(
      responseCode = "201",
      description = "The enrollment is committed",
      headers =
          @Header(
              name = "Location",
              description = "Path of the enrollment",
              schema = @Schema(type = "string")),
      content = @Content(schema = @Schema(implementation = EnrollmentResponse.class)))
  @ProblemResponses({
    ProblemType.COURSE_FULL,
    ProblemType.ALREADY_ENROLLED,
    ProblemType.NOT_IN_TERM,
    ProblemType.SAME_SUBJECT,
    ProblemType.TIME_CONFLICT,
    ProblemType.CREDIT_LIMIT,
    ProblemType.REQUEST_IN_FLIGHT,
    ProblemType.IDEMPOTENCY_KEY_REUSED,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.INVALID_REQUEST,
    ProblemType.UNSUPPORTED_MEDIA_TYPE,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content = @Content(schema = @Schema(implementation = EnrollmentRequest.class)))
  @Parameter(
      name = KEY,
      in = ParameterIn.HEADER,
      schema = @Schema(type = "string", pattern = KEY_PATTERN))
  void enroll(HttpServletRequest http, HttpServletResponse response) throws Exception {
    Answer.await(answer(http)).write(response);
  }

  CompletionStage<Answer> answer(HttpServletRequest http) throws MethodArgumentNotValidException {
    EnrollmentRequest request = requests.read(http);
    String idempotencyKey = http.getHeader(KEY);
    if (idempotencyKey != null && !isValid(idempotencyKey, http)) {
      return CompletableFuture.completedFuture(response ->
          ProblemType.INVALID_REQUEST.write(response, "'" + KEY + "' " + KEY_RULE + ".", PATH));
    }
    long studentId = ActingStudent.of(request);
    long courseId = Objects.requireNonNull(request.courseId(), "validated");
    Refused unknown = refusalOfReservedIds(studentId, courseId, warmup.isShownBy(http));
    if (unknown != null) {
      return CompletableFuture.completedFuture(
          response -> refused(unknown, studentId, courseId, response));
    }
    // Written as bytes: in a rush nearly every request ends here, and a converter would be chosen
    // and fed with an object for each.
    return enrollments
        .enroll(studentId, courseId, idempotencyKey)
        .thenApply(result ->
            switch (result) {
              case Enrolled(EnrollmentRow row) -> response -> created(row, response);
              case Repeated(EnrollmentRow row) -> response -> created(row, response);
              case AgainstPlan(PlanRefusal refusal) ->
                  response -> {
                    PlanProblem problem = PlanProblem.of(refusal, courseId);
                    problem.type().write(response, problem.detail(), PATH, problem.members());
                  };
              case Refused reason -> response -> refused(reason, studentId, courseId, response);
            });
  }

  /**
   * Refuses reserved ids without a look-up: an id that does not exist must cost nothing, and a
   * student of the warm-up must never take a seat of a real course.
   */
  // No short circuits: the warm-up, which has reserved ids in all its requests, would teach the
  // compiler to leave out the way of all others.
  @SuppressWarnings("ShortCircuitBoolean")
  private static @Nullable Refused refusalOfReservedIds(
      long studentId, long courseId, boolean ofWarmup) {
    boolean reservedCourse = Ids.isReserved(courseId);
    if (Ids.isReserved(studentId) & !(ofWarmup & reservedCourse)) {
      return Refused.STUDENT_NOT_FOUND;
    }
    return reservedCourse & !ofWarmup ? Refused.COURSE_NOT_FOUND : null;
  }

  private Predicate<EnrollmentRow> shownTo(HttpServletRequest http) {
    boolean ofWarmup = warmup.isShownBy(http);
    return row -> ofWarmup || !Ids.isReserved(row.studentId()) && !Ids.isReserved(row.courseId());
  }

  private static boolean isValid(String idempotencyKey, HttpServletRequest http) {
    return KEY_SYNTAX.matcher(idempotencyKey).matches()
        && Collections.list(http.getHeaders(KEY)).size() == 1;
  }

  private static void created(EnrollmentRow row, HttpServletResponse response) throws IOException {
    byte[] json = EnrollmentResponse.of(row).json();
    response.setStatus(HttpServletResponse.SC_CREATED);
    response.setHeader(HttpHeaders.LOCATION, PATH + "/" + row.enrollmentId());
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
  }

  private static void refused(
      Refused reason, long studentId, long courseId, HttpServletResponse response)
      throws IOException {
    switch (reason) {
      case COURSE_FULL ->
          ProblemType.COURSE_FULL.write(
              response, "Course " + courseId + " has no free seat.", PATH);
      case ALREADY_ENROLLED ->
          ProblemType.ALREADY_ENROLLED.write(
              response,
              "Student " + studentId + " is already enrolled in course " + courseId + ".",
              PATH);
      case STUDENT_NOT_FOUND ->
          ProblemType.STUDENT_NOT_FOUND.write(
              response, "There is no student " + studentId + ".", PATH);
      case COURSE_NOT_FOUND ->
          ProblemType.COURSE_NOT_FOUND.write(
              response, "There is no course " + courseId + ".", PATH);
      case IN_FLIGHT ->
          ProblemType.REQUEST_IN_FLIGHT.write(
              response,
              "The first request of student "
                  + studentId
                  + " for course "
                  + courseId
                  + " with this Idempotency-Key is still being decided. Send it again after a second.",
              PATH);
      case KEY_REUSED ->
          ProblemType.IDEMPOTENCY_KEY_REUSED.write(
              response,
              "This Idempotency-Key of the student was sent with another course. Send this request with a key of its own.",
              PATH);
      case UNAVAILABLE -> ProblemType.TEMPORARILY_UNAVAILABLE.write(response, UNDECIDED, PATH);
    }
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
        .filter(shownTo(http))
        .<ResponseEntity<?>>map(row -> ResponseEntity.ok(EnrollmentResponse.of(row)))
        .orElseGet(() -> notFound(id));
  }

  @DeleteMapping("/{id}")
  @Operation(summary = "Cancel an enrollment; its seat is free again")
  @ApiResponse(responseCode = "204", description = "Cancelled", content = @Content)
  @ProblemResponses({
    ProblemType.ENROLLMENT_NOT_FOUND,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  CompletableFuture<ResponseEntity<?>> cancel(
      @PathVariable @ValidId long id, HttpServletRequest http) {
    return cancellations
        .cancel(id, shownTo(http))
        .thenApply(outcome ->
            switch (outcome) {
              case CANCELLED -> ResponseEntity.noContent().build();
              case NOT_FOUND -> notFound(id);
              case UNAVAILABLE -> unavailable();
            });
  }

  private static ResponseEntity<?> notFound(long id) {
    return ProblemType.ENROLLMENT_NOT_FOUND.toResponse("There is no enrollment " + id + ".");
  }

  private static ResponseEntity<?> unavailable() {
    return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(UNDECIDED);
  }
}
