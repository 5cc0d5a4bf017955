package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.ledger.CourseSeats;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Rotation of the courses whose rosters a pass compares. With few enrollments these are all
 * courses. Otherwise the courses take turns, in each instance by its own count. Used by the thread
 * of the reconciler.
 */
final class RosterRotation {
  private SeatsId last = new SeatsId(Long.MIN_VALUE);
  private SeatsId lastOfTurn = last;

  /**
   * Returns the courses of the next turn. It begins after the last turn that was {@link #done}, and
   * has at least one course and otherwise at most {@code rows} enrollments. Each course counts as
   * one more.
   */
  Set<SeatsId> next(SortedMap<SeatsId, CourseSeats> courses, long rows) {
    Set<SeatsId> turn = new HashSet<>();
    long left = rows;
    lastOfTurn = last;
    Iterator<Map.Entry<SeatsId, CourseSeats>> following =
        courses.tailMap(new SeatsId(last.value() + 1)).entrySet().iterator();
    while (turn.size() < courses.size()) {
      if (!following.hasNext()) {
        following = courses.entrySet().iterator();
      }
      Map.Entry<SeatsId, CourseSeats> course = following.next();
      left -= 1 + course.getValue().enrolled();
      if (left < 0 && !turn.isEmpty()) {
        break;
      }
      lastOfTurn = course.getKey();
      turn.add(lastOfTurn);
    }
    return turn;
  }

  /** Marks the last turn as compared. */
  void done() {
    last = lastOfTurn;
  }
}
