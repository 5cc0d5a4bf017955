package io.sugang.reconciler;

import io.sugang.ledger.CourseSeats;
import io.sugang.seat.SeatRosters.Glance;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Whose rosters are compared at a look. All, while there are few enrollments; else the courses take
 * turns, and those that a glance shows to be odd are compared at once. Of the reconciler's thread.
 */
final class RosterTurns {
  private final Duration grace;
  private final Map<Long, Counts> lastCounts = new HashMap<>();
  private long last = Long.MIN_VALUE;

  RosterTurns(Duration grace) {
    this.grace = grace;
  }

  /**
   * The courses whose turn it is: from the one after the last on, one at least, and with no more
   * than {@code rows} enrollments otherwise; a course counts as one more.
   */
  Set<Long> next(SortedMap<Long, CourseSeats> courses, long rows) {
    lastCounts.keySet().retainAll(courses.keySet());
    Set<Long> turn = new HashSet<>();
    long left = rows;
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
      last = course.getKey();
      turn.add(last);
    }
    return turn;
  }

  /**
   * Whether the rosters of a course have to be compared out of turn: it is not loaded, or with
   * another number of seats; an entry is open for long; or gate and course row count differently
   * while nothing changes.
   */
  boolean odd(Glance glance, CourseSeats seats) {
    Counts now = new Counts(glance.held(), glance.pending().size(), seats.enrolled());
    boolean quiet = now.equals(lastCounts.put(glance.courseId(), now));
    return glance.capacity().isEmpty()
        || glance.capacity().getAsInt() != seats.capacity()
        || glance.pending().stream().anyMatch(entry -> entry.ageMillis() > grace.toMillis())
        || (quiet && !now.agree());
  }

  private record Counts(int held, int pending, int enrolled) {

    // An open entry may have a row or not.
    boolean agree() {
      return held - pending <= enrolled && enrolled <= held;
    }
  }
}
