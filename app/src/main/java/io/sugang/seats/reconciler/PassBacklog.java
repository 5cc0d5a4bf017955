package io.sugang.seats.reconciler;

import io.sugang.seats.gate.SeatRosters.OpenEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Courses that a pass could not reconcile, by reason, and the time that it may still spend on old
 * entries. Used by one thread.
 */
final class PassBacklog {
  private final Set<Long> overtaken = new HashSet<>();
  private final Set<Long> unsettled = new HashSet<>();
  private final Set<Long> notLowered = new HashSet<>();
  private final Set<Long> unreadable = new HashSet<>();
  private final Set<Long> withoutMemory = new HashSet<>();
  private final Map<Long, List<OpenEntry>> locked = new HashMap<>();
  private long settleEnd;

  /**
   * @param settleTime after which old entries wait for the next pass
   */
  PassBacklog(Duration settleTime) {
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

  /**
   * Returns the courses whose capacity at the gate is too high still, because another transaction
   * had locked the row, or with no time left.
   */
  Set<Long> notLowered() {
    return notLowered;
  }

  /** Returns the courses that could not be read; the gate has forgotten them. */
  Set<Long> unreadable() {
    return unreadable;
  }

  /** Returns the courses for which Redis had no memory. */
  Set<Long> withoutMemory() {
    return withoutMemory;
  }

  /** Returns the old entries of courses whose row another transaction had locked. */
  Map<Long, List<OpenEntry>> locked() {
    return locked;
  }

  /** Returns all courses that are left to the next pass. */
  Set<Long> courses() {
    Set<Long> all = new HashSet<>(overtaken);
    all.addAll(unsettled);
    all.addAll(notLowered);
    all.addAll(unreadable);
    all.addAll(withoutMemory);
    return all;
  }

  boolean timeToSettle() {
    return System.nanoTime() - settleEnd < 0;
  }

  void stopSettling() {
    settleEnd = System.nanoTime();
  }
}
