package io.sugang.plan;

import io.sugang.plan.SlotMask.Time;

/** The rule of a plan that forbids a course, with what helps the student. */
public sealed interface PlanRefusal {

  /** The student is not registered in the term of the course. */
  record NotInTerm(long termId) implements PlanRefusal {}

  /**
   * The plan holds the subject, or one that counts as the same.
   *
   * @param courseId the course of the plan
   */
  record SameSubject(long courseId) implements PlanRefusal {}

  /**
   * A course of the plan meets at the same time.
   *
   * @param courseId the course of the plan
   * @param time the first time of the week that both have
   */
  record TimeConflict(long courseId, Time time) implements PlanRefusal {}

  /**
   * The credits of the plan and of the course exceed the limit.
   *
   * @param used credits of the plan
   * @param limit of the student in the term
   * @param needed credits of the course
   */
  record CreditLimit(int used, int limit, int needed) implements PlanRefusal {}
}
