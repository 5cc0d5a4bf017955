package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.audit.AuditedAction;
import io.sugang.audit.RefusedAttempts;
import io.sugang.enrollment.rejections.RecentRejections;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.WarmupPass;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.seats.idempotency.IdempotencyHeader;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.pool.CoursePools;
import io.sugang.server.admission.Arrival;
import io.sugang.signin.ActingUser;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * Enrolls for HTTP requests: notes refused attempts and rejections, and translates the results. All
 * operations and fast paths that enroll answer by it.
 */
@Component
class EnrollmentAnswers {
  private static final String UNDECIDED =
      "It cannot be decided right now. Send the same request again after a second; repeating it is"
          + " safe.";

  private final EnrollmentService enrollments;
  private final WarmupPass warmup;
  private final SharedClock clock;
  private final RecentRejections recent;
  private final RefusedAttempts attempts;
  private final CoursePools pools;

  EnrollmentAnswers(
      EnrollmentService enrollments,
      WarmupPass warmup,
      SharedClock clock,
      RecentRejections recent,
      RefusedAttempts attempts,
      CoursePools pools) {
    this.enrollments = enrollments;
    this.warmup = warmup;
    this.clock = clock;
    this.recent = recent;
    this.attempts = attempts;
    this.pools = pools;
  }

  /** Enrolls the student of a request when its user may, without waiting for gate and ledger. */
  CompletableFuture<ResponseEntity<?>> enroll(
      EnrollmentRequest request, @Nullable String idempotencyKey, HttpServletRequest http) {
    if (idempotencyKey != null
        && !IdempotencyHeader.isValid(idempotencyKey, http.getHeaders(IdempotencyHeader.NAME))) {
      return CompletableFuture.completedFuture(
          ProblemType.INVALID_REQUEST.toResponse(IdempotencyHeader.FAULT));
    }
    ActingUser user = ActingUser.of(http);
    StudentId acting = ActingStudent.of(request, user);
    if (acting == null) {
      return CompletableFuture.completedFuture(
          ProblemType.INVALID_REQUEST.toResponse("The field 'studentId' is missing."));
    }
    CourseId courseId = new CourseId(Objects.requireNonNull(request.courseId(), "validated"));
    Instant arrivedAt = clock.at(Arrival.nanoTimeOf(http));
    boolean ofWarmup = warmup.isCarriedBy(http);
    CompletableFuture<ActingUser> settled = user.settledAsync();
    return settled == null
        ? enroll(acting, courseId, idempotencyKey, arrivedAt, ofWarmup, user)
        : settled.thenCompose(
            known -> enroll(acting, courseId, idempotencyKey, arrivedAt, ofWarmup, known));
  }

  /** Enrolls as {@link #enroll} does, and rejects a user who is no student. */
  CompletableFuture<ResponseEntity<?>> enrollOwn(
      EnrollmentRequest request, @Nullable String idempotencyKey, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    return user.ownStudentId() == null
        ? CompletableFuture.completedFuture(user.noStudent())
        : enroll(request, idempotencyKey, http);
  }

  /**
   * Waits for an answer.
   *
   * @throws Exception what the stages of the answer threw
   */
  static ResponseEntity<?> awaited(CompletableFuture<ResponseEntity<?>> answer) throws Exception {
    try {
      return answer.join();
    } catch (CompletionException failure) {
      throw Causes.ofStage(failure) instanceof Exception thrown ? thrown : failure;
    }
  }

  private CompletableFuture<ResponseEntity<?>> enroll(
      StudentId studentId,
      CourseId courseId,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      boolean ofWarmup,
      ActingUser user) {
    if (!user.mayActFor(studentId.value())) {
      noteNotYours(studentId, courseId, arrivedAt, user.actorFor(studentId.value()));
      return CompletableFuture.completedFuture(user.notYours());
    }
    Rejected unknown = rejectionOfReservedIds(studentId, courseId, ofWarmup);
    return unknown == null
        ? decide(studentId, courseId, idempotencyKey, arrivedAt, user.actorFor(studentId.value()))
        : CompletableFuture.completedFuture(rejected(unknown, studentId, courseId));
  }

  /** Decides for a student for whom the actor may act. The ids are not reserved ones. */
  CompletableFuture<ResponseEntity<?>> decide(
      StudentId studentId,
      CourseId courseId,
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
              case RejectedByPlan(SameSubject(SeatsId other))
                  when pools.courseOf(other).equals(courseId) ->
                  rejected(Rejected.ALREADY_ENROLLED, studentId, courseId);
              case RejectedByPlan(PlanRejection rejection) -> {
                PlanProblem problem = PlanProblem.of(rejection, courseId, pools::courseOf);
                recent.add(studentId, courseId, problem.type());
                yield problem.toResponse();
              }
              case RejectedByRules(RegistrationRejection rejection) -> {
                RegistrationProblem problem =
                    RegistrationProblem.of(RegistrationAction.ENROLL, rejection, clock.now());
                recent.add(studentId, courseId, problem.type());
                yield problem.toResponse();
              }
              case Rejected reason -> rejected(reason, studentId, courseId);
            });
  }

  /** Notes that an actor who may not act for the student asked to enroll it. */
  void noteNotYours(StudentId studentId, CourseId courseId, Instant arrivedAt, Actor actor) {
    attempts.add(
        AuditedAction.ENROLL,
        arrivedAt,
        actor,
        studentId.value(),
        courseId.value(),
        null,
        ProblemType.NOT_YOURS.code());
  }

  /**
   * Rejects reserved ids without a look-up: an id that does not exist must cost nothing, and a
   * student of the warm-up must never take a seat of a real course.
   */
  // No short circuits: the warm-up, which has reserved ids in all its requests, would teach the
  // compiler to leave out the branch of all other requests.
  @SuppressWarnings("ShortCircuitBoolean")
  private static @Nullable Rejected rejectionOfReservedIds(
      StudentId studentId, CourseId courseId, boolean ofWarmup) {
    boolean reservedCourse = courseId.isReserved();
    if (studentId.isReserved() & !(ofWarmup & reservedCourse)) {
      return Rejected.STUDENT_NOT_FOUND;
    }
    return reservedCourse & !ofWarmup ? Rejected.COURSE_NOT_FOUND : null;
  }

  private ResponseEntity<?> created(EnrollmentRow row) {
    return ResponseEntity.created(URI.create(EnrollmentController.PATH + "/" + row.enrollmentId()))
        .contentType(MediaType.APPLICATION_JSON)
        .body(EnrollmentResponse.of(row, pools));
  }

  private ResponseEntity<?> rejected(Rejected reason, StudentId studentId, CourseId courseId) {
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

  private ResponseEntity<?> full(CourseId courseId) {
    String detail = "Course " + courseId + " has no free seat.";
    Instant next = pools.nextRelease(courseId);
    return next == null
        ? ProblemType.COURSE_FULL.toResponse(detail)
        : ProblemType.COURSE_FULL.toResponse(
            detail + " More seats follow at " + next + ".",
            Map.of("nextReleaseAt", next.toString()));
  }

  /** Returns the answer to a request that neither the gate nor the ledger decided. */
  static ResponseEntity<?> unavailable() {
    return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(UNDECIDED);
  }
}
