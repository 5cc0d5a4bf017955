package io.sugang.enrollment.service;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;

/**
 * The problems with which the rules on windows, on the plan and on the history reject a course, for
 * the OpenAPI document. {@link RegistrationProblem} and {@link PlanProblem} make them.
 */
@ProblemResponses({
  ProblemType.NOT_OPEN,
  ProblemType.CLOSED,
  ProblemType.COURSE_CLOSED,
  ProblemType.COURSE_CANCELLED,
  ProblemType.NOT_ELIGIBLE,
  ProblemType.NOT_IN_TERM,
  ProblemType.SAME_SUBJECT,
  ProblemType.TIME_CONFLICT,
  ProblemType.CREDIT_LIMIT,
  ProblemType.CLASSIFICATION_LIMIT,
  ProblemType.RETAKE_NOT_ALLOWED,
  ProblemType.RETAKE_LIMIT,
  ProblemType.PREREQUISITE,
  ProblemType.COREQUISITE
})
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface RuleProblems {
  /** The types themselves. */
  Set<ProblemType> TYPES = Set.of(RuleProblems.class.getAnnotation(ProblemResponses.class).value());
}
