package io.sugang.seats.reconciler;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.metrics.LatencyTimers;
import io.sugang.seats.gate.SeatRosters.OpenEntry;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of all seats, from what a reconcile pass reads anyway: free seats and pending entries.
 * Above all they show whether a course has more rows than seats, or a counter that differs from its
 * rows.
 *
 * <p>One of the instances does the pass of a period. The values of the others are old, and an old
 * "none oversold" would be wrong. So their gauges are NaN, which {@code max} leaves out.
 */
final class SeatGauges {
  private final EnrollmentLedger ledger;
  private final Duration leakedAfter;
  private final Timer passes;
  private final InvariantAlert oversold =
      new InvariantAlert(
          "Oversold: courses {} have more enrollments than seats",
          "No course is oversold any more");
  private final InvariantAlert drifted =
      new InvariantAlert(
          "Miscounted: courses {} have a counter that differs from their enrollments",
          "Every counter agrees with the enrollments again");
  private volatile @Nullable SeatSnapshot seen;

  /**
   * Registers the gauges.
   *
   * @param leakedAfter age from which a pending entry counts as leaked
   */
  SeatGauges(EnrollmentLedger ledger, Duration leakedAfter, MeterRegistry registry) {
    this.ledger = ledger;
    this.leakedAfter = leakedAfter;
    passes =
        LatencyTimers.register(
            registry,
            "sugang.reconciler.look",
            "Passes over all courses, by the instance with the lease; without Redis by each"
                + " instance");
    gauge(registry, "sugang.courses", null, "Courses", SeatSnapshot::courses);
    gauge(
        registry, "sugang.full.courses", null, "Courses without a seat", SeatSnapshot::fullCourses);
    gauge(
        registry,
        "sugang.oversold.courses",
        null,
        "Courses with more enrollments than seats, must stay 0",
        SeatSnapshot::oversoldCourses);
    gauge(
        registry,
        "sugang.enrolled.drift.courses",
        null,
        "Courses whose counter differs from their enrollments, must stay 0",
        SeatSnapshot::driftedCourses);
    gauge(registry, "sugang.capacity", "seats", "Seats of all courses", SeatSnapshot::seats);
    gauge(registry, "sugang.enrolled", "seats", "Seats with an enrollment", SeatSnapshot::enrolled);
    gauge(
        registry,
        "sugang.gate.pending.entries",
        null,
        "Grants and cancels at the gate that are not settled yet",
        SeatSnapshot::pending);
    gauge(
        registry,
        "sugang.gate.leaked.entries",
        null,
        "Open entries that should have been settled long ago, must stay 0",
        SeatSnapshot::leaked);
    gauge(
        registry,
        "sugang.gate.oldest.pending",
        "seconds",
        "Age of the oldest open entry",
        SeatSnapshot::oldestPendingSeconds);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      @Nullable String unit,
      String description,
      ToDoubleFunction<SeatSnapshot> value) {
    Gauge.builder(name, this, gauges -> gauges.show(value))
        .baseUnit(unit)
        .description(description)
        .register(registry);
  }

  private double show(ToDoubleFunction<SeatSnapshot> value) {
    SeatSnapshot last = seen;
    return last == null || System.nanoTime() - last.nanoTime() > last.freshNanos()
        ? Double.NaN
        : value.applyAsDouble(last);
  }

  /**
   * Shows a pass that has ended. Called by the thread of the reconciler.
   *
   * @param courses all of them, as read before the rows
   * @param nanos duration of the pass
   * @param freshNanos how long the gauges show it
   */
  void show(ReconcilePass pass, Map<SeatsId, CourseSeats> courses, long nanos, long freshNanos) {
    Collection<Collection<OpenEntry>> byCourse = pass.pending().values();
    List<OpenEntry> pending = byCourse.stream().flatMap(Collection::stream).toList();
    // For an entry from before Redis' clock was set back, the distance is the best estimate.
    long oldest =
        pending.stream()
            .filter(entry -> entry.ageMillis() > 0 || entry.olderThan(leakedAfter))
            .mapToLong(entry -> Math.abs(entry.ageMillis()))
            .max()
            .orElse(0);
    long leaked = pending.stream().filter(entry -> entry.olderThan(leakedAfter)).count();
    Map<SeatsId, Integer> enrolled = new HashMap<>();
    courses.forEach((seatsId, seats) -> enrolled.put(seatsId, seats.enrolled()));
    enrolled.putAll(pass.enrolled());
    show(enrolled, pass.drifted(), courses, pending.size(), leaked, oldest / 1_000.0, freshNanos);
    passes.record(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Shows the ledger alone, because the gate is out of reach. Called by the thread of the
   * reconciler.
   */
  void showLedgerOnly(long firstExcluded, long freshNanos) {
    long start = System.nanoTime();
    Map<SeatsId, CourseSeats> courses = ledger.seatsBelow(firstExcluded);
    Map<SeatsId, Integer> rows = ledger.enrolledBelow(firstExcluded);
    Set<SeatsId> drifted = new HashSet<>();
    courses.forEach((seatsId, seats) -> {
      if (seats.enrolled() != rows.getOrDefault(seatsId, 0)) {
        drifted.add(seatsId);
      }
    });
    show(rows, drifted, courses, Double.NaN, Double.NaN, Double.NaN, freshNanos);
    passes.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
  }

  private void show(
      Map<SeatsId, Integer> enrolled,
      Set<SeatsId> differing,
      Map<SeatsId, CourseSeats> courses,
      double pending,
      double leaked,
      double oldestPendingSeconds,
      long freshNanos) {
    Set<SeatsId> overfull = new HashSet<>();
    int full = 0;
    long seats = 0;
    long taken = 0;
    for (Map.Entry<SeatsId, CourseSeats> course : courses.entrySet()) {
      int capacity = course.getValue().capacity();
      int of = enrolled.getOrDefault(course.getKey(), 0);
      seats += capacity;
      taken += of;
      if (of >= capacity) {
        full++;
      }
      if (of > capacity) {
        overfull.add(course.getKey());
      }
    }
    Set<SeatsId> soldTooOften = oversold.confirm(overfull, courses.keySet(), ledger::oversold);
    Set<SeatsId> miscounted = drifted.confirm(differing, courses.keySet(), ledger::drifted);
    seen =
        new SeatSnapshot(
            System.nanoTime(),
            freshNanos,
            courses.size(),
            full,
            soldTooOften.size(),
            miscounted.size(),
            seats,
            taken,
            pending,
            leaked,
            oldestPendingSeconds);
  }
}
