package io.sugang.registrar.override;

import io.sugang.enrollment.rejections.RecentRejections;
import io.sugang.enrollment.service.PlanProblem;
import io.sugang.enrollment.service.RegistrationProblem;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.override.OverrideConfirmation.ConfirmResult;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.ClaimResult.OutOfTime;
import io.sugang.seats.ledger.ClaimResult.RejectedClaim;
import io.sugang.seats.pool.CoursePools;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The answers to a confirm in HTTP. */
@Component
class ConfirmAnswers {
  private final CoursePools pools;
  private final RecentRejections recent;
  private final SharedClock clock;

  ConfirmAnswers(CoursePools pools, RecentRejections recent, SharedClock clock) {
    this.pools = pools;
    this.recent = recent;
    this.clock = clock;
  }

  /**
   * Answers a confirm.
   *
   * @param after the override, read after it
   * @param arrivedAt when the request reached the instance, by the shared clock
   */
  ResponseEntity<?> of(ConfirmResult confirm, OverrideEntry after, Instant arrivedAt) {
    CourseId courseId = after.courseId();
    return switch (confirm) {
      case ConfirmResult.ByRules(RegistrationRejection rejection) -> {
        RegistrationProblem problem =
            RegistrationProblem.of(RegistrationAction.ENROLL, rejection, clock.now());
        recent.add(after.studentId(), courseId, problem.type());
        yield problem.toResponse();
      }
      case ConfirmResult.ByPlan(PlanRejection rejection) -> byPlan(rejection, after);
      // Another request confirmed or withdrew it, or it expired before the arrival.
      case ConfirmResult.GrantEnded _ -> ofState(after, arrivedAt);
      case ConfirmResult.OfLedger(ClaimResult result) ->
          switch (result) {
            case Enrolled _ -> confirmed(after, arrivedAt);
            case AlreadyEnrolled _ -> alreadyEnrolled(after);
            case RejectedClaim(PlanRejection rejection) -> byPlan(rejection, after);
            case NotEnrolled reason -> notEnrolled(reason, after);
            case OutOfTime _ -> notEnrolled(NotEnrolled.UNKNOWN, after);
          };
    };
  }

  private ResponseEntity<ProblemDetail> byPlan(PlanRejection rejection, OverrideEntry after) {
    CourseId courseId = after.courseId();
    if (rejection instanceof SameSubject(SeatsId held) && pools.courseOf(held).equals(courseId)) {
      return alreadyEnrolled(after);
    }
    PlanProblem problem = PlanProblem.of(rejection, courseId, pools::courseOf);
    recent.add(after.studentId(), courseId, problem.type());
    return problem.toResponse();
  }

  private ResponseEntity<ProblemDetail> notEnrolled(NotEnrolled reason, OverrideEntry after) {
    return switch (reason) {
      case FULL -> {
        recent.add(after.studentId(), after.courseId(), ProblemType.COURSE_FULL);
        yield ProblemType.COURSE_FULL.toResponse(
            "Course %s has no free seat, and the override does not lift CAPACITY."
                .formatted(after.courseId()));
      }
      case COURSE_CLOSED -> {
        recent.add(after.studentId(), after.courseId(), ProblemType.COURSE_CLOSED);
        yield ProblemType.COURSE_CLOSED.toResponse(
            "The registrar's desk takes no more enrollments in this course.");
      }
      case COURSE_CANCELLED -> {
        recent.add(after.studentId(), after.courseId(), ProblemType.COURSE_CANCELLED);
        yield ProblemType.COURSE_CANCELLED.toResponse("This course does not take place.");
      }
      case COURSE_NOT_FOUND ->
          ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + after.courseId() + ".");
      case STUDENT_NOT_FOUND ->
          ProblemType.STUDENT_NOT_FOUND.toResponse(
              "There is no student " + after.studentId() + ".");
      case NOT_INSERTED, UNKNOWN ->
          ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(
              "It cannot be decided right now. Confirm again after a second; repeating is safe.");
    };
  }

  private ResponseEntity<ProblemDetail> alreadyEnrolled(OverrideEntry after) {
    recent.add(after.studentId(), after.courseId(), ProblemType.ALREADY_ENROLLED);
    return ProblemType.ALREADY_ENROLLED.toResponse(
        "Student %s is already enrolled in course %s; the override is not needed."
            .formatted(after.studentId(), after.courseId()));
  }

  /** Answers by the state of an override: the enrollment, or why there is none. */
  static ResponseEntity<?> ofState(OverrideEntry found, Instant arrivedAt) {
    return switch (found.stateAt(arrivedAt)) {
      case CONFIRMED -> confirmed(found, arrivedAt);
      case EXPIRED ->
          ProblemType.OVERRIDE_EXPIRED.toResponse(
              "Override %d expired at %s.".formatted(found.overrideId(), found.expiresAt()),
              Map.of("expiresAt", String.valueOf(found.expiresAt())));
      default -> otherState(found, arrivedAt);
    };
  }

  private static ResponseEntity<?> confirmed(OverrideEntry found, Instant at) {
    return ResponseEntity.created(URI.create("/api/enrollments/" + found.enrollmentId()))
        .contentType(MediaType.APPLICATION_JSON)
        .body(OverrideView.of(found, at));
  }

  static ResponseEntity<ProblemDetail> otherState(OverrideEntry found, Instant at) {
    OverrideState state = found.stateAt(at);
    return ProblemType.OVERRIDE_STATE.toResponse(
        "Override %d is %s.".formatted(found.overrideId(), state), Map.of("state", state.name()));
  }

  static ResponseEntity<ProblemDetail> notFound(long overrideId) {
    return ProblemType.OVERRIDE_NOT_FOUND.toResponse("There is no override " + overrideId + ".");
  }
}
