package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;

/** Learns of capacities before they are committed. */
@FunctionalInterface
public interface CapacityObserver {
  /** No gate has to know. */
  CapacityObserver NONE = (seatsId, capacity) -> {};

  /**
   * A transaction is about to give a course or a pool more seats than before. It has the lock of
   * the row, and may still be rolled back. Waits for a short time only, and never fails.
   *
   * @param capacity seats after the commit
   */
  void raising(SeatsId seatsId, int capacity);
}
