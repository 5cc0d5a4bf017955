package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.audit.AuditedAction;
import io.sugang.audit.RefusedAttempts;
import io.sugang.enrollment.rejections.RecentRefusals;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Refused;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.ids.WarmupPass;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRefusal;
import io.sugang.rules.plan.PlanRefusal.SameSubject;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRefusal;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.pool.CoursePools;
import io.sugang.server.admission.Arrival;
import io.sugang.signin.ActingUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
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
  static final String UNDECIDED =
      "It cannot be decided right now. Send the same request again after a second; repeating it is"
          + " safe.";
  static final String KEY = "Idempotency-Key";
  static final String KEY_PATTERN = "[!-~]{1,64}";
  private static final Pattern KEY_SYNTAX = Pattern.compile(KEY_PATTERN);
  private static final String KEY_RULE = "must be 1 to 64 visible ASCII characters, in one header";

  private final EnrollmentService enrollments;
  private final EnrollmentCancellation cancellations;
  private final WarmupPass warmup;
  private final SharedClock clock;
  private final RecentRefusals recent;
  private final RefusedAttempts attempts;
  private final CoursePools pools;

  EnrollmentController(
      EnrollmentService enrollments,
      EnrollmentCancellation cancellations,
      WarmupPass warmup,
      SharedClock clock,
      RecentRefusals recent,
      RefusedAttempts attempts,
      CoursePools pools) {
    this.pools = pools;
    this.attempts = attempts;
    this.recent = recent;
    this.enrollments = enrollments;
    this.cancellations = cancellations;
    this.warmup = warmup;
    this.clock = clock;
  }

  @PostMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Enroll a student in a course",
      description =
          "Repeating a request is safe. With the same Idempotency-Key for the same student and"
              + " course the first 201 is given again, or request-in-flight while the first request"
              + " has not ended; for another course the student's key is refused with"
              + " idempotency-key-reused, or the full course with course-full. A key is kept with"
              + " its enrollment: after a refusal or a cancel it is free again. Without a key a"
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
      @Parameter(schema = @Schema(type = "string", pattern = KEY_PATTERN))
          @RequestHeader(name = KEY, required = false)
          @Nullable String idempotencyKey,
      HttpServletRequest http)
      throws Exception {
    try {
      return enrollAsync(request, idempotencyKey, http).join();
    } catch (CompletionException failure) {
      throw Causes.ofStage(failure) instanceof Exception thrown ? thrown : failure;
    }
  }

  /** Answers as {@link #enroll} does, without waiting for the gate and the ledger. */
  CompletableFuture<ResponseEntity<?>> enrollAsync(
      EnrollmentRequest request, @Nullable String idempotencyKey, HttpServletRequest http) {
    if (idempotencyKey != null && !isValid(idempotencyKey, http)) {
      return CompletableFuture.completedFuture(
          ProblemType.INVALID_REQUEST.toResponse("'" + KEY + "' " + KEY_RULE + "."));
    }
    ActingUser user = ActingUser.of(http);
    Long acting = ActingStudent.of(request, user);
    if (acting == null) {
      return CompletableFuture.completedFuture(
          ProblemType.INVALID_REQUEST.toResponse("The field 'studentId' is missing."));
    }
    long courseId = Objects.requireNonNull(request.courseId(), "validated");
    Instant arrivedAt = clock.at(Arrival.nanoTimeOf(http));
    boolean ofWarmup = warmup.isCarriedBy(http);
    CompletableFuture<ActingUser> settled = user.settledLater();
    return settled == null
        ? enroll(acting, courseId, idempotencyKey, arrivedAt, ofWarmup, user)
        : settled.thenCompose(
            known -> enroll(acting, courseId, idempotencyKey, arrivedAt, ofWarmup, known));
  }

  private CompletableFuture<ResponseEntity<?>> enroll(
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      boolean ofWarmup,
      ActingUser user) {
    if (!user.mayActFor(studentId)) {
      attempts.add(
          AuditedAction.ENROLL,
          arrivedAt,
          user.actorFor(studentId),
          studentId,
          courseId,
          null,
          ProblemType.NOT_YOURS.code());
      return CompletableFuture.completedFuture(user.notYours());
    }
    Refused unknown = refusalOfReservedIds(studentId, courseId, ofWarmup);
    return unknown == null
        ? decided(studentId, courseId, idempotencyKey, arrivedAt, user.actorFor(studentId))
        : CompletableFuture.completedFuture(refused(unknown, studentId, courseId));
  }

  /** Decides for a student for whom the actor may act. The ids are not reserved ones. */
  CompletableFuture<ResponseEntity<?>> decided(
      long studentId,
      long courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      Actor actor) {
    return enrollments
        .enroll(studentId, courseId, idempotencyKey, arrivedAt, actor)
        .thenApply(result ->
            switch (result) {
              case Created(EnrollmentRow row) -> created(row);
              case Repeated(EnrollmentRow row) -> created(row);
              // The student holds a seat of another pool of this course.
              case RejectedByPlan(SameSubject(long other)) when pools.courseOf(other) == courseId ->
                  refused(Refused.ALREADY_ENROLLED, studentId, courseId);
              case RejectedByPlan(PlanRefusal refusal) -> {
                PlanProblem problem = PlanProblem.of(refusal, courseId, pools::courseOf);
                recent.add(studentId, courseId, problem.type());
                yield problem.toResponse();
              }
              case RejectedByRules(RegistrationRefusal refusal) -> {
                RegistrationProblem problem =
                    RegistrationProblem.of(RegistrationAction.ENROLL, refusal, clock.now());
                recent.add(studentId, courseId, problem.type());
                yield problem.toResponse();
              }
              case Refused reason -> refused(reason, studentId, courseId);
            });
  }

  /**
   * Refuses reserved ids without a look-up: an id that does not exist must cost nothing, and a
   * student of the warm-up must never take a seat of a real course.
   */
  // No short circuits: the warm-up, which has reserved ids in all its requests, would teach the
  // compiler to leave out the branch of all other requests.
  @SuppressWarnings("ShortCircuitBoolean")
  private static @Nullable Refused refusalOfReservedIds(
      long studentId, long courseId, boolean ofWarmup) {
    boolean reservedCourse = Ids.isReserved(courseId);
    if (Ids.isReserved(studentId) & !(ofWarmup & reservedCourse)) {
      return Refused.STUDENT_NOT_FOUND;
    }
    return reservedCourse & !ofWarmup ? Refused.COURSE_NOT_FOUND : null;
  }

  private Predicate<EnrollmentRow> visibleTo(HttpServletRequest http) {
    boolean ofWarmup = warmup.isCarriedBy(http);
    ActingUser user = ActingUser.of(http);
    return row ->
        (ofWarmup || !Ids.isReserved(row.studentId()) && !Ids.isReserved(row.courseId()))
            && user.mayRead(row.studentId());
  }

  private Predicate<EnrollmentRow> mayCancel(HttpServletRequest http, Instant arrivedAt) {
    ActingUser user = ActingUser.of(http);
    Predicate<EnrollmentRow> visible = visibleTo(http);
    return row -> {
      if (!user.mayActFor(row.studentId())) {
        attempts.add(
            AuditedAction.CANCEL,
            arrivedAt,
            user.actorFor(row.studentId()),
            row.studentId(),
            row.courseId(),
            row.enrollmentId(),
            ProblemType.ENROLLMENT_NOT_FOUND.code());
      }
      return visible.test(row);
    };
  }

  private static boolean isValid(String idempotencyKey, HttpServletRequest http) {
    return KEY_SYNTAX.matcher(idempotencyKey).matches()
        && Collections.list(http.getHeaders(KEY)).size() == 1;
  }

  private ResponseEntity<?> created(EnrollmentRow row) {
    return ResponseEntity.created(URI.create(PATH + "/" + row.enrollmentId()))
        .contentType(MediaType.APPLICATION_JSON)
        .body(EnrollmentResponse.of(row, pools));
  }

  private ResponseEntity<?> refused(Refused reason, long studentId, long courseId) {
    switch (reason) {
      case COURSE_FULL -> recent.add(studentId, courseId, ProblemType.COURSE_FULL);
      case ALREADY_ENROLLED -> recent.add(studentId, courseId, ProblemType.ALREADY_ENROLLED);
      default -> {
        // No decision about a seat.
      }
    }
    return switch (reason) {
      case COURSE_FULL -> full(courseId);
      case ALREADY_ENROLLED ->
          ProblemType.ALREADY_ENROLLED.toResponse(
              "Student " + studentId + " is already enrolled in course " + courseId + ".");
      case STUDENT_NOT_FOUND ->
          ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + studentId + ".");
      case COURSE_NOT_FOUND ->
          ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + courseId + ".");
      case IN_FLIGHT ->
          ProblemType.REQUEST_IN_FLIGHT.toResponse(
              "The first request of student "
                  + studentId
                  + " for course "
                  + courseId
                  + " with this Idempotency-Key is still being decided. Send it again after a"
                  + " second.");
      case KEY_REUSED ->
          ProblemType.IDEMPOTENCY_KEY_REUSED.toResponse(
              "This Idempotency-Key of the student was sent with another course. Send this request"
                  + " with a key of its own.");
      case UNAVAILABLE -> unavailable();
    };
  }

  private ResponseEntity<?> full(long courseId) {
    String detail = "Course " + courseId + " has no free seat.";
    Instant next = pools.nextRelease(courseId);
    return next == null
        ? ProblemType.COURSE_FULL.toResponse(detail)
        : ProblemType.COURSE_FULL.toResponse(
            detail + " More seats follow at " + next + ".",
            Map.of("nextReleaseAt", next.toString()));
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
        .filter(visibleTo(http))
        .<ResponseEntity<?>>map(row -> ResponseEntity.ok(EnrollmentResponse.of(row, pools)))
        .orElseGet(() -> notFound(id));
  }

  @DeleteMapping("/{id}")
  @Operation(
      summary = "Cancel an enrollment; its seat is free again",
      description =
          "Repeating a request is safe: an enrollment that was cancelled within the last ten minutes"
              + " is answered with 204 again.")
  @ApiResponse(responseCode = "204", description = "Cancelled", content = @Content)
  @ProblemResponses({
    ProblemType.ENROLLMENT_NOT_FOUND,
    ProblemType.NOT_YOURS,
    ProblemType.NOT_OPEN,
    ProblemType.CLOSED,
    ProblemType.NOT_ELIGIBLE,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  CompletableFuture<ResponseEntity<?>> cancel(
      @PathVariable @ValidId long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Instant arrivedAt = clock.at(Arrival.nanoTimeOf(http));
    if (user.readsOnly()) {
      attempts.add(
          AuditedAction.CANCEL,
          arrivedAt,
          user.actorFor(0),
          null,
          null,
          id,
          ProblemType.NOT_YOURS.code());
      return CompletableFuture.completedFuture(user.notYours());
    }
    ResponseEntity<?> tooMany = user.tooManyCancels();
    if (tooMany != null) {
      return CompletableFuture.completedFuture(tooMany);
    }
    // Another student's enrollment is not shown, so it is not marked at the gate either.
    return cancellations
        .cancel(id, mayCancel(http, arrivedAt), arrivedAt, user::actorFor)
        .thenApply(outcome ->
            switch (outcome) {
              case CancelOutcome.Ended.CANCELLED -> ResponseEntity.noContent().build();
              case CancelOutcome.Ended.NOT_FOUND -> notFound(id);
              case CancelOutcome.Ended.UNAVAILABLE -> unavailable();
              case CancelOutcome.Rejected(RegistrationRefusal refusal) ->
                  RegistrationProblem.of(RegistrationAction.DROP, refusal, clock.now())
                      .toResponse();
            });
  }

  private static ResponseEntity<?> notFound(long id) {
    return ProblemType.ENROLLMENT_NOT_FOUND.toResponse("There is no enrollment " + id + ".");
  }

  private static ResponseEntity<?> unavailable() {
    return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(UNDECIDED);
  }
}
