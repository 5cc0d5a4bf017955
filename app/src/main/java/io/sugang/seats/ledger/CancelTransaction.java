package io.sugang.seats.ledger;

import io.sugang.audit.AuditEvent;
import io.sugang.audit.AuditStatements;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transaction that deletes rows of a course. It locks the plans of the students, then the course
 * row, and reads which rows exist. It deletes them, counts each once, gives the credits back and
 * appends the events. Then it reads what is left and commits.
 */
final class CancelTransaction {
  // No other transaction inserts or deletes rows of the course while its row is locked.
  private static final String THERE =
      "SELECT enrollment_id FROM enrollment WHERE enrollment_id IN (%s)";
  private static final String DELETE = "DELETE FROM enrollment WHERE enrollment_id IN (%s)";

  private final TransactionTemplate transaction;
  private final JdbcTemplate jdbc;
  private final LedgerRows rows;
  private final PlanStatements plans;
  private final CourseTerms terms;
  private final PlanObserver observer;
  private final AuditStatements events;
  private final OverrideAllowances allowances;

  /**
   * @param observer learns which plans changed, after the commit
   */
  CancelTransaction(
      TransactionTemplate transaction,
      JdbcTemplate jdbc,
      LedgerRows rows,
      PlanStatements plans,
      CourseTerms terms,
      PlanObserver observer) {
    this.observer = observer;
    this.transaction = transaction;
    this.jdbc = jdbc;
    this.rows = rows;
    this.plans = plans;
    this.terms = terms;
    this.events = new AuditStatements(jdbc);
    this.allowances = new OverrideAllowances(jdbc);
  }

  /**
   * Returns the results in the order of {@code cancels}. Of equal rows in it the first one is
   * deleted. A result is null when nothing was done about the cancel. That is so where another
   * transaction holds the plan of the student, and where the cancel was answered during the wait
   * for the lock. Any exception leaves the outcome open: it may be the COMMIT's.
   *
   * @param cancels of rows of one course, at least one
   * @param answered whether the cancel at an index has its result, asked behind the locks
   */
  List<@Nullable CancelResult> execute(List<Cancel> cancels, Lock lock, IntPredicate answered) {
    List<EnrollmentRow> group = cancels.stream().map(Cancel::row).toList();
    SeatsId seatsId = group.getFirst().seatsId();
    Long termId = terms.termOf(seatsId);
    List<@Nullable CancelResult> results = inTransaction(cancels, lock, answered, seatsId, termId);
    if (termId != null) {
      for (int i = 0; i < group.size(); i++) {
        if (results.get(i) == CancelResult.DELETED) {
          observer.changed(group.get(i).studentId(), termId);
        }
      }
    }
    return results;
  }

  private List<@Nullable CancelResult> inTransaction(
      List<Cancel> cancels,
      Lock lock,
      IntPredicate answered,
      SeatsId seatsId,
      @Nullable Long termId) {
    return transaction.execute(status -> {
      List<@Nullable CancelResult> results = new ArrayList<>();
      cancels.forEach(cancel -> results.add(null));
      List<EnrollmentRow> group = cancels.stream().map(Cancel::row).toList();
      Set<StudentId> lockedElsewhere = termId == null ? Set.of() : lockPlans(group, termId);
      if (group.stream().allMatch(row -> lockedElsewhere.contains(row.studentId()))) {
        return results;
      }
      rows.lockedSeats(List.of(seatsId), lock);
      int[] open =
          IntStream.range(0, group.size())
              .filter(i -> !lockedElsewhere.contains(group.get(i).studentId()))
              .filter(i -> !answered.test(i))
              .toArray();
      if (open.length > 0) {
        List<CancelResult> ofOpen =
            delete(Arrays.stream(open).<Cancel>mapToObj(cancels::get).toList(), seatsId, termId);
        for (int i = 0; i < open.length; i++) {
          results.set(open[i], ofOpen.get(i));
        }
      }
      return results;
    });
  }

  private List<CancelResult> delete(List<Cancel> cancels, SeatsId seatsId, @Nullable Long termId) {
    List<EnrollmentRow> group = cancels.stream().map(Cancel::row).toList();
    Set<Long> deleted = delete(group);
    if (!deleted.isEmpty()) {
      List<EnrollmentRow> waived =
          group.stream()
              .filter(row -> !row.waived().isEmpty() && deleted.contains(row.enrollmentId()))
              .distinct()
              .toList();
      allowances.decrementEnrolled(seatsId, deleted.size(), waived);
      if (termId != null) {
        restoreCredits(group, deleted, termId);
      }
      allowances.withdraw(waived, termId);
      audit(cancels, deleted);
    }
    return results(group, deleted);
  }

  /** Returns the students whose plans another transaction holds. */
  private Set<StudentId> lockPlans(List<EnrollmentRow> group, long termId) {
    SortedSet<PlanKey> wanted = new TreeSet<>();
    group.forEach(row -> wanted.add(new PlanKey(row.studentId(), termId)));
    wanted.removeAll(plans.lock(wanted).keySet());
    return wanted.isEmpty()
        ? Set.of()
        : plans.existing(wanted).stream().map(PlanKey::studentId).collect(Collectors.toSet());
  }

  private void audit(List<Cancel> cancels, Set<Long> deleted) {
    Map<Long, AuditEvent> first = new LinkedHashMap<>();
    for (Cancel cancel : cancels) {
      EnrollmentRow row = cancel.row();
      if (deleted.contains(row.enrollmentId()) && !row.studentId().isReserved()) {
        first.putIfAbsent(row.enrollmentId(), cancel.event());
      }
    }
    events.append(first.values());
  }

  private void restoreCredits(List<EnrollmentRow> open, Set<Long> deleted, long termId) {
    plans.recountCredits(
        open.stream()
            .filter(row -> deleted.contains(row.enrollmentId()))
            .map(row -> new PlanKey(row.studentId(), termId))
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private Set<Long> delete(List<EnrollmentRow> group) {
    if (group.size() == 1) {
      // The count shows whether the row existed.
      long enrollmentId = group.getFirst().enrollmentId();
      return jdbc.update(DELETE.formatted("?"), enrollmentId) == 1
          ? new HashSet<>(Set.of(enrollmentId))
          : new HashSet<>();
    }
    Object[] asked =
        LedgerRows.padded(group.stream().map(EnrollmentRow::enrollmentId).distinct().toList());
    Set<Long> there =
        new HashSet<>(
            jdbc.queryForList(
                THERE.formatted(LedgerRows.placeholders("?", asked.length)), Long.class, asked));
    if (!there.isEmpty()) {
      Object[] ids = LedgerRows.padded(there);
      int count = jdbc.update(DELETE.formatted(LedgerRows.placeholders("?", ids.length)), ids);
      if (count != there.size()) {
        throw new IllegalStateException(
            "%d of %d rows deleted: some program deletes rows without the lock of their course"
                .formatted(count, there.size()));
      }
    }
    return there;
  }

  private List<CancelResult> results(List<EnrollmentRow> group, Set<Long> deleted) {
    Set<Long> unanswered = new HashSet<>(deleted);
    List<CancelResult> results = new ArrayList<>(group.size());
    Map<Seat, EnrollmentRow> left = left(group, deleted);
    for (EnrollmentRow row : group) {
      if (unanswered.remove(row.enrollmentId())) {
        results.add(CancelResult.DELETED);
      } else {
        results.add(left.containsKey(row.seat()) ? CancelResult.REPLACED : CancelResult.ABSENT);
      }
    }
    return results;
  }

  private Map<Seat, EnrollmentRow> left(List<EnrollmentRow> group, Set<Long> deleted) {
    List<Seat> absent =
        group.stream()
            .filter(row -> !deleted.contains(row.enrollmentId()))
            .map(EnrollmentRow::seat)
            .distinct()
            .toList();
    return absent.isEmpty() ? Map.of() : rows.bySeats(absent);
  }
}
