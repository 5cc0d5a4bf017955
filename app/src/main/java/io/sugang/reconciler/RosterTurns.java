package io.sugang.reconciler;

import io.sugang.ledger.CourseSeats;
import io.sugang.seat.SeatRosters.Glance;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Whose rosters are compared at a look. All, while there are few enrollments; else the courses take
 * turns, each instance by its own count, and those that are odd are compared at once. Of the
 * reconciler's thread.
 */
final class RosterTurns {
  private final Duration grace;
  private long last = Long.MIN_VALUE;
  private long lastOfTurn = Long.MIN_VALUE;

  RosterTurns(Duration grace) {
    this.grace = grace;
  }

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

  /**
   * Whether the rosters of a course have to be compared out of turn: it is not loaded, or with
   * another number of seats, or an entry is open for long.
   */
  boolean odd(Glance glance, CourseSeats seats) {
    return glance.capacity().isEmpty()
        || glance.capacity().getAsInt() != seats.capacity()
        || glance.pending().stream().anyMatch(entry -> entry.ageMillis() > grace.toMillis());
  }

  /**
   * Whether gate and course row count differently. A reason to compare the rosters when nothing
   * moved between two glances; a row may come or go between the glance and the reading of the row.
   */
  static boolean disagree(Glance glance, CourseSeats seats) {
    // An open entry may have a row or not.
    int confirmed = glance.held() - glance.pending().size();
    return seats.enrolled() < confirmed || glance.held() < seats.enrolled();
  }
}
