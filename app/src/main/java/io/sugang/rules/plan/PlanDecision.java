package io.sugang.rules.plan;

/** The answer of the rules about a student's history and plan for a course, before the ledger. */
public sealed interface PlanDecision {
  /** The answer that nothing is known against the course; the ledger decides. */
  PlanDecision PERMITTED = new Permitted(CoursePermit.NONE);

  /** Nothing is known against the course; the ledger decides, with the permit. */
  record Permitted(CoursePermit permit) implements PlanDecision {}

  /** A rule rejects the course. */
  record RejectedCourse(PlanRejection rejection) implements PlanDecision {}
}
