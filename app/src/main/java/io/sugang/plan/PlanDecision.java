package io.sugang.plan;

/** What the rules about a student's history and plan say about a course, before the ledger. */
public sealed interface PlanDecision {
  /** Nothing is known against the course; the ledger decides. */
  PlanDecision PERMITTED = new Permitted(CoursePermit.NONE);

  /** Nothing is known against the course; the ledger decides, with the permit. */
  record Permitted(CoursePermit permit) implements PlanDecision {}

  /** A rule forbids the course. */
  record Forbidden(PlanRefusal refusal) implements PlanDecision {}
}
