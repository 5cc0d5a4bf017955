package io.sugang.seats.reconciler;

import static java.util.Objects.requireNonNull;

import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.SeatRosters;
import io.sugang.seats.gate.SeatRosters.CourseSummary;
import io.sugang.seats.gate.SeatRosters.OpenEntry;
import io.sugang.seats.gate.SeatRosters.Snapshot;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Reconciliation of some courses. For each course it begins a roster load and settles pending
 * entries older than the grace, by the rows behind the lock of the course row. Then it reads roster
 * and capacity from the ledger, and loads them where the gate is not loaded or differs. Members are
 * compared, because equal counts may hide two different sets for ever.
 *
 * <p>Any number of passes may run at once, here and in other instances: entries are settled by
 * their own token, and a load is STALE when an entry was settled since its ticket was given.
 * Because a load carries what was read under its ticket, an older roster or capacity never replaces
 * a newer one.
 *
 * <p>A course delays no other course. A course with a locked row keeps its old entries until the
 * next pass. A course that cannot be read is deleted at the gate, which makes it NOT_LOADED. A
 * course for which Redis has no memory is left to the next pass.
 */
final class CourseRosters {
  private static final Logger log = LoggerFactory.getLogger(CourseRosters.class);
  private static final int LOAD_TRIES = 5;
  // For the old entries of all courses: a look-up takes a millisecond, and never waits for a lock.
  private static final Duration SETTLE_TIME = Duration.ofSeconds(1);
  // Of a course that many cancel in, the row is locked most of the time, by one after the other.
  private static final int MOST_REFUSALS = 2;

  private final SeatRosters gateRosters;
  private final SeatGate gate;
  private final EnrollmentLedger ledger;
  private final UnreadableCourses unreadableCourses;
  private final Duration grace;
  private final int chunk;
  // How often the lock of a course with old entries was refused in a row.
  private final Map<Long, Integer> refusals = new ConcurrentHashMap<>();

  CourseRosters(
      SeatRosters gateRosters,
      SeatGate gate,
      EnrollmentLedger ledger,
      UnreadableCourses unreadableCourses,
      ReconcilerProperties properties) {
    this.gateRosters = gateRosters;
    this.gate = gate;
    this.ledger = ledger;
    this.unreadableCourses = unreadableCourses;
    grace = properties.grace();
    chunk = properties.chunk();
  }

  /** Choice of the courses whose roster is loaded. */
  enum Load {
    /** Courses that are not loaded or differ. */
    WHERE_DIFFERENT,
    /** All courses, because all of Redis is in doubt. */
    ALWAYS
  }

  /**
   * Reconciles courses.
   *
   * @param courseIds read in chunks of the configured size
   * @param pass collects what is read
   * @return the courses that could not be reconciled now
   * @throws RuntimeException when Redis or MySQL does not answer
   */
  PassBacklog reconcile(Collection<Long> courseIds, Load load, ReconcilePass pass) {
    PassBacklog backlog = new PassBacklog(SETTLE_TIME);
    courseIds.stream()
        .gather(Gatherers.windowFixed(chunk))
        .forEach(together -> reconcileTogether(together, load, pass, backlog));
    return backlog;
  }

  private void reconcileTogether(
      List<Long> courseIds, Load load, ReconcilePass pass, PassBacklog backlog) {
    Set<Long> left = new HashSet<>(courseIds);
    for (int tries = 0; tries < LOAD_TRIES && !left.isEmpty(); tries++) {
      left = pass(left, load, pass, backlog);
    }
    backlog.overtaken().addAll(left);
  }

  private Set<Long> pass(Set<Long> courseIds, Load load, ReconcilePass pass, PassBacklog backlog) {
    Failures failures = new Failures();
    Map<Long, Snapshot> snapshots = begin(courseIds, failures);
    snapshots
        .values()
        .forEach(snapshot -> pass.atTheGate(snapshot.courseId(), snapshot.pending().values()));
    Set<Long> settled = settleOldEntries(snapshots.values(), backlog);
    // Settling used the tickets up.
    snapshots.keySet().removeAll(settled);
    snapshots.putAll(begin(settled, failures));
    Map<Long, Set<Long>> rosters = rosters(snapshots.keySet(), failures.unreadable());
    Map<Long, CourseSeats> seats = seats(rosters.keySet(), snapshots, backlog);
    pass.inTheLedger(rosters, seats);
    Map<Long, CompletionStage<Settlement>> loads = new HashMap<>();
    forgetDeleted(rosters.keySet(), seats.keySet());
    seats.forEach((courseId, of) -> {
      Snapshot snapshot = requireNonNull(snapshots.get(courseId));
      Set<Long> roster = requireNonNull(rosters.get(courseId));
      int capacity =
          backlog.notLowered().contains(courseId)
              ? snapshot.capacity().orElse(of.capacity())
              : of.capacity();
      if (load == Load.ALWAYS || differs(snapshot, capacity, roster)) {
        loads.put(courseId, gateRosters.load(courseId, snapshot.ticket(), capacity, roster));
      }
    });
    Set<Long> overtaken = new HashSet<>();
    await(loads, failures)
        .forEach((courseId, settlement) -> {
          if (settlement != Settlement.SETTLED) {
            overtaken.add(courseId);
          }
        });
    Set<Long> read = new HashSet<>(seats.keySet());
    read.removeAll(failures.unreadable().keySet());
    unreadableCourses.read(read);
    forget(failures.unreadable());
    backlog.unreadable().addAll(failures.unreadable().keySet());
    backlog.withoutMemory().addAll(failures.withoutMemory());
    return overtaken;
  }

  /**
   * Reads capacities. A transaction that raises one tells the gate before its COMMIT, while the row
   * is locked. A load must not take that back by a read from before the COMMIT. So a lower capacity
   * than the gate has is read once more, after the row was seen without a lock: a raise that locks
   * it later makes the ticket STALE. While the row is locked the gate keeps its capacity.
   */
  private Map<Long, CourseSeats> seats(
      Set<Long> courseIds, Map<Long, Snapshot> snapshots, PassBacklog backlog) {
    if (courseIds.isEmpty()) {
      return Map.of();
    }
    Map<Long, CourseSeats> seats = ledger.seats(courseIds);
    Set<Long> unlocked = new HashSet<>();
    seats.forEach((courseId, of) -> {
      backlog.notLowered().remove(courseId);
      if (of.capacity() < requireNonNull(snapshots.get(courseId)).capacity().orElse(0)) {
        if (isUnlocked(courseId, backlog)) {
          unlocked.add(courseId);
        } else {
          backlog.notLowered().add(courseId);
        }
      }
    });
    if (!unlocked.isEmpty()) {
      seats.keySet().removeAll(unlocked);
      seats.putAll(ledger.seats(unlocked));
    }
    return seats;
  }

  private boolean isUnlocked(long courseId, PassBacklog backlog) {
    try {
      return backlog.timeToSettle() && ledger.lookUpUnlessLocked(courseId, List.of()).isPresent();
    } catch (DataAccessException | TransactionException unreachable) {
      log.info(
          "Lower capacities wait for the next pass, from course {} on: {}",
          courseId,
          unreachable.toString());
      backlog.stopSettling();
      return false;
    }
  }

  // A course without seats was deleted. What the gate has of it belongs to nothing, and a load
  // under a ticket from before is STALE without its keys.
  private void forgetDeleted(Set<Long> asked, Set<Long> existing) {
    for (long courseId : asked) {
      if (!existing.contains(courseId)) {
        gateRosters.forget(courseId).toCompletableFuture().join();
      }
    }
  }

  // Otherwise requests would use a roster that cannot be checked, or fail at it and so open
  // the circuit.
  private void forget(Map<Long, Throwable> unreadable) {
    unreadable.forEach((courseId, why) -> {
      unreadableCourses.found(courseId, why);
      gateRosters.forget(courseId).toCompletableFuture().join();
    });
  }

  private Map<Long, Set<Long>> rosters(Set<Long> courseIds, Map<Long, Throwable> unreadable) {
    if (courseIds.isEmpty()) {
      return Map.of();
    }
    try {
      return ledger.rosters(courseIds);
    } catch (IncorrectResultSizeDataAccessException ofOne) {
      Map<Long, Set<Long>> rosters = new HashMap<>();
      for (long courseId : courseIds) {
        try {
          rosters.putAll(ledger.rosters(List.of(courseId)));
        } catch (IncorrectResultSizeDataAccessException cutOff) {
          unreadable.put(courseId, cutOff);
        }
      }
      return rosters;
    }
  }

  /**
   * Reads summaries of courses, without their members.
   *
   * @return summaries by course; one that cannot be read is missing
   * @throws RuntimeException when Redis does not answer
   */
  Map<Long, CourseSummary> summarize(Collection<Long> courseIds) {
    Map<Long, CourseSummary> summaries = new HashMap<>();
    courseIds.stream()
        .gather(Gatherers.windowFixed(chunk))
        .forEach(together ->
            summaries.putAll(byCourse(together, gateRosters::summarize, new Failures())));
    return summaries;
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

  private Map<Long, Snapshot> begin(Collection<Long> courseIds, Failures failures) {
    return byCourse(courseIds, gateRosters::begin, failures);
  }

  private Set<Long> settleOldEntries(Collection<Snapshot> snapshots, PassBacklog backlog) {
    Set<Long> settled = new HashSet<>();
    int waiting = backlog.unsettled().size();
    for (Snapshot snapshot : snapshots) {
      List<OpenEntry> old =
          snapshot.pending().values().stream().filter(entry -> entry.olderThan(grace)).toList();
      if (old.isEmpty()) {
        refusals.remove(snapshot.courseId());
        continue;
      }
      // A lock that was refused once is not requested again by this pass.
      if (backlog.unsettled().contains(snapshot.courseId())) {
        continue;
      }
      if (backlog.timeToSettle() && settle(snapshot.courseId(), old, backlog)) {
        settled.add(snapshot.courseId());
      } else {
        backlog.unsettled().add(snapshot.courseId());
      }
    }
    if (backlog.unsettled().size() > waiting) {
      log.info(
          "Old pending entries wait for the next pass, because the course row is locked: {}",
          backlog.unsettled());
    }
    return settled;
  }

  private boolean settle(long courseId, List<OpenEntry> entries, PassBacklog backlog) {
    Map<Long, EnrollmentRow> rows;
    try {
      rows = ledger.lookUpUnlessLocked(courseId, students(entries)).orElse(null);
    } catch (DataAccessException | TransactionException unreachable) {
      // No connection, most likely: the next course would wait for one as long.
      log.info(
          "Old pending entries wait for the next pass, from course {} on: {}",
          courseId,
          unreachable.toString());
      backlog.stopSettling();
      return false;
    }
    if (rows == null) {
      refusals.merge(courseId, 1, Integer::sum);
      backlog.locked().put(courseId, entries);
      return false;
    }
    settle(courseId, entries, rows);
    return true;
  }

  /**
   * Settles the old entries of the course whose row refused its lock in most passes, after {@value
   * #MOST_REFUSALS}: a course that is in use at each look is not locked by one transaction for
   * long. Waits for the lock of one course at most, and for a second at most.
   *
   * @param backlog what a pass has left
   */
  void settleOneInUse(PassBacklog backlog) {
    backlog.locked().keySet().stream()
        .filter(courseId -> refusals.getOrDefault(courseId, 0) >= MOST_REFUSALS)
        .max(Comparator.comparing(courseId -> refusals.getOrDefault(courseId, 0)))
        .ifPresent(courseId -> {
          // Counted anew, also when it is locked for longer: then others get their turn.
          refusals.remove(courseId);
          List<OpenEntry> entries = requireNonNull(backlog.locked().get(courseId));
          try {
            ledger
                .lookUpBehindBusyLock(courseId, students(entries))
                .ifPresent(rows -> settle(courseId, entries, rows));
          } catch (DataAccessException | TransactionException unreachable) {
            log.info(
                "Old pending entries of course {} wait for the next pass: {}",
                courseId,
                unreachable.toString());
          }
        });
  }

  private static List<Long> students(List<OpenEntry> entries) {
    return entries.stream().map(OpenEntry::studentId).toList();
  }

  private void settle(long courseId, List<OpenEntry> entries, Map<Long, EnrollmentRow> rows) {
    refusals.remove(courseId);
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
      Collection<Long> courseIds, Function<Long, CompletionStage<T>> ask, Failures failures) {
    return await(courseIds.stream().collect(Collectors.toMap(Function.identity(), ask)), failures);
  }

  private static <T> Map<Long, T> await(Map<Long, CompletionStage<T>> stages, Failures failures) {
    Map<Long, T> results = new HashMap<>();
    stages.forEach((courseId, stage) -> {
      try {
        results.put(courseId, stage.toCompletableFuture().join());
      } catch (CompletionException failure) {
        Throwable cause = failure.getCause();
        if (cause == null || !failures.add(courseId, cause)) {
          throw failure;
        }
      }
    });
    return results;
  }
}
