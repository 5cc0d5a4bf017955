package io.sugang.rules.plan;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A rule that the desk may waive for one student and one course. */
public enum WaivedRule {
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

  /** Returns the first rejection by a rule that is not waived, or null. */
  static @Nullable PlanRejection first(List<PlanRejection> rejections, Set<WaivedRule> waived) {
    for (PlanRejection rejection : rejections) {
      WaivedRule rule = rejection.waivable();
      if (rule == null || !waived.contains(rule)) {
        return rejection;
      }
    }
    return null;
  }

  /** Returns rules as tables have them: in the order of this type, separated by commas. */
  public static String text(Collection<WaivedRule> rules) {
    return rules.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
  }

  /**
   * Reads rules as tables have them.
   *
   * @param text null: none
   * @throws IllegalArgumentException when there is no such rule
   */
  public static Set<WaivedRule> of(@Nullable String text) {
    if (text == null) {
      return Set.of();
    }
    Set<WaivedRule> rules = EnumSet.noneOf(WaivedRule.class);
    Arrays.stream(text.split(",")).map(WaivedRule::valueOf).forEach(rules::add);
    return Collections.unmodifiableSet(rules);
  }
}
