package io.sugang.seats.reconciler;

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
  private long last = Long.MIN_VALUE;
  private long lastOfTurn = Long.MIN_VALUE;

  /**
   * Returns the courses of the next turn. It begins after the last turn that was {@link #done}, and
   * has at least one course and otherwise at most {@code rows} enrollments. Each course counts as
   * one more.
   */
  Set<Long> next(SortedMap<Long, CourseSeats> courses, long rows) {
    Set<Long> turn = new HashSet<>();
    long left = rows;
    lastOfTurn = last;
    Iterator<Map.Entry<Long, CourseSeats>> following =
        courses.tailMap(last + 1).entrySet().iterator();
    while (turn.size() < courses.size()) {
      if (!following.hasNext()) {
        following = courses.entrySet().iterator();
      }
      Map.Entry<Long, CourseSeats> course = following.next();
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
