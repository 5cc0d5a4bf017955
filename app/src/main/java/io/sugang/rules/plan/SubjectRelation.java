package io.sugang.rules.plan;

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

  boolean holdsIn(long termId) {
    return (fromTerm == null || fromTerm <= termId) && (toTerm == null || termId <= toTerm);
  }
}
