package io.sugang.ledger;

/** What became of a row that was to be deleted. */
public enum CancelResult {
  /** Deleted, and no row of the student is left. */
  DELETED,
  /** It was gone before, and the student has no other row. */
  ABSENT,
  /** It was gone before, and the student has another row in the course. */
  REPLACED,
  /** Not deleted: the row is still there. May be tried again. */
  NOT_DELETED,
  /** Nobody could tell. The entry at the gate stays until the reconciler has seen. */
  UNKNOWN
}
