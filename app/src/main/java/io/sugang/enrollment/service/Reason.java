package io.sugang.enrollment.service;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.window.CourseRejections;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One of several reasons in an answer, as a problem detail says it.
 *
 * @param members those of the problem detail, by name
 */
@Schema(
    name = "Reason",
    description = "With the further members that the problem of its code has",
    additionalProperties = Schema.AdditionalPropertiesValue.TRUE)
public record Reason(
    ProblemType code,
    String detail,
    @JsonAnyGetter @Schema(hidden = true) Map<String, Object> members) {

  /**
   * Says why a window or an audience forbids an action.
   *
   * @param now the shared clock, when the answer is written
   */
  public static Reason of(RegistrationAction action, RegistrationRejection rejection, Instant now) {
    RegistrationProblem problem = RegistrationProblem.of(action, rejection, now);
    return new Reason(problem.type(), problem.detail(), problem.members());
  }

  /**
   * Says why a rule about the plan or the history forbids a course.
   *
   * @param courseOf the course that a student sees, for a pool of it
   */
  static Reason of(
      PlanRejection rejection, CourseId courseId, Function<SeatsId, CourseId> courseOf) {
    PlanProblem problem = PlanProblem.of(rejection, courseId, courseOf);
    return new Reason(problem.type(), problem.detail(), problem.members());
  }

  /** Says all that is against a course, in the order in which a click meets it. */
  public static List<Reason> all(
      CourseRejections rejections,
      CourseId courseId,
      Function<SeatsId, CourseId> courseOf,
      Instant now) {
    List<Reason> all = new ArrayList<>();
    rejections
        .ineligible()
        .forEach(rejection -> all.add(of(RegistrationAction.ENROLL, rejection, now)));
    rejections.planned().forEach(rejection -> all.add(of(rejection, courseId, courseOf)));
    return all;
  }
}
