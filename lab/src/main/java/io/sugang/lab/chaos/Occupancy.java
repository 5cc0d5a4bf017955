package io.sugang.lab.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The holders of the seats of each course over time, as far as clients can know.
 *
 * <p>A seat is certainly held from the 201 until its student asks to give it back. A row possibly
 * exists from the begin of the request on, until a cancel was answered or, without an answer, for
 * as long as the request may be in flight. At the gate a place is held by rows and by requests that
 * are not answered yet. A request that was answered keeps no place, except in a {@link
 * FaultWindow}.
 */
final class Occupancy {
  // Within a fault window: for a release that comes after the answer.
  private static final Duration RELEASED = Duration.ofMillis(200);

  // A request without an answer may still be in flight in an instance, for as long as NGINX would
  // wait for it. Where a fault held it, it may be so when the fault is over (a paused instance
  // continues its requests).
  private static final long LATE = Duration.ofSeconds(15).toNanos();

  private static final SeatOccupancy NONE = new SeatOccupancy().build();

  private final FaultWindow window;
  private final Capacities capacities;
  private final RunFacts facts;
  private final long faultBegin;
  private final long faultEnd;
  private final Map<Long, SeatOccupancy> certain = new HashMap<>();
  private final Map<Long, SeatOccupancy> rows = new HashMap<>();
  private final Map<Long, SeatOccupancy> places = new HashMap<>();
  private final Map<Long, List<Attempt>> cancels = new HashMap<>();
  private final Map<String, Long> decided = new HashMap<>();
  private final Map<Long, SeatOccupancy> beyond = new HashMap<>();
  private final Set<Long> answered = new HashSet<>();

  /**
   * @param attempts of the whole run
   * @param faultBegin with {@code faultEnd} the time in which an instance may have been held
   */
  Occupancy(
      List<Attempt> attempts,
      Capacities capacities,
      RunFacts facts,
      FaultWindow window,
      long faultBegin,
      long faultEnd) {
    this.window = window;
    this.capacities = capacities;
    this.facts = facts;
    this.faultBegin = faultBegin;
    this.faultEnd = faultEnd;
    for (Attempt attempt : attempts) {
      if (attempt.cancel()) {
        cancels.computeIfAbsent(attempt.target(), _ -> new ArrayList<>()).add(attempt);
      } else if (attempt.enroll() && attempt.definitive()) {
        // "already enrolled" without a key: the row is there, and stays
        long known = attempt.already() ? Long.MAX_VALUE : attempt.end();
        decided.merge(attempt.request(), known, Math::max);
      }
      if (attempt.won()) {
        answered.add(attempt.enrollmentId());
      }
    }
    attempts.forEach(this::hold);
    certain.values().forEach(SeatOccupancy::build);
    rows.values().forEach(SeatOccupancy::build);
    beyond.values().forEach(SeatOccupancy::build);
    attempts.forEach(this::holdRefused);
    rows.forEach((course, holds) -> holds(places, course).addAll(holds));
    places.values().forEach(SeatOccupancy::build);
  }

  /** Seats between the 201 and the cancel's begin. */
  Map<Long, SeatOccupancy> certain() {
    return certain;
  }

  /** Whether the student may have had a row in the course, also one beyond its capacity. */
  boolean mayHaveHeld(long student, long course, long from, long to) {
    return rows(course).held(student, from, to)
        || beyond.getOrDefault(course, NONE).held(student, from, to);
  }

  /** Whether the student certainly had a seat within the capacity of the course all the time. */
  boolean certainlyHeld(long student, long course, long from, long to) {
    return certain.getOrDefault(course, NONE).heldThroughout(student, from, to);
  }

  private SeatOccupancy rows(long seats) {
    return rows.getOrDefault(seats, NONE);
  }

  /** Places that may have been taken at the gate. */
  SeatOccupancy places(long course) {
    return places.getOrDefault(course, NONE);
  }

  private void hold(Attempt attempt) {
    long course = attempt.courseId();
    long student = attempt.studentId();
    long from = attempt.start();
    if (attempt.cancel()) {
      // A cancel keeps its student's place until it is answered, and longer where it never was.
      long to = attempt.status() == 0 ? lateEnd(attempt) : attempt.end();
      add(places, attempt, facts.events().seatsOf(attempt.target()), to);
    } else if (attempt.plannedRequest().lifts("CAPACITY")) {
      // It has a seat of its own, which comes and goes with it.
      if (attempt.won() || attempt.inDoubt()) {
        holds(beyond, course).add(student, from, cancelled(attempt));
      }
    } else if (attempt.won()) {
      List<Attempt> given = cancels.getOrDefault(attempt.enrollmentId(), List.of());
      long asked = given.stream().mapToLong(Attempt::start).min().orElse(Long.MAX_VALUE);
      holds(certain, course).add(student, attempt.end(), asked);
      long seats = facts.events().seatsOf(attempt.enrollmentId());
      long to = cancelled(attempt);
      add(rows, attempt, seats, to);
      add(places, attempt, seats, window.settled(to, FaultWindow.BOUND));
    } else if (attempt.enroll() && attempt.inDoubt()) {
      long known = decided.getOrDefault(attempt.request(), Long.MAX_VALUE);
      long late = lateEnd(attempt);
      boolean made = facts.events().madeAnother(student, course, answered);
      if (made || known != Long.MAX_VALUE) {
        long to = known == Long.MAX_VALUE ? known : Math.max(known, late);
        add(rows, attempt, 0, to);
        // nothing tells when its place is settled, except the bound after the fault
        add(places, attempt, 0, window.covers(to) ? window.end() : to);
      } else {
        // No event names a row of it, so it had none: what it left at the gate is settled.
        long settled = late + FaultWindow.BOUND.toNanos();
        add(rows, attempt, 0, late);
        add(places, attempt, 0, window.covers(late) ? window.end() : settled);
      }
    }
  }

  private long cancelled(Attempt won) {
    return cancels.getOrDefault(won.enrollmentId(), List.of()).stream()
        .filter(Attempt::definitive)
        .mapToLong(Attempt::end)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  // Under each id under which its seat counts: of a pool too.
  private void add(Map<Long, SeatOccupancy> all, Attempt attempt, long seatsId, long to) {
    for (long counted : facts.pools().counted(attempt.courseId(), attempt.studentId(), seatsId)) {
      holds(all, counted).add(attempt.studentId(), attempt.start(), to);
    }
  }

  // A refused request had a place at the gate at most until its answer, and only if it was refused
  // after the gate. The ledger says full only while every seat has a row. A rule of history or plan
  // is asked after the gate while the gate's last answer was full (docs/decisions/0010).
  private void holdRefused(Attempt attempt) {
    long course = facts.pools().reached(attempt.courseId(), attempt.studentId());
    boolean afterGate =
        attempt.already()
            || (attempt.ruled() && !attempt.notEligible())
            || attempt.closed()
            || (attempt.full()
                && rows(course).most(attempt.start(), attempt.end())
                    >= capacities.least(course, attempt.start(), attempt.end()));
    if (afterGate) {
      long to = window.settled(attempt.end(), RELEASED);
      add(places, attempt, 0, to);
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
