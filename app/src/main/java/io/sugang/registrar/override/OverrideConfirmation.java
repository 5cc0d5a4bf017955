package io.sugang.registrar.override;

import io.sugang.audit.Actor;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.rules.window.WindowDecision;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.OverrideClaim;
import io.sugang.seats.ledger.OverrideEnrollments;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * The steps of a confirm: windows and audiences, history, then the ledger's transaction, each
 * without the waived rules. The gate is not asked for a seat, as when Redis is away. It learns of a
 * raised capacity before the commit, and of the row from a roster load.
 */
@Component
class OverrideConfirmation {
  private static final int MOST_TURNS = 4;
  private static final ConfirmResult FULL =
      new ConfirmResult.OfLedger(ClaimResult.NotEnrolled.FULL);

  private final RegistrationRules rules;
  private final OverrideEnrollments ledger;
  private final OverrideConcurrencyLimit limit;
  private final RosterRepair rosters;
  private final EnrollmentLedger seats;
  private final SharedClock clock;

  OverrideConfirmation(
      RegistrationRules rules,
      OverrideEnrollments ledger,
      OverrideConcurrencyLimit limit,
      RosterRepair rosters,
      EnrollmentLedger seats,
      SharedClock clock) {
    this.rules = rules;
    this.ledger = ledger;
    this.limit = limit;
    this.rosters = rosters;
    this.seats = seats;
    this.clock = clock;
  }

  /** How a confirm ended. */
  sealed interface ConfirmResult {
    record OfLedger(ClaimResult result) implements ConfirmResult {}

    record ByRules(RegistrationRejection rejection) implements ConfirmResult {}

    record ByPlan(PlanRejection rejection) implements ConfirmResult {}

    /** The override is not granted, or had expired at the arrival. */
    record GrantEnded() implements ConfirmResult {}
  }

  /**
   * Enrolls the student of a granted override. Its time is that of the arrival, and never before
   * the grant, which another instance may have stamped: the clocks of two differ by some
   * milliseconds.
   *
   * @param arrived when the request reached the instance, by the shared clock
   * @throws io.sugang.platform.problem.TemporarilyUnavailableException when the rules cannot be
   *     read, or too many students ask at once
   * @throws org.springframework.dao.DataAccessException when the ledger does not answer; the
   *     outcome is unknown, and the call can be repeated safely
   */
  ConfirmResult confirm(OverrideEntry override, Instant arrived, Actor actor) {
    Instant granted = override.decidedAt();
    Instant arrivedAt = granted != null && arrived.isBefore(granted) ? granted : arrived;
    WindowDecision windowDecision =
        answer(
            rules.windowDecision(
                RegistrationAction.ENROLL,
                override.studentId(),
                override.courseId().ownSeats(),
                arrivedAt,
                override.waived()));
    if (windowDecision.rejection() != null) {
      return new ConfirmResult.ByRules(windowDecision.rejection());
    }
    return switch (answer(
        rules.planDecision(
            override.studentId(), override.courseId().ownSeats(), override.waived()))) {
      case RejectedCourse(PlanRejection rejection) -> new ConfirmResult.ByPlan(rejection);
      case Permitted(CoursePermit permit) ->
          enroll(windowDecision, override, permit, arrivedAt, actor);
    };
  }

  // A seat beyond the capacity is the course's own, whatever pools there are.
  private static boolean ofTheCourse(OverrideEntry override, WindowDecision windowDecision) {
    return windowDecision.pools().isEmpty() || override.waived().contains(WaivedRule.CAPACITY);
  }

  // Pools that were full one after the other need not have been full at one instant: that is read
  // by one statement, with those that have merged meanwhile.
  private ConfirmResult enroll(
      WindowDecision windowDecision,
      OverrideEntry override,
      CoursePermit permit,
      Instant arrivedAt,
      Actor actor) {
    if (ofTheCourse(override, windowDecision)) {
      return enroll(List.of(override.courseId().ownSeats()), override, permit, arrivedAt, actor);
    }
    List<SeatsId> asked = windowDecision.pools();
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      ConfirmResult result = enroll(asked, override, permit, arrivedAt, actor);
      List<SeatsId> all = windowDecision.poolsAt(clock.now(), override.courseId());
      if (!result.equals(FULL) || all.size() == 1) {
        return result;
      }
      SortedMap<SeatsId, CourseSeats> now = seats.seats(all);
      asked = all.stream().filter(pool -> isFree(now.get(pool))).toList();
      if (asked.isEmpty()) {
        return result;
      }
    }
    throw new TemporarilyUnavailableException(
        "Other students take the free seats of this course right now. Please try again.",
        new IllegalStateException("Pools had free seats at " + MOST_TURNS + " looks"));
  }

  private static boolean isFree(@Nullable CourseSeats pool) {
    return pool != null && pool.hasFree();
  }

  private ConfirmResult enroll(
      List<SeatsId> seatsOf,
      OverrideEntry override,
      CoursePermit permit,
      Instant arrivedAt,
      Actor actor) {
    ConfirmResult last = new ConfirmResult.GrantEnded();
    for (SeatsId seats : seatsOf) {
      OverrideClaim claim =
          new OverrideClaim(
              override.overrideId(), override.studentId(), seats, arrivedAt, actor, permit);
      Optional<ClaimResult> result = enroll(claim);
      if (result.isEmpty()) {
        return new ConfirmResult.GrantEnded();
      }
      last = new ConfirmResult.OfLedger(result.get());
      if (result.get() instanceof ClaimResult.Enrolled) {
        Thread.startVirtualThread(() -> rosters.reconcile(List.of(seats)));
      }
      if (result.get() != ClaimResult.NotEnrolled.FULL) {
        return last;
      }
    }
    return last;
  }

  private Optional<ClaimResult> enroll(OverrideClaim claim) {
    try {
      return limit.take(claim.studentId(), () -> ledger.enroll(claim, rosters::raise));
    } catch (DataAccessException | TransactionException unknown) {
      // The gate may have a capacity that was rolled back.
      rosters.suspect(claim.seatsId());
      throw unknown;
    }
  }

  private static <T> T answer(CompletableFuture<T> asked) {
    try {
      return asked.join();
    } catch (CompletionException failure) {
      throw Causes.ofStage(failure) instanceof RuntimeException thrown ? thrown : failure;
    }
  }
}
