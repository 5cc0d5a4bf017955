package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.RedisFullException;
import io.sugang.seats.gate.UnreadableCourseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Calls about single courses that failed in a pass. Used by one thread. */
final class Failures {
  private final Map<SeatsId, Throwable> unreadable = new HashMap<>();
  private final Set<SeatsId> withoutMemory = new HashSet<>();

  /** Returns the courses that the gate or the ledger could not read, and why. */
  Map<SeatsId, Throwable> unreadable() {
    return unreadable;
  }

  /** Returns the courses for which Redis had no memory. */
  Set<SeatsId> withoutMemory() {
    return withoutMemory;
  }

  /** Adds the failure of a course, and returns whether it concerns no other course. */
  boolean add(SeatsId seatsId, Throwable failure) {
    if (failure instanceof UnreadableCourseException) {
      unreadable.put(seatsId, failure);
      return true;
    }
    // A smaller roster may still fit.
    if (failure instanceof RedisFullException) {
      withoutMemory.add(seatsId);
      return true;
    }
    return false;
  }
}
