package io.sugang.enrollment.service;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.ClassificationLimit;
import io.sugang.rules.plan.PlanRejection.Corequisite;
import io.sugang.rules.plan.PlanRejection.CreditLimit;
import io.sugang.rules.plan.PlanRejection.NotInTerm;
import io.sugang.rules.plan.PlanRejection.Prerequisite;
import io.sugang.rules.plan.PlanRejection.RetakeLimit;
import io.sugang.rules.plan.PlanRejection.RetakeNotAllowed;
import io.sugang.rules.plan.PlanRejection.RetakeUnit;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.plan.PlanRejection.TimeConflict;
import io.sugang.rules.plan.SlotMask.Time;
import io.sugang.rules.plan.SubjectName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * A rejection by a rule about the plan or the history in HTTP.
 *
 * @param members what a client needs to show the reason, as members of the problem detail
 */
public record PlanProblem(ProblemType type, String detail, Map<String, Object> members) {

  /**
   * Says why.
   *
   * @param courseOf the course that a student sees, for a pool of it
   */
  public static PlanProblem of(
      PlanRejection rejection, CourseId courseId, Function<SeatsId, CourseId> courseOf) {
    return switch (rejection) {
      case NotInTerm(long termId) ->
          new PlanProblem(
              rejection.type(),
              "The student is not registered in term " + termId + " of course " + courseId + ".",
              Map.of("termId", termId));
      case SameSubject(SeatsId held) -> {
        CourseId other = courseOf.apply(held);
        yield new PlanProblem(
            rejection.type(),
            "Course %s and course %s of the plan count as one subject.".formatted(courseId, other),
            Map.of("conflictingCourseId", other.value()));
      }
      case TimeConflict(SeatsId held, Time time) -> {
        CourseId other = courseOf.apply(held);
        yield new PlanProblem(
            rejection.type(),
            "Course %s and course %s of the plan meet at the same time: weekday %d, %s to %s."
                .formatted(
                    courseId,
                    other,
                    time.weekday(),
                    clock(time.startMinute()),
                    clock(time.endMinute())),
            Map.of(
                "conflictingCourseId",
                other.value(),
                "weekday",
                time.weekday(),
                "from",
                clock(time.startMinute()),
                "until",
                clock(time.endMinute())));
      }
      case CreditLimit(int used, int limit, int needed) ->
          new PlanProblem(
              rejection.type(),
              "The plan has %d of %d credits, and course %s has %d."
                  .formatted(used, limit, courseId, needed),
              Map.of("usedCredits", used, "creditLimit", limit, "neededCredits", needed));
      case ClassificationLimit(String classification, int used, int limit) ->
          new PlanProblem(
              rejection.type(),
              "The plan has %d courses of %s, and the term allows %d."
                  .formatted(used, classification, limit),
              Map.of("classification", classification, "usedCourses", used, "courseLimit", limit));
      case RetakeNotAllowed(long subject, long term, String grade, String atMost)
          when atMost != null ->
          new PlanProblem(
              rejection.type(),
              "The student passed subject %d of course %s in term %d with %s, and a retake is allowed up to %s."
                  .formatted(subject, courseId, term, grade, atMost),
              Map.of("grade", grade, "gradeAtMost", atMost, "subjectId", subject));
      case RetakeNotAllowed(long subject, long term, String grade, String _) ->
          new PlanProblem(
              rejection.type(),
              "The student passed subject %d of course %s in term %d with %s, and no rule allows a retake."
                  .formatted(subject, courseId, term, grade),
              Map.of("grade", grade, "subjectId", subject));
      case RetakeLimit(RetakeUnit unit, int used, int limit) ->
          new PlanProblem(
              rejection.type(),
              "Course %s is a retake, and %d of %d %s are used."
                  .formatted(courseId, used, limit, allowed(unit)),
              Map.of("usedRetakes", used, "retakeLimit", limit, "retakeUnit", unit.name()));
      case Prerequisite(List<SubjectName> missing) ->
          new PlanProblem(
              rejection.type(),
              "Course %s needs %s, passed in an earlier term.".formatted(courseId, names(missing)),
              Map.of("missing", codes(missing)));
      case Corequisite(List<SubjectName> missing) ->
          new PlanProblem(
              rejection.type(),
              "Course %s needs %s, passed or in the plan of the same term."
                  .formatted(courseId, names(missing)),
              Map.of("missing", codes(missing)));
    };
  }

  /** Returns the answer. */
  public ResponseEntity<ProblemDetail> toResponse() {
    return type.toResponse(detail, members);
  }

  private static String allowed(RetakeUnit unit) {
    return switch (unit) {
      case COURSES_OF_TERM -> "retakes of a term";
      case CREDITS_OF_TERM -> "credits of retakes in a term";
      case COURSES_IN_ALL -> "retakes in all terms";
    };
  }

  private static String names(List<SubjectName> subjects) {
    return subjects.stream()
        .map(subject -> subject.code() + " " + subject.title())
        .collect(Collectors.joining(" and "));
  }

  private static String codes(List<SubjectName> subjects) {
    return subjects.stream().map(SubjectName::code).collect(Collectors.joining(","));
  }

  private static String clock(int minute) {
    return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
  }
}
