package io.sugang.reconciler;

import java.time.Duration;

/** What others may ask of the reconciler. */
public interface RosterRepair {

  /**
   * The gate and the ledger may differ about this course: look at it soon. Advice; correctness does
   * not rest on it.
   */
  void suspect(long courseId);

  /** Loads the roster of a course that the gate does not know. Blocks; best effort. */
  void load(long courseId);

  /**
   * Brings a course in order, above all after its capacity was changed. Blocks for two seconds at
   * most, and for the call under way then.
   *
   * @return whether the gate has roster and capacity as committed when this was called; true
   *     without a gate
   */
  boolean reconcile(long courseId);

  /**
   * Waits until the gate is in use with fresh rosters.
   *
   * @return false when the limit was reached before, or there is no gate
   */
  boolean awaitFresh(Duration limit);
}
