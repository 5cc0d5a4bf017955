package io.sugang.lab.chaos;

import io.sugang.verifier.Ids;
import io.sugang.verifier.PlanFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
  private final Set<Long> moved;
  private final Map<Long, Set<Long>> asked = new HashMap<>();

  /**
   * @param moved courses whose times changed in the run, so that the tables do not tell what they
   *     overlapped
   */
  RuleRefusals(PlanFacts plans, HistoryFacts histories, List<Attempt> attempts, Set<Long> moved) {
    this.plans = plans;
    this.moved = moved;
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
    if (Ids.isOfMockTerm(course)) {
      return null; // its tables are gone with the term
    }
    Collection<Long> others =
        asked.getOrDefault(refused.studentId(), Set.of()).stream()
            .filter(other -> other != course && mayBeHeld(refused, other, occupancy))
            .toList();
    String code = String.valueOf(refused.code());
    if (refused.plannedRequest().lifts(code)) {
      return "the desk lifted this rule for the student";
    }
    return switch (code) {
      case "TIME_CONFLICT" ->
          unless(
              others,
              other ->
                  moved.contains(course) || moved.contains(other) || plans.overlap(course, other),
              "overlaps");
      case "SAME_SUBJECT" ->
          unless(others, other -> plans.sameSubject(course, other), "has its subject");
      case "CREDIT_LIMIT" -> creditObjection(refused, others);
      case "CLASSIFICATION_LIMIT" -> classificationObjection(course, others);
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

  private @Nullable String classificationObjection(long course, Collection<Long> others) {
    long used = others.stream().filter(other -> plans.sameClassification(other, course)).count();
    OptionalInt most = plans.mostOfClassification(course);
    return most.isPresent() && used + 1 > most.getAsInt()
        ? null
        : "at most %d courses of its classification were held, and the term allows %s"
            .formatted(used, most.isPresent() ? most.getAsInt() : "any number");
  }

  private static boolean mayBeHeld(Attempt refused, long course, Occupancy occupancy) {
    return occupancy.mayHaveHeld(refused.studentId(), course, refused.start(), refused.end());
  }

  /**
   * Enrollments that a rule forbade. While they were made, the student certainly had another course
   * with the same subject, or at the same time without a lift of the desk for either.
   *
   * @param wins the first answer of each enrollment
   * @param cancels by enrollment
   */
  List<String> forbidden(Collection<Attempt> wins, Map<Long, List<Attempt>> cancels) {
    Map<Long, List<Attempt>> byStudent = new HashMap<>();
    wins.forEach(
        win -> byStudent.computeIfAbsent(win.studentId(), _ -> new ArrayList<>()).add(win));
    List<String> breaches = new ArrayList<>();
    for (Attempt win : wins) {
      for (Attempt held : byStudent.getOrDefault(win.studentId(), List.of())) {
        String rule =
            held.end() < win.start() && askedBack(held, cancels) > win.end()
                ? brokenRule(win, held)
                : null;
        if (rule != null) {
          breaches.add(
              "student %d was enrolled in course %d against %s with course %d"
                  .formatted(win.studentId(), win.courseId(), rule, held.courseId()));
        }
      }
    }
    return breaches;
  }

  private @Nullable String brokenRule(Attempt win, Attempt held) {
    long course = win.courseId();
    long other = held.courseId();
    if (plans.sameSubject(course, other)) {
      return "SAME_SUBJECT";
    }
    boolean lifted =
        win.plannedRequest().lifts("TIME_CONFLICT") || held.plannedRequest().lifts("TIME_CONFLICT");
    return !lifted
            && !moved.contains(course)
            && !moved.contains(other)
            && plans.overlap(course, other)
        ? "TIME_CONFLICT"
        : null;
  }

  private static long askedBack(Attempt won, Map<Long, List<Attempt>> cancels) {
    return cancels.getOrDefault(won.enrollmentId(), List.of()).stream()
        .mapToLong(Attempt::start)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
