package io.sugang.seats.reconciler;

import static java.util.Objects.requireNonNull;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatRosters.CourseSummary;
import io.sugang.seats.gate.SeatRosters.OpenEntry;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Detector of courses whose rosters have to be compared out of turn, by their summaries. */
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
   * Returns those of some courses that have to be compared.
   *
   * @param pass collects the pending entries
   * @throws RuntimeException when Redis or MySQL does not answer
   */
  Set<SeatsId> among(SortedMap<SeatsId, CourseSeats> courses, ReconcilePass pass) {
    Map<SeatsId, CourseSummary> disagreeing = new HashMap<>();
    Map<SeatsId, CourseSummary> summaries = courseRosters.summarize(courses.keySet());
    // Courses without a readable summary are compared in full.
    Set<SeatsId> toCompare = new HashSet<>(courses.keySet());
    toCompare.removeAll(summaries.keySet());
    summaries.forEach((seatsId, summary) -> {
      CourseSeats seats = requireNonNull(courses.get(seatsId));
      pass.atTheGate(seatsId, summary.pending());
      if (needsComparison(summary, seats, grace)) {
        toCompare.add(seatsId);
      } else if (disagree(summary, seats)) {
        disagreeing.put(seatsId, summary);
      }
    });
    if (!disagreeing.isEmpty()) {
      // In a rush most of them have moved since the row was read.
      SortedMap<SeatsId, CourseSeats> again = ledger.seats(disagreeing.keySet());
      courseRosters
          .summarize(again.keySet())
          .forEach((seatsId, summary) -> {
            if (!moved(requireNonNull(disagreeing.get(seatsId)), summary)
                && disagree(summary, requireNonNull(again.get(seatsId)))) {
              toCompare.add(seatsId);
            }
          });
    }
    return toCompare;
  }

  /** Returns whether a seat was taken, released or settled at the gate between two summaries. */
  static boolean moved(CourseSummary before, CourseSummary after) {
    return before.held() != after.held() || !tokens(before).equals(tokens(after));
  }

  private static Set<String> tokens(CourseSummary summary) {
    return summary.pending().stream().map(OpenEntry::token).collect(Collectors.toSet());
  }

  /**
   * Returns whether the summary alone is a reason: not loaded, another capacity, or an entry
   * pending for long.
   */
  static boolean needsComparison(CourseSummary summary, CourseSeats seats, Duration grace) {
    return summary.capacity().isEmpty()
        || summary.capacity().getAsInt() != seats.capacity()
        || summary.pending().stream().anyMatch(entry -> entry.olderThan(grace));
  }

  /**
   * Returns whether gate and course row count differently. This is a reason to compare the rosters
   * when nothing moved between two summaries, because a row may change between the summary and the
   * read of the course row.
   */
  static boolean disagree(CourseSummary summary, CourseSeats seats) {
    // A pending entry may have a row or not.
    int confirmed = summary.held() - summary.pending().size();
    return seats.enrolled() < confirmed || summary.held() < seats.enrolled();
  }
}
