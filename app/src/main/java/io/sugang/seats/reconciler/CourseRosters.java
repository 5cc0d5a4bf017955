package io.sugang.seats.reconciler;

import static java.util.Objects.requireNonNull;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
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
 * <p>Any number of passes may run at once, here and in other instances. Entries are settled by
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
  private final Map<SeatsId, Integer> refusals = new ConcurrentHashMap<>();

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
   * @param seatsIds read in chunks of the configured size
   * @param pass collects what is read
   * @return the courses that could not be reconciled now
   * @throws RuntimeException when Redis or MySQL does not answer
   */
  PassBacklog reconcile(Collection<SeatsId> seatsIds, Load load, ReconcilePass pass) {
    PassBacklog backlog = new PassBacklog(SETTLE_TIME);
    seatsIds.stream()
        .gather(Gatherers.windowFixed(chunk))
        .forEach(together -> reconcileTogether(together, load, pass, backlog));
    return backlog;
  }

  private void reconcileTogether(
      List<SeatsId> seatsIds, Load load, ReconcilePass pass, PassBacklog backlog) {
    Set<SeatsId> left = new HashSet<>(seatsIds);
    for (int tries = 0; tries < LOAD_TRIES && !left.isEmpty(); tries++) {
      left = pass(left, load, pass, backlog);
    }
    backlog.overtaken().addAll(left);
  }

  private Set<SeatsId> pass(
      Set<SeatsId> seatsIds, Load load, ReconcilePass pass, PassBacklog backlog) {
    Failures failures = new Failures();
    Map<SeatsId, Snapshot> snapshots = begin(seatsIds, failures);
    snapshots
        .values()
        .forEach(snapshot -> pass.atTheGate(snapshot.seatsId(), snapshot.pending().values()));
    Set<SeatsId> settled = settleOldEntries(snapshots.values(), backlog);
    // Settling used the tickets up.
    snapshots.keySet().removeAll(settled);
    snapshots.putAll(begin(settled, failures));
    Map<SeatsId, Set<StudentId>> rosters = rosters(snapshots.keySet(), failures.unreadable());
    Map<SeatsId, CourseSeats> seats = seats(rosters.keySet(), snapshots, backlog);
    pass.inTheLedger(rosters, seats);
    Map<SeatsId, CompletionStage<Settlement>> loads = new HashMap<>();
    forgetDeleted(rosters.keySet(), seats.keySet());
    seats.forEach((seatsId, of) -> {
      Snapshot snapshot = requireNonNull(snapshots.get(seatsId));
      Set<StudentId> roster = requireNonNull(rosters.get(seatsId));
      int capacity =
          backlog.notLowered().contains(seatsId)
              ? snapshot.capacity().orElse(of.capacity())
              : of.capacity();
      if (load == Load.ALWAYS || differs(snapshot, capacity, roster)) {
        loads.put(seatsId, gateRosters.load(seatsId, snapshot.ticket(), capacity, roster));
      }
    });
    Set<SeatsId> overtaken = new HashSet<>();
    await(loads, failures)
        .forEach((seatsId, settlement) -> {
          if (settlement != Settlement.SETTLED) {
            overtaken.add(seatsId);
          }
        });
    Set<SeatsId> read = new HashSet<>(seats.keySet());
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
  private Map<SeatsId, CourseSeats> seats(
      Set<SeatsId> seatsIds, Map<SeatsId, Snapshot> snapshots, PassBacklog backlog) {
    if (seatsIds.isEmpty()) {
      return Map.of();
    }
    Map<SeatsId, CourseSeats> seats = ledger.seats(seatsIds);
    Set<SeatsId> unlocked = new HashSet<>();
    seats.forEach((seatsId, of) -> {
      backlog.notLowered().remove(seatsId);
      if (of.capacity() < requireNonNull(snapshots.get(seatsId)).capacity().orElse(0)) {
        if (isUnlocked(seatsId, backlog)) {
          unlocked.add(seatsId);
        } else {
          backlog.notLowered().add(seatsId);
        }
      }
    });
    if (!unlocked.isEmpty()) {
      seats.keySet().removeAll(unlocked);
      seats.putAll(ledger.seats(unlocked));
    }
    return seats;
  }

  private boolean isUnlocked(SeatsId seatsId, PassBacklog backlog) {
    try {
      return backlog.timeToSettle() && ledger.lookUpUnlessLocked(seatsId, List.of()).isPresent();
    } catch (DataAccessException | TransactionException unreachable) {
      log.info(
          "Lower capacities wait for the next pass, from course {} on: {}",
          seatsId,
          unreachable.toString());
      backlog.stopSettling();
      return false;
    }
  }

  // A course without seats was deleted. What the gate has of it belongs to nothing, and a load
  // under a ticket from before is STALE without its keys.
  private void forgetDeleted(Set<SeatsId> asked, Set<SeatsId> existing) {
    for (SeatsId seatsId : asked) {
      if (!existing.contains(seatsId)) {
        gateRosters.forget(seatsId).toCompletableFuture().join();
      }
    }
  }

  // Otherwise requests would use a roster that cannot be checked, or fail at it and so open
  // the circuit.
  private void forget(Map<SeatsId, Throwable> unreadable) {
    unreadable.forEach((seatsId, why) -> {
      unreadableCourses.found(seatsId, why);
      gateRosters.forget(seatsId).toCompletableFuture().join();
    });
  }

  private Map<SeatsId, Set<StudentId>> rosters(
      Set<SeatsId> seatsIds, Map<SeatsId, Throwable> unreadable) {
    if (seatsIds.isEmpty()) {
      return Map.of();
    }
    try {
      return ledger.rosters(seatsIds);
    } catch (IncorrectResultSizeDataAccessException ofOne) {
      Map<SeatsId, Set<StudentId>> rosters = new HashMap<>();
      for (SeatsId seatsId : seatsIds) {
        try {
          rosters.putAll(ledger.rosters(List.of(seatsId)));
        } catch (IncorrectResultSizeDataAccessException cutOff) {
          unreadable.put(seatsId, cutOff);
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
  Map<SeatsId, CourseSummary> summarize(Collection<SeatsId> seatsIds) {
    Map<SeatsId, CourseSummary> summaries = new HashMap<>();
    seatsIds.stream()
        .gather(Gatherers.windowFixed(chunk))
        .forEach(together ->
            summaries.putAll(byCourse(together, gateRosters::summarize, new Failures())));
    return summaries;
  }

  private static boolean differs(Snapshot snapshot, int capacity, Set<StudentId> roster) {
    if (snapshot.capacity().isEmpty() || snapshot.capacity().getAsInt() != capacity) {
      return true;
    }
    Set<StudentId> pending = snapshot.pending().keySet();
    return !without(snapshot.students(), pending).equals(without(roster, pending));
  }

  private static Set<StudentId> without(Set<StudentId> students, Set<StudentId> pending) {
    if (pending.isEmpty()) {
      return students;
    }
    Set<StudentId> rest = new HashSet<>(students);
    rest.removeAll(pending);
    return rest;
  }

  private Map<SeatsId, Snapshot> begin(Collection<SeatsId> seatsIds, Failures failures) {
    return byCourse(seatsIds, gateRosters::begin, failures);
  }

  private Set<SeatsId> settleOldEntries(Collection<Snapshot> snapshots, PassBacklog backlog) {
    Set<SeatsId> settled = new HashSet<>();
    int waiting = backlog.unsettled().size();
    for (Snapshot snapshot : snapshots) {
      List<OpenEntry> old =
          snapshot.pending().values().stream().filter(entry -> entry.olderThan(grace)).toList();
      if (old.isEmpty()) {
        refusals.remove(snapshot.seatsId());
        continue;
      }
      // A lock that was refused once is not requested again by this pass.
      if (backlog.unsettled().contains(snapshot.seatsId())) {
        continue;
      }
      if (backlog.timeToSettle() && settle(snapshot.seatsId(), old, backlog)) {
        settled.add(snapshot.seatsId());
      } else {
        backlog.unsettled().add(snapshot.seatsId());
      }
    }
    if (backlog.unsettled().size() > waiting) {
      log.info(
          "Old pending entries wait for the next pass, because the course row is locked: {}",
          backlog.unsettled());
    }
    return settled;
  }

  private boolean settle(SeatsId seatsId, List<OpenEntry> entries, PassBacklog backlog) {
    Map<StudentId, EnrollmentRow> rows;
    try {
      rows = ledger.lookUpUnlessLocked(seatsId, students(entries)).orElse(null);
    } catch (DataAccessException | TransactionException unreachable) {
      // No connection, most likely: the next course would wait for one as long.
      log.info(
          "Old pending entries wait for the next pass, from course {} on: {}",
          seatsId,
          unreachable.toString());
      backlog.stopSettling();
      return false;
    }
    if (rows == null) {
      refusals.merge(seatsId, 1, Integer::sum);
      backlog.locked().put(seatsId, entries);
      return false;
    }
    settle(seatsId, entries, rows);
    return true;
  }

  /**
   * Settles the old entries of the course whose row refused its lock in most passes, after {@value
   * #MOST_REFUSALS}. A course that is in use at each look is not locked by one transaction for
   * long. Waits for the lock of one course at most, and for a second at most.
   *
   * @param backlog what a pass has left
   */
  void settleOneInUse(PassBacklog backlog) {
    backlog.locked().keySet().stream()
        .filter(seatsId -> refusals.getOrDefault(seatsId, 0) >= MOST_REFUSALS)
        .max(Comparator.comparing(seatsId -> refusals.getOrDefault(seatsId, 0)))
        .ifPresent(seatsId -> {
          // Counted anew, also when it is locked for longer: then others get their turn.
          refusals.remove(seatsId);
          List<OpenEntry> entries = requireNonNull(backlog.locked().get(seatsId));
          try {
            ledger
                .lookUpBehindBusyLock(seatsId, students(entries))
                .ifPresent(rows -> settle(seatsId, entries, rows));
          } catch (DataAccessException | TransactionException unreachable) {
            log.info(
                "Old pending entries of course {} wait for the next pass: {}",
                seatsId,
                unreachable.toString());
          }
        });
  }

  private static List<StudentId> students(List<OpenEntry> entries) {
    return entries.stream().map(OpenEntry::studentId).toList();
  }

  private void settle(
      SeatsId seatsId, List<OpenEntry> entries, Map<StudentId, EnrollmentRow> rows) {
    refusals.remove(seatsId);
    List<CompletableFuture<Settlement>> settlements = new ArrayList<>();
    for (OpenEntry entry : entries) {
      settlements.add(
          (rows.containsKey(entry.studentId())
                  ? gate.confirm(entry.studentId(), seatsId, entry.token())
                  : gate.release(entry.studentId(), seatsId, entry.token()))
              .toCompletableFuture());
    }
    settlements.forEach(CompletableFuture::join);
  }

  private static <T> Map<SeatsId, T> byCourse(
      Collection<SeatsId> seatsIds, Function<SeatsId, CompletionStage<T>> ask, Failures failures) {
    return await(seatsIds.stream().collect(Collectors.toMap(Function.identity(), ask)), failures);
  }

  private static <T> Map<SeatsId, T> await(
      Map<SeatsId, CompletionStage<T>> stages, Failures failures) {
    Map<SeatsId, T> results = new HashMap<>();
    stages.forEach((seatsId, stage) -> {
      try {
        results.put(seatsId, stage.toCompletableFuture().join());
      } catch (CompletionException failure) {
        Throwable cause = failure.getCause();
        if (cause == null || !failures.add(seatsId, cause)) {
          throw failure;
        }
      }
    });
    return results;
  }
}
