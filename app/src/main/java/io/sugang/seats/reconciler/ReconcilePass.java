package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
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
  private final Map<SeatsId, Collection<OpenEntry>> pending = new HashMap<>();
  private final Map<SeatsId, Integer> enrolled = new HashMap<>();
  private final Set<SeatsId> drifted = new HashSet<>();

  /** Adds the pending entries of a course, as the gate had them before the pass settled any. */
  void atTheGate(SeatsId seatsId, Collection<OpenEntry> entries) {
    pending.putIfAbsent(seatsId, entries);
  }

  /**
   * Adds the committed rows of some courses, and their counters, read by another statement.
   *
   * @param seats of the same courses, without those that were deleted in between
   */
  void inTheLedger(Map<SeatsId, Set<StudentId>> rosters, Map<SeatsId, CourseSeats> seats) {
    rosters.forEach((seatsId, roster) -> {
      enrolled.put(seatsId, roster.size());
      CourseSeats counted = seats.get(seatsId);
      if (counted != null && counted.enrolled() != roster.size()) {
        drifted.add(seatsId);
      } else {
        drifted.remove(seatsId);
      }
    });
  }

  /** Returns the pending entries by course. */
  Map<SeatsId, Collection<OpenEntry>> pending() {
    return pending;
  }

  /** Returns the number of rows by course, of courses whose rosters were read. */
  Map<SeatsId, Integer> enrolled() {
    return enrolled;
  }

  /**
   * Returns the courses whose counter differed from their rows; a row may have changed between the
   * reads.
   */
  Set<SeatsId> drifted() {
    return drifted;
  }
}
