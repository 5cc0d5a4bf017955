package io.sugang.tools.chaos;

import io.sugang.verifier.PlanFacts;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges refusals by rules: each needs an instant of its request at which it was true. What a
 * student may have held at an instant follows from the answers, see {@link Occupancy#rows}.
 */
final class RuleRefusals {
  private final PlanFacts plans;
  private final HistoryFacts histories;
  private final Map<Long, Set<Long>> asked = new HashMap<>();

  RuleRefusals(PlanFacts plans, HistoryFacts histories, List<Attempt> attempts) {
    this.plans = plans;
    this.histories = histories;
    for (Attempt attempt : attempts) {
      if (attempt.enroll()) {
        asked.computeIfAbsent(attempt.studentId(), _ -> new HashSet<>()).add(attempt.courseId());
      }
    }
  }

  /** Returns why the refusal cannot have been true, or null. */
  @Nullable String objection(Attempt refused, Occupancy occupancy) {
    long course = refused.courseId();
    Collection<Long> others =
        asked.getOrDefault(refused.studentId(), Set.of()).stream()
            .filter(other -> other != course && mayBeHeld(refused, other, occupancy))
            .toList();
    String code = String.valueOf(refused.code());
    return switch (code) {
      case "TIME_CONFLICT" -> unless(others, other -> plans.overlap(course, other), "overlaps");
      case "SAME_SUBJECT" ->
          unless(others, other -> plans.sameSubject(course, other), "has its subject");
      case "CREDIT_LIMIT" -> creditObjection(refused, others);
      case "NOT_IN_TERM" ->
          plans.creditLimit(refused.studentId(), course).isEmpty()
              ? null
              : "the student is registered in its term";
      default ->
          histories.confirms(refused) ? null : "the student's row and transcript do not say so";
    };
  }

  private static @Nullable String unless(
      Collection<Long> others, LongPredicate forbids, String property) {
    return others.stream().anyMatch(forbids::test)
        ? null
        : "none of the courses %s that the student may have held %s".formatted(others, property);
  }

  private @Nullable String creditObjection(Attempt refused, Collection<Long> others) {
    long course = refused.courseId();
    int used = others.stream().mapToInt(other -> plans.credits(other, course)).sum();
    int needed = plans.credits(course, course);
    int limit = plans.creditLimit(refused.studentId(), course).orElse(0);
    return used + needed > limit
        ? null
        : "at most %d of %d credits were used, and it needs %d".formatted(used, limit, needed);
  }

  private static boolean mayBeHeld(Attempt refused, long course, Occupancy occupancy) {
    return occupancy.rows(course).held(refused.studentId(), refused.start(), refused.end());
  }
}
