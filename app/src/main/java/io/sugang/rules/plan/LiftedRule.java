package io.sugang.rules.plan;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A rule that the desk may lift for one student and one course. */
public enum LiftedRule {
  /** The seats of the course: its capacity grows by one with the row, and shrinks with it. */
  CAPACITY,
  /** The course may meet at the time of a course of the plan. */
  TIME_CONFLICT,
  /** The credit limit grows by the credits of the course with the row, and shrinks with it. */
  CREDIT_LIMIT,
  /** Subjects that the course needs from earlier terms. */
  PREREQUISITE,
  /** The grade of a subject that was passed, and the number of retakes. */
  RETAKE,
  /** The audiences of the course and of its pools. */
  AUDIENCE,
  /** The windows of the term. */
  WINDOW;

  /** Returns the first rejection by a rule that is not lifted, or null. */
  static @Nullable PlanRejection first(List<PlanRejection> rejections, Set<LiftedRule> lifted) {
    for (PlanRejection rejection : rejections) {
      LiftedRule rule = rejection.liftable();
      if (rule == null || !lifted.contains(rule)) {
        return rejection;
      }
    }
    return null;
  }

  /** Returns rules as tables have them: in the order of this type, separated by commas. */
  public static String text(Collection<LiftedRule> rules) {
    return rules.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
  }

  /**
   * Reads rules as tables have them.
   *
   * @param text null: none
   * @throws IllegalArgumentException when there is no such rule
   */
  public static Set<LiftedRule> of(@Nullable String text) {
    if (text == null) {
      return Set.of();
    }
    Set<LiftedRule> rules = EnumSet.noneOf(LiftedRule.class);
    Arrays.stream(text.split(",")).map(LiftedRule::valueOf).forEach(rules::add);
    return Collections.unmodifiableSet(rules);
  }
}
