package io.sugang.rules.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Two subjects that count as one.
 *
 * @param subjectId the lower id
 * @param otherId the higher id
 * @param fromTerm the first term in which they do, null: every earlier one
 * @param toTerm the last term in which they do, null: every later one
 */
public record SubjectRelation(
    long subjectId, long otherId, @Nullable Long fromTerm, @Nullable Long toTerm) {

  private record Pair(long lower, long higher) {}

  private boolean holdsIn(long termId) {
    return (fromTerm == null || fromTerm <= termId) && (toTerm == null || termId <= toTerm);
  }

  /** Returns the pairs of some relations; equal subjects count as one too. */
  public static SubjectPairs pairs(Collection<SubjectRelation> relations) {
    Map<Pair, List<SubjectRelation>> byPair =
        relations.stream()
            .collect(
                Collectors.groupingBy(relation -> new Pair(relation.subjectId, relation.otherId)));
    return (subjectId, otherId, termId) -> {
      if (subjectId == otherId) {
        return true;
      }
      // Nearly all pairs are not related, and a request asks about each subject of a history.
      List<SubjectRelation> related =
          byPair.get(new Pair(Math.min(subjectId, otherId), Math.max(subjectId, otherId)));
      return related != null && related.stream().anyMatch(relation -> relation.holdsIn(termId));
    };
  }
}
