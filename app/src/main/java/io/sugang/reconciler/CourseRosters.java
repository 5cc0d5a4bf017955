package io.sugang.reconciler;

import static java.util.Objects.requireNonNull;

import io.sugang.ledger.CourseSeats;
import io.sugang.ledger.EnrollmentLedger;
import io.sugang.ledger.EnrollmentRow;
import io.sugang.seat.SeatGate;
import io.sugang.seat.SeatRosters;
import io.sugang.seat.SeatRosters.Glance;
import io.sugang.seat.SeatRosters.OpenEntry;
import io.sugang.seat.SeatRosters.Snapshot;
import io.sugang.seat.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * One pass over some courses. Per course: begin; settle open entries older than the grace by what
 * the ledger shows behind the course row's lock; read the roster after begin; load it where the
 * gate is not loaded or its members differ. Members, not numbers: equal counts may hide two
 * different sets for ever.
 *
 * <p>Any number of passes may run at once, here and in other instances: entries are settled by
 * their own token, and a load is refused when anything was settled since its ticket was given.
 */
final class CourseRosters {
  private static final Logger log = LoggerFactory.getLogger(CourseRosters.class);
  private static final int LOAD_TRIES = 5;

  private final SeatRosters gateRosters;
  private final SeatGate gate;
  private final EnrollmentLedger ledger;
  private final Duration grace;
  private final int chunk;

  CourseRosters(
      SeatRosters gateRosters,
      SeatGate gate,
      EnrollmentLedger ledger,
      ReconcilerProperties properties) {
    this.gateRosters = gateRosters;
    this.gate = gate;
    this.ledger = ledger;
    grace = properties.grace();
    chunk = properties.chunk();
  }

  /** Which courses get their roster loaded. */
  enum Load {
    /** Those that are not loaded or differ. */
    WHERE_DIFFERENT,
    /** All, as all of Redis is in doubt. */
    ALWAYS
  }

  /**
   * Brings courses in order.
   *
   * @param courses by id; so many are read together as the settings say
   * @param look gets to know what is read
   * @return the courses that could not be brought in order now, as others were settling seats or
   *     held a lock
   * @throws RuntimeException when Redis or MySQL does not answer
   */
  Set<Long> reconcile(SortedMap<Long, CourseSeats> courses, Load load, Look look) {
    return courses.entrySet().stream()
        .gather(Gatherers.windowFixed(chunk))
        .flatMap(together -> reconcileTogether(together, load, look).stream())
        .collect(Collectors.toSet());
  }

  private Set<Long> reconcileTogether(
      List<Map.Entry<Long, CourseSeats>> courses, Load load, Look look) {
    Map<Long, CourseSeats> left = new HashMap<>();
    courses.forEach(course -> left.put(course.getKey(), course.getValue()));
    for (int tries = 0; tries < LOAD_TRIES && !left.isEmpty(); tries++) {
      left.keySet().retainAll(pass(left, load, look));
    }
    return left.keySet();
  }

  private Set<Long> pass(Map<Long, CourseSeats> courses, Load load, Look look) {
    Set<Long> unsettled = new HashSet<>();
    Map<Long, Snapshot> snapshots = begin(courses.keySet());
    snapshots
        .values()
        .forEach(snapshot -> look.atTheGate(snapshot.courseId(), snapshot.pending().values()));
    Set<Long> settled = settleOldEntries(snapshots.values(), unsettled);
    // Settling used the tickets up.
    snapshots.putAll(begin(settled));
    snapshots.keySet().removeAll(unsettled);
    if (snapshots.isEmpty()) {
      return unsettled;
    }
    Map<Long, Set<Long>> rosters = ledger.rosters(snapshots.keySet());
    look.inTheLedger(rosters);
    Map<Long, CompletionStage<Settlement>> loads = new HashMap<>();
    snapshots.forEach((courseId, snapshot) -> {
      int capacity = requireNonNull(courses.get(courseId)).capacity();
      Set<Long> roster = rosters.getOrDefault(courseId, Set.of());
      if (load == Load.ALWAYS || differs(snapshot, capacity, roster)) {
        loads.put(courseId, gateRosters.load(courseId, snapshot.ticket(), capacity, roster));
      }
    });
    await(loads)
        .forEach((courseId, settlement) -> {
          if (settlement != Settlement.SETTLED) {
            unsettled.add(courseId);
          }
        });
    return unsettled;
  }

  /**
   * Looks at courses without their members.
   *
   * @return glances by course
   * @throws RuntimeException when Redis does not answer
   */
  Map<Long, Glance> glance(Collection<Long> courseIds) {
    Map<Long, Glance> glances = new HashMap<>();
    courseIds.stream()
        .gather(Gatherers.windowFixed(chunk))
        .forEach(together -> glances.putAll(byCourse(together, gateRosters::glance)));
    return glances;
  }

  private static boolean differs(Snapshot snapshot, int capacity, Set<Long> roster) {
    if (snapshot.capacity().isEmpty() || snapshot.capacity().getAsInt() != capacity) {
      return true;
    }
    Set<Long> pending = snapshot.pending().keySet();
    return !without(snapshot.students(), pending).equals(without(roster, pending));
  }

  private static Set<Long> without(Set<Long> students, Set<Long> pending) {
    if (pending.isEmpty()) {
      return students;
    }
    Set<Long> rest = new HashSet<>(students);
    rest.removeAll(pending);
    return rest;
  }

  private Map<Long, Snapshot> begin(Collection<Long> courseIds) {
    return byCourse(courseIds, gateRosters::begin);
  }

  private Set<Long> settleOldEntries(Collection<Snapshot> snapshots, Set<Long> unsettled) {
    Set<Long> settled = new HashSet<>();
    for (Snapshot snapshot : snapshots) {
      List<OpenEntry> old =
          snapshot.pending().values().stream()
              .filter(entry -> entry.ageMillis() > grace.toMillis())
              .toList();
      if (old.isEmpty()) {
        continue;
      }
      try {
        settle(snapshot.courseId(), old);
        settled.add(snapshot.courseId());
      } catch (DataAccessException | TransactionException locked) {
        log.info(
            "Open entries of course {} wait for its row lock: {}",
            snapshot.courseId(),
            locked.toString());
        unsettled.add(snapshot.courseId());
      }
    }
    return settled;
  }

  private void settle(long courseId, List<OpenEntry> entries) {
    Map<Long, EnrollmentRow> rows =
        ledger.lookUpBehindLock(courseId, entries.stream().map(OpenEntry::studentId).toList());
    List<CompletableFuture<Settlement>> settlements = new ArrayList<>();
    for (OpenEntry entry : entries) {
      settlements.add(
          (rows.containsKey(entry.studentId())
                  ? gate.confirm(courseId, entry.studentId(), entry.token())
                  : gate.release(courseId, entry.studentId(), entry.token()))
              .toCompletableFuture());
    }
    settlements.forEach(CompletableFuture::join);
  }

  private static <T> Map<Long, T> byCourse(
      Collection<Long> courseIds, Function<Long, CompletionStage<T>> ask) {
    return await(courseIds.stream().collect(Collectors.toMap(Function.identity(), ask)));
  }

  private static <T> Map<Long, T> await(Map<Long, CompletionStage<T>> stages) {
    Map<Long, T> results = new HashMap<>();
    stages.forEach((courseId, stage) -> results.put(courseId, stage.toCompletableFuture().join()));
    return results;
  }
}
