package io.sugang.seats.ledger;

import static java.util.Objects.requireNonNull;

import io.sugang.audit.AuditEvent;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

/**
 * The tables of a ledger in memory, for one transaction at a time, with the keys, the CHECK and the
 * error codes that the decisions rest on. Faults strike where a test wants them.
 */
final class InMemoryTables implements ClaimStatements, PlatformTransactionManager {
  private static final int DUPLICATE = 1062;
  private static final int CHECK = 3819;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int NOWAIT = 3572;

  private record Tables(
      SortedMap<SeatsId, CourseSeats> courses,
      Map<Seat, EnrollmentRow> rows,
      Set<@Nullable Long> audited) {
    Tables copy() {
      return new Tables(new TreeMap<>(courses), new HashMap<>(rows), new HashSet<>(audited));
    }
  }

  /** Strikes at a step of a transaction. */
  interface Fault {
    Fault NONE = () -> {};

    void strike();
  }

  private volatile Tables committed = new Tables(new TreeMap<>(), new HashMap<>(), new HashSet<>());
  private volatile Tables working = committed;

  /**
   * What was executed: {@code count {1=2}}, {@code lock [1] UPDATE}, {@code insert 2} and so on.
   */
  final List<String> events = new CopyOnWriteArrayList<>();

  final Set<StudentId> unknownStudents = ConcurrentHashMap.newKeySet();
  final Set<SeatsId> locked = ConcurrentHashMap.newKeySet();
  volatile Fault onBegin = Fault.NONE;
  volatile Fault onLock = Fault.NONE;
  volatile Fault onInsert = Fault.NONE;
  volatile Fault beforeCommit = Fault.NONE;
  volatile Fault afterCommit = Fault.NONE;

  void course(long id, int capacity) {
    SeatsId seatsId = new SeatsId(id);
    CourseSeats before = committed.courses.get(seatsId);
    committed.courses.put(
        seatsId, new CourseSeats(capacity, before == null ? 0 : before.enrolled()));
  }

  void close(long id) {
    committed.courses.computeIfPresent(
        new SeatsId(id),
        (course, of) -> new CourseSeats(of.capacity(), of.enrolled(), CourseStatus.CLOSED));
  }

  /** A row that another instance has committed. */
  EnrollmentRow row(long enrollmentId, Seat seat) {
    Tables next = committed.copy();
    EnrollmentRow row =
        new EnrollmentRow(enrollmentId, seat.studentId(), seat.seatsId(), Instant.EPOCH, null);
    next.rows.put(seat, row);
    next.audited.add(enrollmentId);
    next.courses.computeIfPresent(
        seat.seatsId(), (id, of) -> new CourseSeats(of.capacity(), of.enrolled() + 1));
    committed = next;
    return row;
  }

  Map<Seat, EnrollmentRow> rows() {
    return committed.rows;
  }

  /** Ids of the enrollments that have an event. */
  Set<@Nullable Long> audited() {
    return committed.audited;
  }

  EnrollmentRow rowOf(Seat seat) {
    return requireNonNull(committed.rows.get(seat));
  }

  int enrolled(long id) {
    return requireNonNull(committed.courses.get(new SeatsId(id))).enrolled();
  }

  /** Rows of a course by student. */
  Map<StudentId, EnrollmentRow> lookUp(SeatsId seatsId, Collection<StudentId> studentIds) {
    Map<StudentId, EnrollmentRow> found = new HashMap<>();
    committed.rows.forEach((seat, row) -> {
      if (seat.seatsId().equals(seatsId) && studentIds.contains(seat.studentId())) {
        found.put(seat.studentId(), row);
      }
    });
    return found;
  }

  static SQLException error(int code) {
    return new SQLException("of the test", "HY000", code);
  }

  @Override
  public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
    onBegin.strike();
    working = committed.copy();
    return new SimpleTransactionStatus(true);
  }

  @Override
  public void commit(TransactionStatus status) {
    beforeCommit.strike();
    committed = working;
    events.add("commit");
    afterCommit.strike();
  }

  @Override
  public void rollback(TransactionStatus status) {
    events.add("rollback");
  }

  private void lock(Collection<SeatsId> seatsIds, int code) {
    onLock.strike();
    if (seatsIds.stream().anyMatch(locked::contains)) {
      throw new CannotAcquireLockException("of the test", error(code));
    }
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> lockedSeats(Collection<SeatsId> seatsIds, Lock lock) {
    events.add("lock " + new TreeSet<>(seatsIds) + " " + lock);
    lock(seatsIds, lock == Lock.UPDATE_NOWAIT ? NOWAIT : LOCK_WAIT_TIMEOUT);
    SortedMap<SeatsId, CourseSeats> seats = new TreeMap<>(working.courses);
    seats.keySet().retainAll(seatsIds);
    return seats;
  }

  @Override
  public Map<Seat, EnrollmentRow> bySeats(Collection<Seat> seats) {
    Map<Seat, EnrollmentRow> found = new HashMap<>(working.rows);
    found.keySet().retainAll(seats);
    return found;
  }

  @Override
  public Occupancy occupancy(Collection<Seat> seats) {
    events.add("occupancy " + seats.size());
    Set<SeatsId> full = new HashSet<>();
    working.courses.forEach((seatsId, of) -> {
      if (of.status() == CourseStatus.OPEN
          && of.enrolled() >= of.capacity()
          && seats.stream().anyMatch(seat -> seat.seatsId().equals(seatsId))) {
        full.add(seatsId);
      }
    });
    return new Occupancy(full, bySeats(seats).keySet());
  }

  @Override
  public void audit(Collection<AuditEvent> done) {
    done.forEach(event -> working.audited.add(event.enrollmentId()));
  }

  @Override
  public void insert(Collection<EnrollmentRow> rows) {
    events.add("insert " + rows.size());
    onInsert.strike();
    for (EnrollmentRow row : rows) {
      if (unknownStudents.contains(row.studentId())) {
        throw new DataIntegrityViolationException(
            "of the test", error(LedgerErrors.NO_REFERENCED_ROW));
      }
      boolean sameId =
          working.rows.values().stream()
              .anyMatch(other -> other.enrollmentId() == row.enrollmentId());
      if (sameId || working.rows.putIfAbsent(row.seat(), row) != null) {
        throw new DuplicateKeyException("of the test", error(DUPLICATE));
      }
    }
  }

  @Override
  public int count(Map<SeatsId, Integer> seats) {
    events.add("count " + seats);
    lock(seats.keySet(), LOCK_WAIT_TIMEOUT);
    int found = 0;
    for (Map.Entry<SeatsId, Integer> more : seats.entrySet()) {
      CourseSeats of = working.courses.get(more.getKey());
      if (of == null) {
        continue;
      }
      found++;
      int enrolled = of.enrolled() + more.getValue();
      if (enrolled > of.capacity()) {
        throw new UncategorizedSQLException("count", "UPDATE", error(CHECK));
      }
      working.courses.put(more.getKey(), new CourseSeats(of.capacity(), enrolled));
    }
    return found;
  }
}
