package io.sugang.override;

import io.sugang.audit.Actor;
import io.sugang.ledger.ClaimResult;
import io.sugang.ledger.LiftedClaim;
import io.sugang.ledger.LiftedEnrollments;
import io.sugang.plan.CoursePermit;
import io.sugang.plan.LiftedRule;
import io.sugang.plan.PlanDecision.Forbidden;
import io.sugang.plan.PlanDecision.Permitted;
import io.sugang.plan.PlanRefusal;
import io.sugang.problem.Causes;
import io.sugang.reconciler.RosterRepair;
import io.sugang.registration.Admission;
import io.sugang.registration.RegistrationAction;
import io.sugang.registration.RegistrationRefusal;
import io.sugang.registration.RegistrationRules;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.stereotype.Component;

/**
 * The steps of a confirm: windows and audiences, history, then the ledger's transaction, each
 * without the lifted rules. The gate is not asked, as when Redis is away: it learns of the row and
 * of a raised capacity from a roster load.
 */
@Component
class OverrideConfirmation {
  private final RegistrationRules rules;
  private final LiftedEnrollments ledger;
  private final StudentTurns turns;
  private final RosterRepair rosters;

  OverrideConfirmation(
      RegistrationRules rules, LiftedEnrollments ledger, StudentTurns turns, RosterRepair rosters) {
    this.rules = rules;
    this.ledger = ledger;
    this.turns = turns;
    this.rosters = rosters;
  }

  /** How a confirm ended. */
  sealed interface ConfirmResult {
    record OfLedger(ClaimResult result) implements ConfirmResult {}

    record ByRules(RegistrationRefusal refusal) implements ConfirmResult {}

    record ByPlan(PlanRefusal refusal) implements ConfirmResult {}

    /** The override is not granted, or had expired at the arrival. */
    record GrantEnded() implements ConfirmResult {}
  }

  /**
   * Enrolls the student of a granted override. Its time is that of the arrival, and never before
   * the grant, which another instance may have stamped: the clocks of two differ by some
   * milliseconds.
   *
   * @param arrived when the request reached the instance, by the shared clock
   * @throws io.sugang.problem.TemporarilyUnavailableException when the rules cannot be read, or too
   *     many students ask at once
   * @throws org.springframework.dao.DataAccessException when the ledger does not answer; the
   *     outcome is unknown, and the call can be repeated safely
   */
  ConfirmResult confirm(OverrideEntry override, Instant arrived, Actor actor) {
    Instant granted = override.decidedAt();
    Instant arrivedAt = granted != null && arrived.isBefore(granted) ? granted : arrived;
    Admission admission =
        answer(
            rules.admission(
                RegistrationAction.ENROLL,
                override.studentId(),
                override.courseId(),
                arrivedAt,
                override.lifts()));
    if (admission.refusal() != null) {
      return new ConfirmResult.ByRules(admission.refusal());
    }
    return switch (answer(
        rules.decision(override.studentId(), override.courseId(), override.lifts()))) {
      case Forbidden(PlanRefusal refusal) -> new ConfirmResult.ByPlan(refusal);
      case Permitted(CoursePermit permit) ->
          enroll(seatsOf(override, admission), override, permit, arrivedAt, actor);
    };
  }

  // A seat beyond the capacity is the course's own, whatever pools there are.
  private static List<Long> seatsOf(OverrideEntry override, Admission admission) {
    return admission.pools().isEmpty() || override.lifts().contains(LiftedRule.CAPACITY)
        ? List.of(override.courseId())
        : admission.pools();
  }

  private ConfirmResult enroll(
      List<Long> seatsOf,
      OverrideEntry override,
      CoursePermit permit,
      Instant arrivedAt,
      Actor actor) {
    ConfirmResult last = new ConfirmResult.GrantEnded();
    for (long seats : seatsOf) {
      LiftedClaim claim =
          new LiftedClaim(
              override.overrideId(), override.studentId(), seats, arrivedAt, actor, permit);
      Optional<ClaimResult> result =
          turns.take(override.studentId(), () -> ledger.enroll(claim, rosters::raise));
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

  private static <T> T answer(CompletableFuture<T> asked) {
    try {
      return asked.join();
    } catch (CompletionException failure) {
      throw Causes.ofStage(failure) instanceof RuntimeException thrown ? thrown : failure;
    }
  }
}
