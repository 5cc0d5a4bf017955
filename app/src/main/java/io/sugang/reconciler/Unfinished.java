package io.sugang.reconciler;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Courses that a pass could not reconcile, by reason, and the time that it may still spend on old
 * entries. Used by one thread.
 */
final class Unfinished {
  private final Set<Long> overtaken = new HashSet<>();
  private final Set<Long> unsettled = new HashSet<>();
  private final Set<Long> unreadable = new HashSet<>();
  private long settleEnd;

  /**
   * @param settleTime after which old entries wait for the next pass
   */
  Unfinished(Duration settleTime) {
    settleEnd = System.nanoTime() + settleTime.toNanos();
  }

  /**
   * Returns the courses whose load was STALE at every try, because other requests settled entries.
   */
  Set<Long> overtaken() {
    return overtaken;
  }

  /**
   * Returns the courses with old entries whose row another transaction had locked, or with no time
   * left.
   */
  Set<Long> unsettled() {
    return unsettled;
  }

  /** Returns the courses that could not be read; the gate has forgotten them. */
  Set<Long> unreadable() {
    return unreadable;
  }

  /** Returns all these courses. */
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
