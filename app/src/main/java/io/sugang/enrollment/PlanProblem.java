package io.sugang.enrollment;

import io.sugang.plan.PlanRefusal;
import io.sugang.plan.PlanRefusal.CreditLimit;
import io.sugang.plan.PlanRefusal.NotInTerm;
import io.sugang.plan.PlanRefusal.SameSubject;
import io.sugang.plan.PlanRefusal.TimeConflict;
import io.sugang.plan.SlotMask.Time;
import io.sugang.problem.ProblemType;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * A refusal by a rule of the plan in HTTP.
 *
 * @param members what a client needs to show the reason, as members of the problem detail
 */
record PlanProblem(ProblemType type, String detail, Map<String, Object> members) {

  static PlanProblem of(PlanRefusal refusal, long courseId) {
    return switch (refusal) {
      case NotInTerm(long termId) ->
          new PlanProblem(
              ProblemType.NOT_IN_TERM,
              "The student is not registered in term " + termId + " of course " + courseId + ".",
              Map.of("termId", termId));
      case SameSubject(long other) ->
          new PlanProblem(
              ProblemType.SAME_SUBJECT,
              "Course %d and course %d of the plan count as one subject."
                  .formatted(courseId, other),
              Map.of("conflictingCourseId", other));
      case TimeConflict(long other, Time time) ->
          new PlanProblem(
              ProblemType.TIME_CONFLICT,
              "Course %d and course %d of the plan meet at the same time: weekday %d, %s to %s."
                  .formatted(
                      courseId,
                      other,
                      time.weekday(),
                      clock(time.startMinute()),
                      clock(time.endMinute())),
              Map.of(
                  "conflictingCourseId",
                  other,
                  "weekday",
                  time.weekday(),
                  "from",
                  clock(time.startMinute()),
                  "until",
                  clock(time.endMinute())));
      case CreditLimit(int used, int limit, int needed) ->
          new PlanProblem(
              ProblemType.CREDIT_LIMIT,
              "The plan has %d of %d credits, and course %d has %d."
                  .formatted(used, limit, courseId, needed),
              Map.of("usedCredits", used, "creditLimit", limit, "neededCredits", needed));
    };
  }

  ResponseEntity<ProblemDetail> toResponse() {
    return type.toResponse(detail, members);
  }

  private static String clock(int minute) {
    return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
  }
}
