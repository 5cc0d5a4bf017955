package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import java.time.Duration;
import java.util.Collection;

/** Requests of other packages to the reconciler. */
public interface RosterRepair {

  /**
   * Requests an early reconciliation of a course, because gate and ledger may differ. Correctness
   * does not depend on it.
   */
  void suspect(SeatsId seatsId);

  /** Loads the roster of a course that is NOT_LOADED. Blocks; best effort. */
  void load(SeatsId seatsId);

  /**
   * Reconciles courses, above all after a change of their capacities. Blocks for two seconds at
   * most, and for the running call then.
   *
   * @return whether the gate has rosters and capacities as committed at the call; true without a
   *     gate
   */
  boolean reconcile(Collection<SeatsId> seatsIds);

  /**
   * Raises the capacity that the gate has of a course, unless it has a higher one. Called before
   * the commit that raises it in the ledger, with the lock of the course row, so that no student is
   * rejected while a seat is there. {@link #reconcile} follows the commit, and {@link #suspect} a
   * rollback. Blocks for the time limit of a gate's call at most; best effort.
   */
  void raise(SeatsId seatsId, int capacity);

  /**
   * Waits until the gate is in use with fresh rosters.
   *
   * @return false when the limit was reached before, or there is no gate
   */
  boolean awaitFresh(Duration limit);
}
