package io.sugang.seats.reconciler;

import io.sugang.seats.gate.SeatRosters.OpenEntry;
import io.sugang.seats.ledger.CourseSeats;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Findings of one pass over all courses, collected by one thread. Courses that are read again
 * within the pass, because their load was STALE, count once.
 */
final class ReconcilePass {
  private final Map<Long, Collection<OpenEntry>> pending = new HashMap<>();
  private final Map<Long, Integer> enrolled = new HashMap<>();
  private final Set<Long> drifted = new HashSet<>();

  /** Adds the pending entries of a course, as the gate had them before the pass settled any. */
  void atTheGate(long courseId, Collection<OpenEntry> entries) {
    pending.putIfAbsent(courseId, entries);
  }

  /**
   * Adds the committed rows of some courses, and their counters, read by another statement.
   *
   * @param seats of the same courses, without those that were deleted in between
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

  /** Returns the pending entries by course. */
  Map<Long, Collection<OpenEntry>> pending() {
    return pending;
  }

  /** Returns the number of rows by course, of courses whose rosters were read. */
  Map<Long, Integer> enrolled() {
    return enrolled;
  }

  /**
   * Returns the courses whose counter differed from their rows; a row may have changed between the
   * reads.
   */
  Set<Long> drifted() {
    return drifted;
  }
}
