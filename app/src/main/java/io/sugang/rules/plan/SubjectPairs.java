package io.sugang.rules.plan;

/** The subjects that count as one in a term: equal, equivalent or cross-listed. */
@FunctionalInterface
public interface SubjectPairs {
  /** The pairs with which only equal subjects count as one. */
  SubjectPairs NONE = (subjectId, otherId, termId) -> subjectId == otherId;

  /** Returns whether a plan of the term may hold only one of two subjects. */
  boolean countAsOne(long subjectId, long otherId, long termId);
}
