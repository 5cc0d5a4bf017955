package io.sugang.reconciler;

import io.sugang.ledger.CourseSeats;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Whose rosters are compared at a look. All, while there are few enrollments; else the courses take
 * turns, each instance by its own count. Of the reconciler's thread.
 */
final class RosterRotation {
  private long last = Long.MIN_VALUE;
  private long lastOfTurn = Long.MIN_VALUE;

  /**
   * The courses whose turn it is: from the one after the last turn that was {@link #done} on, one
   * at least, and with no more than {@code rows} enrollments otherwise; a course counts as one
   * more.
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

  /** The rosters of the last turn were compared. */
  void done() {
    last = lastOfTurn;
  }
}
