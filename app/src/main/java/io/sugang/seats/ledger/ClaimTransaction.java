package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transaction for a group of claims, in one of two forms with the same rows:
 *
 * <ul>
 *   <li>decide: lock the plans and rows of the students, then the course rows, each in id order.
 *       Read which pairs have a row and what the plans hold. Decide in the order of the group,
 *       insert, count, commit. Claims of courses that were full are read before, and rejected
 *       without a lock.
 *   <li>take, when the gate granted all of them and no rule of a plan applies: lock the students,
 *       count, insert, commit. The CHECK and the keys check whether each claim can have its seat.
 *       After a violation nothing is left of the transaction, and the group is decided.
 * </ul>
 *
 * <p>The foreign key of an enrollment shares the lock of its student's row. It is locked first, and
 * without waiting: a wait behind the lock of a course row would hold up every claim of the course.
 *
 * <p>Neither form can oversell. An insert holds the lock of the course row, which both counting and
 * the read for update take. When deciding, the reads after the lock see all that the lock waited
 * for, because of READ COMMITTED. When taking, the CHECK and the unique key see it.
 */
final class ClaimTransaction {
  private static final Logger log = LoggerFactory.getLogger(ClaimTransaction.class);

  private final TransactionTemplate transaction;
  private final ClaimStatements statements;
  private final PlanStatements plans;
  private final CachedSubjectRules subjects;
  private final PlanObserver observer;
  // Courses whose last decision was that they are full: only a hint what to read.
  private final Set<SeatsId> fullCourses = new HashSet<>();

  ClaimTransaction(
      TransactionTemplate transaction, ClaimStatements statements, PlanStatements plans) {
    this(transaction, statements, plans, PlanObserver.NONE);
  }

  /**
   * @param observer receives the plans of each group, after its commit
   */
  ClaimTransaction(
      TransactionTemplate transaction,
      ClaimStatements statements,
      PlanStatements plans,
      PlanObserver observer) {
    this.observer = observer;
    this.transaction = transaction;
    this.statements = statements;
    this.plans = plans;
    this.subjects = new CachedSubjectRules(plans);
  }

  /**
   * Returns the results in the order of {@code group}. A result is null when nothing was decided
   * about the claim. That is so where another transaction holds the row or plan of its student, and
   * where the claim was answered during the wait for a lock. Any exception leaves the outcome open:
   * it may be the COMMIT's.
   */
  List<? extends @Nullable ClaimResult> execute(List<Claim> group, Lock lock) {
    // Counting waits for the lock of a course row.
    if (lock == Lock.UPDATE
        && group.stream().allMatch(claim -> claim.granted && claim.termId == null)) {
      try {
        return transaction.execute(status -> take(group));
      } catch (NotEachCanHaveItsSeat behindTheLedger) {
        log.debug("The gate is behind the ledger", behindTheLedger);
      }
    }
    Decided decided = transaction.execute(status -> decide(group, lock));
    decided.plans().publish(observer);
    return decided.results();
  }

  private List<Enrolled> take(List<Claim> group) {
    Map<SeatsId, Integer> seats = new TreeMap<>();
    group.forEach(claim -> seats.merge(claim.seat.seatsId(), 1, Integer::sum));
    SortedSet<StudentId> students =
        group.stream()
            .map(claim -> claim.seat.studentId())
            .collect(Collectors.toCollection(TreeSet::new));
    try {
      if (plans.lockStudents(students).size() < students.size()
          || statements.count(seats) < seats.size()
          // Counting may have waited.
          || group.stream().anyMatch(Claim::isAnswered)) {
        throw new NotEachCanHaveItsSeat(null);
      }
      List<EnrollmentRow> inserts = group.stream().map(Claim::row).toList();
      statements.insert(inserts);
      audit(group);
      return inserts.stream().map(Enrolled::new).toList();
    } catch (DataAccessException failure) {
      if (LedgerErrors.ROW_REFUSED.contains(LedgerErrors.code(failure))) {
        throw new NotEachCanHaveItsSeat(failure);
      }
      throw failure;
    }
  }

  /**
   * Failure of a group in which not every claim can have its seat; it rolls the transaction back.
   */
  private static final class NotEachCanHaveItsSeat extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotEachCanHaveItsSeat(@Nullable Throwable cause) {
      super(null, cause, false, false);
    }
  }

  private record Decided(List<@Nullable ClaimResult> results, LockedPlans plans) {}

  private Decided decide(List<Claim> group, Lock lock) {
    // A course whose lock was refused once has to be asked for it, so that the writer learns of it.
    Set<Claim> rejected = lock == Lock.UPDATE ? withoutSeat(group) : Set.of();
    List<Claim> others = group.stream().filter(claim -> !rejected.contains(claim)).toList();
    LockedPlans locked = LockedPlans.lock(others, plans, subjects);
    List<Claim> open = others.stream().filter(claim -> !locked.isLockedElsewhere(claim)).toList();
    Map<SeatsId, CourseSeats> courses =
        open.isEmpty()
            ? Map.of()
            : statements.lockedSeats(
                open.stream().map(claim -> claim.seat.seatsId()).toList(), lock);
    locked.read(open);
    Map<Seat, EnrollmentRow> present = present(open, locked);
    Map<SeatsId, Integer> seats = new TreeMap<>();
    List<EnrollmentRow> inserts = new ArrayList<>();
    List<Claim> enrolled = new ArrayList<>();
    List<@Nullable ClaimResult> results = new ArrayList<>(group.size());
    for (Claim claim : group) {
      Seat seat = claim.seat;
      CourseSeats course = courses.get(seat.seatsId());
      EnrollmentRow row = present.get(seat);
      PlanRejection rejection = null;
      if (rejected.contains(claim)) {
        results.add(NotEnrolled.FULL);
      } else if (locked.isLockedElsewhere(claim) || claim.isAnswered()) {
        results.add(null);
      } else if (course == null) {
        results.add(NotEnrolled.COURSE_NOT_FOUND);
      } else if (row != null) {
        results.add(new AlreadyEnrolled(row));
      } else if (NotEnrolled.by(course.status()) instanceof NotEnrolled byTheDesk) {
        results.add(byTheDesk);
      } else if ((rejection = locked.rejection(claim)) != null) {
        results.add(new ClaimResult.RejectedClaim(rejection));
      } else if (course.enrolled() + seats.getOrDefault(seat.seatsId(), 0) >= course.capacity()) {
        fullCourses.add(seat.seatsId());
        results.add(NotEnrolled.FULL);
      } else {
        EnrollmentRow inserted = claim.row();
        seats.merge(seat.seatsId(), 1, Integer::sum);
        present.put(seat, inserted);
        inserts.add(inserted);
        enrolled.add(claim);
        locked.add(claim);
        results.add(new Enrolled(inserted));
      }
    }
    if (!inserts.isEmpty()) {
      statements.insert(inserts);
      statements.count(seats);
      locked.save();
      audit(enrolled);
    }
    return new Decided(results, locked);
  }

  // In a rush nearly all claims are of full courses, and three instances would wait for each
  // other's locks only to reject them. A statement sees one moment: then the course was full, and
  // the student had no row. A claim with a token is decided behind the lock, where the gate is
  // found to be behind the ledger. A group that is locked for most of its claims is not read twice.
  private Set<Claim> withoutSeat(List<Claim> group) {
    List<Claim> asked =
        group.stream()
            .filter(claim -> !claim.granted && fullCourses.contains(claim.seat.seatsId()))
            .toList();
    if (2 * asked.size() <= group.size()) {
      return Set.of();
    }
    ClaimStatements.Occupancy occupancy =
        statements.occupancy(asked.stream().map(claim -> claim.seat).collect(Collectors.toSet()));
    asked.forEach(claim -> fullCourses.remove(claim.seat.seatsId()));
    fullCourses.addAll(occupancy.full());
    return asked.stream()
        .filter(claim -> occupancy.full().contains(claim.seat.seatsId()))
        .filter(claim -> !occupancy.rows().contains(claim.seat))
        .collect(Collectors.toSet());
  }

  // A plan that was read tells which courses have a row, so only the rows of those are read.
  private Map<Seat, EnrollmentRow> present(List<Claim> open, LockedPlans locked) {
    Set<Seat> seats =
        open.stream()
            .filter(locked::mayHaveRow)
            .map(claim -> claim.seat)
            .collect(Collectors.toSet());
    return seats.isEmpty() ? new HashMap<>() : statements.bySeats(seats);
  }

  // Behind the locks of the course rows, so the events of a pair are in the order of its rows.
  // Those of the warm-up are left out: nothing could take them out of the table again.
  private void audit(List<Claim> enrolled) {
    statements.audit(
        enrolled.stream()
            .filter(claim -> !claim.seat.studentId().isReserved())
            .map(Claim::event)
            .toList());
  }
}
