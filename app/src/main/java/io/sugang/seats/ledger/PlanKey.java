package io.sugang.seats.ledger;

import io.sugang.platform.ids.StudentId;
import java.util.Comparator;

/** The row of a student in a term, which is locked before the plan is read. */
record PlanKey(StudentId studentId, long termId) implements Comparable<PlanKey> {
  private static final Comparator<PlanKey> ORDER =
      Comparator.comparing(PlanKey::studentId).thenComparingLong(PlanKey::termId);

  @Override
  public int compareTo(PlanKey other) {
    return ORDER.compare(this, other);
  }
}
