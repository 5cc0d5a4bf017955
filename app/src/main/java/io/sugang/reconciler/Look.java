package io.sugang.reconciler;

import io.sugang.seat.SeatRosters.OpenEntry;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What one look at all courses finds, put together course by course by the thread that looks.
 * Courses that are read again within the look, as their load was overtaken, count once.
 */
final class Look {
  private final Map<Long, Collection<OpenEntry>> pending = new HashMap<>();
  private final Map<Long, Integer> enrolled = new HashMap<>();

  /** What the gate had before anything was settled. */
  void atTheGate(long courseId, Collection<OpenEntry> entries) {
    pending.putIfAbsent(courseId, entries);
  }

  /** The rows of some courses, as committed. */
  void inTheLedger(Map<Long, Set<Long>> rosters) {
    rosters.forEach((courseId, roster) -> enrolled.put(courseId, roster.size()));
  }

  /** Open entries by course. */
  Map<Long, Collection<OpenEntry>> pending() {
    return pending;
  }

  /** Rows by course; only of courses whose rosters were read. */
  Map<Long, Integer> enrolled() {
    return enrolled;
  }
}
