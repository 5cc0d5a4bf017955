package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
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
  private final Set<SeatsId> overtaken = new HashSet<>();
  private final Set<SeatsId> unsettled = new HashSet<>();
  private final Set<SeatsId> notLowered = new HashSet<>();
  private final Set<SeatsId> unreadable = new HashSet<>();
  private final Set<SeatsId> withoutMemory = new HashSet<>();
  private final Map<SeatsId, List<OpenEntry>> locked = new HashMap<>();
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
  Set<SeatsId> overtaken() {
    return overtaken;
  }

  /**
   * Returns the courses with old entries whose row another transaction had locked, or with no time
   * left.
   */
  Set<SeatsId> unsettled() {
    return unsettled;
  }

  /**
   * Returns the courses whose capacity at the gate is too high still, because another transaction
   * had locked the row, or with no time left.
   */
  Set<SeatsId> notLowered() {
    return notLowered;
  }

  /** Returns the courses that could not be read; the gate has forgotten them. */
  Set<SeatsId> unreadable() {
    return unreadable;
  }

  /** Returns the courses for which Redis had no memory. */
  Set<SeatsId> withoutMemory() {
    return withoutMemory;
  }

  /** Returns the old entries of courses whose row another transaction had locked. */
  Map<SeatsId, List<OpenEntry>> locked() {
    return locked;
  }

  /** Returns all courses that are left to the next pass. */
  Set<SeatsId> courses() {
    Set<SeatsId> all = new HashSet<>(overtaken);
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
