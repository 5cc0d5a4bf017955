package io.sugang.tools.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The holders of the seats of each course over time, as far as clients can know.
 *
 * <p>A seat is certainly held from the 201 until its student asks to give it back. A row possibly
 * exists from the begin of the request on, until a cancel was answered or, without an answer, for
 * as long as the request may be under way. At the gate a place is held by rows and by requests that
 * are not answered yet. A request that was answered keeps no place, except in a {@link
 * FaultWindow}.
 */
final class Occupancy {
  // Within a fault window: for a release that comes after the answer.
  private static final Duration RELEASED = Duration.ofMillis(200);

  // A request without an answer may still be under way in an instance: for as long as NGINX would
  // wait for it, and where a fault held it, when that is over (paused instances go on).
  private static final long LATE = Duration.ofSeconds(15).toNanos();

  private static final SeatOccupancy NONE = new SeatOccupancy().build();

  private final FaultWindow window;
  private final Capacities capacities;
  private final long faultBegin;
  private final long faultEnd;
  private final Map<Long, SeatOccupancy> certain = new HashMap<>();
  private final Map<Long, SeatOccupancy> rows = new HashMap<>();
  private final Map<Long, SeatOccupancy> places = new HashMap<>();
  private final Map<Long, List<Attempt>> cancels = new HashMap<>();
  private final Map<String, Long> decided = new HashMap<>();

  /**
   * @param attempts of the whole run
   * @param faultBegin with {@code faultEnd} the time in which an instance may have been held
   */
  Occupancy(
      List<Attempt> attempts,
      Capacities capacities,
      FaultWindow window,
      long faultBegin,
      long faultEnd) {
    this.window = window;
    this.capacities = capacities;
    this.faultBegin = faultBegin;
    this.faultEnd = faultEnd;
    for (Attempt attempt : attempts) {
      if (!attempt.enroll()) {
        cancels.computeIfAbsent(attempt.target(), _ -> new ArrayList<>()).add(attempt);
      } else if (attempt.definitive()) {
        // "already enrolled" without a key: the row is there, and stays
        long known = attempt.already() ? Long.MAX_VALUE : attempt.end();
        decided.merge(attempt.request(), known, Math::max);
      }
    }
    attempts.forEach(this::hold);
    certain.values().forEach(SeatOccupancy::build);
    rows.values().forEach(SeatOccupancy::build);
    attempts.forEach(this::holdRefused);
    rows.forEach((course, holds) -> holds(places, course).addAll(holds));
    places.values().forEach(SeatOccupancy::build);
  }

  /** Seats between the 201 and the cancel's begin. */
  Map<Long, SeatOccupancy> certain() {
    return certain;
  }

  /** Rows that may have existed: a matter of MySQL alone. */
  SeatOccupancy rows(long course) {
    return rows.getOrDefault(course, NONE);
  }

  /** Places that may have been taken at the gate. */
  SeatOccupancy places(long course) {
    return places.getOrDefault(course, NONE);
  }

  private void hold(Attempt attempt) {
    long course = attempt.courseId();
    long student = attempt.studentId();
    long from = attempt.start();
    if (!attempt.enroll()) {
      // A cancel keeps its student's place until it is answered, and longer where it never was.
      long to = attempt.status() == 0 ? lateEnd(attempt) : attempt.end();
      holds(places, course).add(student, from, to);
    } else if (attempt.won()) {
      List<Attempt> given = cancels.getOrDefault(attempt.enrollmentId(), List.of());
      long asked = given.stream().mapToLong(Attempt::start).min().orElse(Long.MAX_VALUE);
      holds(certain, course).add(student, attempt.end(), asked);
      long to =
          given.stream()
              .filter(Attempt::definitive)
              .mapToLong(Attempt::end)
              .min()
              .orElse(Long.MAX_VALUE);
      holds(rows, course).add(student, from, to);
      holds(places, course).add(student, from, window.settled(to, FaultWindow.BOUND));
    } else if (attempt.inDoubt()) {
      long known = decided.getOrDefault(attempt.request(), Long.MAX_VALUE);
      long to = known == Long.MAX_VALUE ? known : Math.max(known, lateEnd(attempt));
      holds(rows, course).add(student, from, to);
      // nothing tells when its place is settled, except the bound after the fault
      holds(places, course).add(student, from, window.covers(to) ? window.end() : to);
    }
  }

  // A refused request had a place at the gate at most until its answer, and only if it was refused
  // after the gate. The ledger says full only while every seat has a row. A rule of history or plan
  // is asked after the gate while the gate's last answer was full (docs/decisions/0042).
  private void holdRefused(Attempt attempt) {
    long course = attempt.courseId();
    boolean afterGate =
        attempt.already()
            || (attempt.ruled() && !attempt.notEligible())
            || (attempt.full()
                && rows(course).most(attempt.start(), attempt.end())
                    >= capacities.least(course, attempt.start(), attempt.end()));
    if (afterGate) {
      long to = window.settled(attempt.end(), RELEASED);
      holds(places, course).add(attempt.studentId(), attempt.start(), to);
    }
  }

  private long lateEnd(Attempt attempt) {
    if (attempt.status() == 503) {
      return attempt.end();
    }
    boolean held = attempt.start() <= faultEnd && attempt.start() + LATE >= faultBegin;
    return (held ? Math.max(attempt.start(), faultEnd) : attempt.start()) + LATE;
  }

  private static SeatOccupancy holds(Map<Long, SeatOccupancy> all, long course) {
    return all.computeIfAbsent(course, _ -> new SeatOccupancy());
  }
}
