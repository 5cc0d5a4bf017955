package io.sugang.seats.ledger;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Who has a waiting request: the queue, its worker, or the sender, who gave it up and answered. A
 * request that was given up is never taken again, so nothing is done for it after its answer.
 */
final class Handover {
  private enum Keeper {
    QUEUE,
    WORKER,
    SENDER
  }

  private final AtomicReference<Keeper> keeper = new AtomicReference<>(Keeper.QUEUE);

  /** Takes the request out of the queue, to execute it; false when it was given up. */
  boolean take() {
    return keeper.compareAndSet(Keeper.QUEUE, Keeper.WORKER);
  }

  /** Puts a taken request back; nothing of it was executed. */
  void putBack() {
    keeper.compareAndSet(Keeper.WORKER, Keeper.QUEUE);
  }

  /** Gives the request up; false when it may be executed right now. */
  boolean giveUp() {
    return keeper.compareAndSet(Keeper.QUEUE, Keeper.SENDER);
  }
}
