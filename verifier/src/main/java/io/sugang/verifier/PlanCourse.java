package io.sugang.verifier;

import io.sugang.verifier.PlanRows.AsOne;
import java.util.List;
import java.util.Set;

/**
 * A course of a term, as its plan is judged.
 *
 * @param ruleTerm whose rules hold: of a mock term the one that it copies
 * @param credits that count toward the limit, as they were announced
 */
record PlanCourse(
    long courseId,
    long termId,
    long ruleTerm,
    long subjectId,
    int credits,
    String classification,
    List<Meeting> meetings) {

  /** A time of the week, half-open, in minutes of its day. */
  record Meeting(int weekday, int start, int end) {
    boolean overlaps(Meeting other) {
      return weekday == other.weekday && start < other.end && other.start < end;
    }
  }

  boolean overlaps(PlanCourse other) {
    return meetings.stream()
        .anyMatch(mine -> other.meetings.stream().anyMatch(theirs -> mine.overlaps(theirs)));
  }

  boolean isOfSubjectOf(PlanCourse other, Set<AsOne> subjectsAsOne) {
    return subjectId == other.subjectId
        || subjectsAsOne.stream().anyMatch(pair -> pair.covers(this, other));
  }
}
