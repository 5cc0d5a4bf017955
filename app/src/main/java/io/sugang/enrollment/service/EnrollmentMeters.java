package io.sugang.enrollment.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Refused;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.metrics.TimersByOutcome;
import io.sugang.rules.plan.PlanRefusal;
import io.sugang.rules.plan.PlanRefusal.Corequisite;
import io.sugang.rules.plan.PlanRefusal.CreditLimit;
import io.sugang.rules.plan.PlanRefusal.NotInTerm;
import io.sugang.rules.plan.PlanRefusal.Prerequisite;
import io.sugang.rules.plan.PlanRefusal.RetakeLimit;
import io.sugang.rules.plan.PlanRefusal.RetakeNotAllowed;
import io.sugang.rules.plan.PlanRefusal.SameSubject;
import io.sugang.rules.plan.PlanRefusal.TimeConflict;
import io.sugang.rules.window.RegistrationRefusal;
import io.sugang.rules.window.RegistrationRefusal.Closed;
import io.sugang.rules.window.RegistrationRefusal.CourseCancelled;
import io.sugang.rules.window.RegistrationRefusal.CourseClosed;
import io.sugang.rules.window.RegistrationRefusal.NoWindow;
import io.sugang.rules.window.RegistrationRefusal.NotOpen;
import io.sugang.rules.window.RegistrationRefusal.OtherAudience;
import io.sugang.rules.window.RegistrationRefusal.OtherPools;
import io.sugang.rules.window.RegistrationRefusal.OtherStanding;
import java.util.EnumSet;
import org.springframework.stereotype.Component;

/** Meters of the answers to requests for a seat, and of their latency. */
@Component
class EnrollmentMeters {

  /** Outcome of a request: one of {@link EnrollmentResult}, or a failure. */
  private enum Outcome {
    ENROLLED,
    REPEATED,
    COURSE_FULL,
    ALREADY_ENROLLED,
    NOT_OPEN,
    CLOSED,
    COURSE_CLOSED,
    COURSE_CANCELLED,
    NOT_ELIGIBLE,
    NOT_IN_TERM,
    SAME_SUBJECT,
    TIME_CONFLICT,
    CREDIT_LIMIT,
    RETAKE_NOT_ALLOWED,
    RETAKE_LIMIT,
    PREREQUISITE,
    COREQUISITE,
    STUDENT_NOT_FOUND,
    COURSE_NOT_FOUND,
    IN_FLIGHT,
    KEY_REUSED,
    UNAVAILABLE,
    /** An exception: a 503 when MySQL or Redis went away during the request, otherwise a 500. */
    FAILED
  }

  private final TimersByOutcome<Outcome> enrollments;

  EnrollmentMeters(MeterRegistry registry) {
    enrollments =
        new TimersByOutcome<>(
            registry,
            "sugang.enrollment",
            "Requests to enroll, from the controller to the answer; without those of the warm-up",
            "outcome",
            EnumSet.allOf(Outcome.class));
  }

  void ended(EnrollmentResult result, long courseId, long nanos) {
    record(
        switch (result) {
          case Created _ -> Outcome.ENROLLED;
          case Repeated _ -> Outcome.REPEATED;
          case RejectedByPlan(PlanRefusal refusal) ->
              switch (refusal) {
                case NotInTerm _ -> Outcome.NOT_IN_TERM;
                case SameSubject _ -> Outcome.SAME_SUBJECT;
                case TimeConflict _ -> Outcome.TIME_CONFLICT;
                case CreditLimit _ -> Outcome.CREDIT_LIMIT;
                case RetakeNotAllowed _ -> Outcome.RETAKE_NOT_ALLOWED;
                case RetakeLimit _ -> Outcome.RETAKE_LIMIT;
                case Prerequisite _ -> Outcome.PREREQUISITE;
                case Corequisite _ -> Outcome.COREQUISITE;
              };
          case RejectedByRules(RegistrationRefusal refusal) ->
              switch (refusal) {
                case NotOpen _ -> Outcome.NOT_OPEN;
                case Closed _ -> Outcome.CLOSED;
                case CourseClosed _ -> Outcome.COURSE_CLOSED;
                case CourseCancelled _ -> Outcome.COURSE_CANCELLED;
                case OtherAudience _, OtherPools _, NoWindow _, OtherStanding _ ->
                    Outcome.NOT_ELIGIBLE;
              };
          case Refused reason ->
              switch (reason) {
                case COURSE_FULL -> Outcome.COURSE_FULL;
                case ALREADY_ENROLLED -> Outcome.ALREADY_ENROLLED;
                case STUDENT_NOT_FOUND -> Outcome.STUDENT_NOT_FOUND;
                case COURSE_NOT_FOUND -> Outcome.COURSE_NOT_FOUND;
                case IN_FLIGHT -> Outcome.IN_FLIGHT;
                case KEY_REUSED -> Outcome.KEY_REUSED;
                case UNAVAILABLE -> Outcome.UNAVAILABLE;
              };
        },
        courseId,
        nanos);
  }

  void failed(long courseId, long nanos) {
    record(Outcome.FAILED, courseId, nanos);
  }

  private void record(Outcome outcome, long courseId, long nanos) {
    // Requests of the warm-up are not counted.
    if (!Ids.isReserved(courseId)) {
      enrollments.record(outcome, nanos);
    }
  }
}
