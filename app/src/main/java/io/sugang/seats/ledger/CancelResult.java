package io.sugang.seats.ledger;

/** Result of deleting a row. */
public enum CancelResult {
  /** Deleted, and no row of the student is left. */
  DELETED,
  /** The row was absent before, and the student has no other row. */
  ABSENT,
  /** The row was absent before, and the student has another row in the course. */
  REPLACED,
  /** Not deleted: the row is still there. May be tried again. */
  NOT_DELETED,
  /**
   * Unknown: no answer arrived. The entry at the gate stays until the reconciler has read the row.
   */
  UNKNOWN
}
