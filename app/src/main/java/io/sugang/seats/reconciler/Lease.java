package io.sugang.seats.reconciler;

import java.time.Duration;

/** Lease of the instance that reconciles all courses. */
interface Lease {

  /** Returns whether this instance reconciles in this {@code period}. */
  boolean tryAcquire(Duration period);

  /** Gives the lease back before its end, because this instance could not reconcile. */
  default void giveBack() {}
}
