package io.sugang.reconciler;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The courses that a reconciliation could not bring in order, by reason, and the time that it may
 * still spend on old entries. Of one thread.
 */
final class Unfinished {
  private final Set<Long> overtaken = new HashSet<>();
  private final Set<Long> unsettled = new HashSet<>();
  private final Set<Long> unreadable = new HashSet<>();
  private long settleEnd;

  /**
   * @param settleTime after which old entries wait for the next look
   */
  Unfinished(Duration settleTime) {
    settleEnd = System.nanoTime() + settleTime.toNanos();
  }

  /** Courses whose load was refused at every try, because others were settling seats. */
  Set<Long> overtaken() {
    return overtaken;
  }

  /** Courses with old entries whose row another transaction had locked, or with no time left. */
  Set<Long> unsettled() {
    return unsettled;
  }

  /** Courses that could not be read; the gate has forgotten them. */
  Set<Long> unreadable() {
    return unreadable;
  }

  /** All of them. */
  Set<Long> courses() {
    Set<Long> all = new HashSet<>(overtaken);
    all.addAll(unsettled);
    all.addAll(unreadable);
    return all;
  }

  boolean timeToSettle() {
    return System.nanoTime() - settleEnd < 0;
  }

  void settleNoMore() {
    settleEnd = System.nanoTime();
  }
}
