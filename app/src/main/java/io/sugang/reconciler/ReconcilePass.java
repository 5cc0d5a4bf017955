package io.sugang.reconciler;

import io.sugang.ledger.CourseSeats;
import io.sugang.seat.SeatRosters.OpenEntry;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What one look at all courses finds, put together course by course by the thread that looks.
 * Courses that are read again within the look, as their load was overtaken, count once.
 */
final class ReconcilePass {
  private final Map<Long, Collection<OpenEntry>> pending = new HashMap<>();
  private final Map<Long, Integer> enrolled = new HashMap<>();
  private final Set<Long> drifted = new HashSet<>();

  /** What the gate had before anything was settled. */
  void atTheGate(long courseId, Collection<OpenEntry> entries) {
    pending.putIfAbsent(courseId, entries);
  }

  /**
   * The rows of some courses, as committed, and their counters, read by another statement.
   *
   * @param seats of the same courses, but for those that were deleted in between
   */
  void inTheLedger(Map<Long, Set<Long>> rosters, Map<Long, CourseSeats> seats) {
    rosters.forEach((courseId, roster) -> {
      enrolled.put(courseId, roster.size());
      CourseSeats counted = seats.get(courseId);
      if (counted != null && counted.enrolled() != roster.size()) {
        drifted.add(courseId);
      } else {
        drifted.remove(courseId);
      }
    });
  }

  /** Open entries by course. */
  Map<Long, Collection<OpenEntry>> pending() {
    return pending;
  }

  /** Rows by course; only of courses whose rosters were read. */
  Map<Long, Integer> enrolled() {
    return enrolled;
  }

  /** Courses whose counter differed from their rows; a row may have come or gone in between. */
  Set<Long> drifted() {
    return drifted;
  }
}
