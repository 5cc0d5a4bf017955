package io.sugang.seats.ledger;

import io.sugang.audit.AuditEvent;
import io.sugang.audit.AuditStatements;
import io.sugang.audit.AuditedAction;
import io.sugang.audit.DeskEvent;
import io.sugang.audit.DeskEvents;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.RulesProperties;
import io.sugang.rules.plan.UnknownCourseException;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.ClaimResult.RejectedClaim;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Enrollments by the confirm of an override, each in a transaction of its own. It locks the
 * override, the plan, the student and the course row, reads the plan, and decides by the rules that
 * are not waived. Row, allowances, confirm and events are committed together, or none of them.
 *
 * <p>A transaction waits for the lock of an override only before it has another lock, or when the
 * override is confirmed. In the second case no other transaction keeps that lock while it waits. So
 * there is no circle.
 */
@Component
public class OverrideEnrollments {
  private static final String GRANT =
      "SELECT lifts, reason FROM override WHERE override_id = ? AND student_id = ?"
          + " AND state = 'GRANTED' AND expires_at > ? FOR UPDATE";
  // The foreign key of the row shares this lock. It is taken before the course row is locked,
  // because all claims of the course wait for that lock.
  private static final String STUDENT =
      "SELECT student_id FROM student FORCE INDEX (PRIMARY) WHERE student_id = ? FOR SHARE NOWAIT";
  private static final String INSERT =
      "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at, retake_of, lifted)"
          + " VALUES (?, ?, ?, ?, ?, ?)";
  private static final String CONFIRM =
      "UPDATE override SET state = 'CONFIRMED', confirmed_at = ?, enrollment_id = ?,"
          + " raised_credits = ? WHERE override_id = ?";

  private final DeskTransactions transactions;
  private final JdbcTemplate jdbc;
  private final LedgerRows rows;
  private final OverrideAllowances allowances;
  private final EnrollmentIds ids;
  private final CourseTerms terms;
  private final PlanObserver observer;

  OverrideEnrollments(
      DeskTransactions transactions,
      CourseTerms terms,
      RulesProperties rules,
      PlanObserver observer) {
    this.transactions = transactions;
    this.jdbc = transactions.jdbc();
    this.rows = new LedgerRows(jdbc);
    this.allowances = new OverrideAllowances(jdbc);
    this.ids = transactions.enrollmentIds();
    this.terms = rules.enabled() ? terms : CourseTerms.NONE;
    this.observer = observer;
  }

  private record Grant(Set<WaivedRule> waived, String reason) {}

  private record OverrideOutcome(Optional<ClaimResult> result, @Nullable OverridePlan plan) {
    static final OverrideOutcome NOT_GRANTED = new OverrideOutcome(Optional.empty(), null);

    static OverrideOutcome of(ClaimResult result, @Nullable OverridePlan plan) {
      return new OverrideOutcome(Optional.of(result), plan);
    }
  }

  /**
   * Enrolls a student by a grant, or returns why not.
   *
   * @param capacities learns of a raised capacity before it is committed
   * @return empty when the override is not granted, or had expired when the request arrived
   * @throws DataAccessException when MySQL does not answer, or a lock is not granted: those of the
   *     student at once, that of the course row in time. The call can be repeated safely: a
   *     confirmed override is not granted
   */
  public Optional<ClaimResult> enroll(OverrideClaim claim, CapacityObserver capacities) {
    long enrollmentId = nextId();
    OverrideOutcome decided = transactions.execute(() -> decide(claim, enrollmentId, capacities));
    if (decided.plan != null) {
      decided.plan.publish(observer);
    }
    return decided.result;
  }

  // Before the transaction: a block of ids has to stay taken when that is rolled back.
  private synchronized long nextId() {
    return ids.next();
  }

  private OverrideOutcome decide(
      OverrideClaim claim, long enrollmentId, CapacityObserver capacities) {
    Grant grant =
        jdbc
            .query(
                GRANT,
                (row, n) -> new Grant(WaivedRule.of(row.getString(1)), row.getString(2)),
                claim.overrideId(),
                claim.studentId().value(),
                utc(claim.arrivedAt()))
            .stream()
            .findFirst()
            .orElse(null);
    if (grant == null) {
      return OverrideOutcome.NOT_GRANTED;
    }
    Long termId;
    try {
      termId = terms.termOf(claim.seatsId());
    } catch (UnknownCourseException unknown) {
      return OverrideOutcome.of(NotEnrolled.COURSE_NOT_FOUND, null);
    }
    OverridePlan plan =
        termId == null ? null : OverridePlan.lock(new PlanKey(claim.studentId(), termId), jdbc);
    jdbc.queryForList(STUDENT, Long.class, claim.studentId().value());
    CourseSeats seats =
        rows.lockedSeats(List.of(claim.seatsId()), Lock.UPDATE).get(claim.seatsId());
    if (seats == null) {
      return OverrideOutcome.of(NotEnrolled.COURSE_NOT_FOUND, null);
    }
    EnrollmentRow present = rows.bySeats(List.of(claim.seat())).get(claim.seat());
    if (present != null) {
      return OverrideOutcome.of(new AlreadyEnrolled(present), null);
    }
    // No rule, so nothing waives it.
    if (NotEnrolled.by(seats.status()) instanceof NotEnrolled byTheDesk) {
      return OverrideOutcome.of(byTheDesk, null);
    }
    PlanRejection rejection = plan == null ? null : plan.read(claim, grant.waived);
    if (rejection != null) {
      return OverrideOutcome.of(new RejectedClaim(rejection), plan);
    }
    if (!grant.waived.contains(WaivedRule.CAPACITY) && !seats.hasFree()) {
      return OverrideOutcome.of(NotEnrolled.FULL, plan);
    }
    EnrollmentRow row = row(claim, enrollmentId, plan != null, grant.waived);
    insert(row);
    allowances.incrementEnrolled(row);
    int raised = plan == null ? 0 : plan.add(claim, grant.waived, allowances);
    jdbc.update(CONFIRM, utc(row.enrolledAt()), enrollmentId, raised, claim.overrideId());
    audit(claim, row, raised, grant.reason);
    if (grant.waived.contains(WaivedRule.CAPACITY)) {
      // Otherwise a cancel of this row would hold a seat at the gate that is another student's.
      capacities.raising(claim.seatsId(), seats.capacity() + 1);
    }
    return OverrideOutcome.of(new Enrolled(row), plan);
  }

  private static EnrollmentRow row(
      OverrideClaim claim, long enrollmentId, boolean ofTerm, Set<WaivedRule> waived) {
    return new EnrollmentRow(
        enrollmentId,
        claim.studentId(),
        claim.seatsId(),
        // As MySQL keeps it, and would otherwise round it.
        claim.arrivedAt().truncatedTo(ChronoUnit.MICROS),
        null,
        ofTerm ? claim.permit().retakeOf() : null,
        waived);
  }

  private void insert(EnrollmentRow row) {
    jdbc.update(
        INSERT,
        row.enrollmentId(),
        row.studentId().value(),
        row.seatsId().value(),
        utc(row.enrolledAt()),
        row.retakeOf(),
        WaivedRule.text(row.waived()));
  }

  private void audit(OverrideClaim claim, EnrollmentRow row, int raisedCredits, String reason) {
    new AuditStatements(jdbc)
        .append(
            List.of(
                AuditEvent.done(
                    AuditedAction.ENROLL,
                    row.enrolledAt(),
                    claim.actor(),
                    row.studentId().value(),
                    row.seatsId().value(),
                    row.enrollmentId())));
    // Names of constants and numbers, so nothing to escape.
    String detail =
        """
        {"before":{"state":"GRANTED"},"after":{"state":"CONFIRMED","enrollmentId":%d,"lifts":"%s","raisedSeats":%d,"raisedCredits":%d}}\
        """
            .formatted(
                row.enrollmentId(),
                WaivedRule.text(row.waived()),
                row.waived().contains(WaivedRule.CAPACITY) ? 1 : 0,
                raisedCredits);
    new DeskEvents(jdbc)
        .append(
            new DeskEvent(
                row.enrolledAt(),
                claim.actor(),
                "OVERRIDE_CONFIRM",
                "override:" + claim.overrideId(),
                row.studentId().value(),
                row.seatsId().value(),
                detail,
                reason));
  }

  private static LocalDateTime utc(Instant time) {
    return LocalDateTime.ofInstant(time.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
  }
}
