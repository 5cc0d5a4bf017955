package io.sugang.enrollment.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.metrics.TimersByOutcome;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.window.RegistrationRejection;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Meters of the answers to requests for a seat, and of their latency. */
@Component
class EnrollmentMeters {

  /** Outcome of a request but a rejection by a rule: of {@link EnrollmentResult}, or a failure. */
  private enum Outcome {
    ENROLLED,
    REPEATED,
    COURSE_FULL,
    ALREADY_ENROLLED,
    STUDENT_NOT_FOUND,
    COURSE_NOT_FOUND,
    IN_FLIGHT,
    KEY_REUSED,
    UNAVAILABLE,
    /** An exception: a 503 when MySQL or Redis went away during the request, otherwise a 500. */
    FAILED
  }

  private final TimersByOutcome<Outcome> enrollments;
  private final TimersByOutcome<ProblemType> rejections;

  EnrollmentMeters(MeterRegistry registry) {
    enrollments = timers(registry, EnumSet.allOf(Outcome.class));
    rejections = timers(registry, RuleProblems.TYPES);
  }

  private static <E extends Enum<E>> TimersByOutcome<E> timers(
      MeterRegistry registry, Set<E> outcomes) {
    return new TimersByOutcome<>(
        registry,
        "sugang.enrollment",
        "Requests to enroll, from the controller to the answer; without those of the warm-up",
        "outcome",
        outcomes);
  }

  void ended(EnrollmentResult result, CourseId courseId, long nanos) {
    switch (result) {
      case Created _ -> record(Outcome.ENROLLED, courseId, nanos);
      case Repeated _ -> record(Outcome.REPEATED, courseId, nanos);
      case RejectedByPlan(PlanRejection rejection) -> record(rejection.type(), courseId, nanos);
      case RejectedByRules(RegistrationRejection rejection) ->
          record(rejection.type(), courseId, nanos);
      case Rejected reason -> record(outcome(reason), courseId, nanos);
    }
  }

  private static Outcome outcome(Rejected reason) {
    return switch (reason) {
      case COURSE_FULL -> Outcome.COURSE_FULL;
      case ALREADY_ENROLLED -> Outcome.ALREADY_ENROLLED;
      case STUDENT_NOT_FOUND -> Outcome.STUDENT_NOT_FOUND;
      case COURSE_NOT_FOUND -> Outcome.COURSE_NOT_FOUND;
      case IN_FLIGHT -> Outcome.IN_FLIGHT;
      case KEY_REUSED -> Outcome.KEY_REUSED;
      case UNAVAILABLE -> Outcome.UNAVAILABLE;
    };
  }

  void failed(CourseId courseId, long nanos) {
    record(Outcome.FAILED, courseId, nanos);
  }

  private void record(Outcome outcome, CourseId courseId, long nanos) {
    if (isCounted(courseId)) {
      enrollments.record(outcome, nanos);
    }
  }

  private void record(ProblemType rejection, CourseId courseId, long nanos) {
    if (isCounted(courseId)) {
      rejections.record(rejection, nanos);
    }
  }

  // Requests of the warm-up are not counted.
  private static boolean isCounted(CourseId courseId) {
    return !courseId.isReserved();
  }
}
