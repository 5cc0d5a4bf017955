package io.sugang.rules.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of a plan ask about subjects: which count as one, and how many courses of a
 * classification a plan may hold.
 */
public final class SubjectRules {
  /** The rules with which only equal subjects count as one, and no classification has a limit. */
  public static final SubjectRules NONE = new SubjectRules(List.of(), List.of());

  private record Pair(long lower, long higher) {}

  private record Limited(long termId, String classification) {}

  private final Map<Pair, List<SubjectRelation>> byPair;
  private final Map<Limited, Integer> mostCourses;

  public SubjectRules(
      Collection<SubjectRelation> relations, Collection<ClassificationRule> classifications) {
    byPair =
        relations.stream()
            .collect(
                Collectors.groupingBy(
                    relation -> new Pair(relation.subjectId(), relation.otherId())));
    mostCourses =
        classifications.stream()
            .collect(
                Collectors.toMap(
                    rule -> new Limited(rule.termId(), rule.classification()),
                    ClassificationRule::mostCourses));
  }

  /**
   * Returns whether a plan of the term may hold only one of two subjects: they are equal,
   * equivalent or cross-listed.
   */
  boolean countAsOne(long subjectId, long otherId, long termId) {
    if (subjectId == otherId) {
      return true;
    }
    // Nearly all pairs are not related, and a request asks about each subject of a history.
    List<SubjectRelation> related =
        byPair.get(new Pair(Math.min(subjectId, otherId), Math.max(subjectId, otherId)));
    return related != null && related.stream().anyMatch(relation -> relation.holdsIn(termId));
  }

  /** Returns how many courses of a classification a plan of the term may hold; null: any number. */
  @Nullable Integer mostCourses(String classification, long termId) {
    return mostCourses.get(new Limited(termId, classification));
  }
}
