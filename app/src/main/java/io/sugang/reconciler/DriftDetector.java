package io.sugang.reconciler;

import static java.util.Objects.requireNonNull;

import io.sugang.ledger.CourseSeats;
import io.sugang.ledger.EnrollmentLedger;
import io.sugang.seat.SeatRosters.Glance;
import io.sugang.seat.SeatRosters.OpenEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Finds courses whose rosters have to be compared out of turn, at a glance: without the rosters.
 */
final class DriftDetector {
  private final CourseRosters courseRosters;
  private final EnrollmentLedger ledger;
  private final Duration grace;

  DriftDetector(CourseRosters courseRosters, EnrollmentLedger ledger, Duration grace) {
    this.courseRosters = courseRosters;
    this.ledger = ledger;
    this.grace = grace;
  }

  /**
   * The odd ones of some courses.
   *
   * @param look gets to know what is open
   * @throws RuntimeException when Redis or MySQL does not answer
   */
  Set<Long> among(SortedMap<Long, CourseSeats> courses, ReconcilePass look) {
    Map<Long, Glance> disagreeing = new HashMap<>();
    Map<Long, Glance> glances = courseRosters.glance(courses.keySet());
    // What cannot be read at a glance is looked at in full.
    Set<Long> odd = new HashSet<>(courses.keySet());
    odd.removeAll(glances.keySet());
    glances.forEach((courseId, glance) -> {
      CourseSeats seats = requireNonNull(courses.get(courseId));
      look.atTheGate(courseId, glance.pending());
      if (odd(glance, seats, grace)) {
        odd.add(courseId);
      } else if (disagree(glance, seats)) {
        disagreeing.put(courseId, glance);
      }
    });
    if (!disagreeing.isEmpty()) {
      // In a rush most of them have moved since the row was read.
      SortedMap<Long, CourseSeats> again = ledger.seats(disagreeing.keySet());
      courseRosters
          .glance(again.keySet())
          .forEach((courseId, glance) -> {
            if (!moved(requireNonNull(disagreeing.get(courseId)), glance)
                && disagree(glance, requireNonNull(again.get(courseId)))) {
              odd.add(courseId);
            }
          });
    }
    return odd;
  }

  /** Whether a seat came, went or was settled at the gate between two glances. */
  static boolean moved(Glance before, Glance after) {
    return before.held() != after.held() || !tokens(before).equals(tokens(after));
  }

  private static Set<String> tokens(Glance glance) {
    return glance.pending().stream().map(OpenEntry::token).collect(Collectors.toSet());
  }

  /**
   * Whether the glance alone is reason enough: not loaded, or with another number of seats, or an
   * entry is open for long.
   */
  static boolean odd(Glance glance, CourseSeats seats, Duration grace) {
    return glance.capacity().isEmpty()
        || glance.capacity().getAsInt() != seats.capacity()
        || glance.pending().stream().anyMatch(entry -> entry.olderThan(grace));
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
