package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByPlan;
import io.sugang.enrollment.service.EnrollmentResult.RejectedByRules;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.seats.gate.GateAnswer;
import io.sugang.seats.gate.GateAnswer.Granted;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import io.sugang.seats.gate.GateAnswer.Unanswered;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.ledger.Seat;
import io.sugang.seats.reconciler.RosterRepair;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The steps of an enrollment at the gate and the ledger. A rejection by the gate ends it. The
 * ledger decides about all other answers, with a token of the gate or without. The order of the
 * steps is that of the model-checked protocol; see docs/spec/README.md before changing any.
 *
 * <p>No thread waits for the gate or a commit: the stages run in the threads that complete them, so
 * they must not block.
 */
@Component
class EnrollmentProtocol {
  private final SeatGate gate;
  private final EnrollmentLedger ledger;
  private final GateEntries entries;
  private final RosterRepair rosters;
  private final KeyedEnrollment keyed;
  private final RegistrationRules rules;
  private final Eligibility eligibility;
  private final FullCourses fullCourses = new FullCourses();

  EnrollmentProtocol(
      SeatGate gate,
      EnrollmentLedger ledger,
      GateEntries entries,
      RosterRepair rosters,
      KeyedEnrollment keyed,
      RegistrationRules rules,
      Eligibility eligibility) {
    this.gate = gate;
    this.ledger = ledger;
    this.entries = entries;
    this.rosters = rosters;
    this.keyed = keyed;
    this.rules = rules;
    this.eligibility = eligibility;
  }

  /** Returns whether the gate's last answer to this instance was that the course is full. */
  boolean lastAnswerWasFull(SeatsId seatsId) {
    return fullCourses.contains(seatsId);
  }

  /** Asks the gate, then the ledger. */
  CompletableFuture<EnrollmentResult> enroll(EnrollmentAttempt attempt) {
    return once(attempt, this::callGate);
  }

  /** Asks the ledger alone. */
  CompletableFuture<EnrollmentResult> claimWithoutGate(EnrollmentAttempt attempt) {
    return once(attempt, this::claimWithoutToken);
  }

  private CompletableFuture<EnrollmentResult> once(
      EnrollmentAttempt attempt,
      Function<EnrollmentAttempt, CompletableFuture<EnrollmentResult>> way) {
    String idempotencyKey = attempt.idempotencyKey();
    return idempotencyKey == null
        ? way.apply(attempt)
        : keyed.once(idempotencyKey, attempt.courseId(), attempt.seat(), () -> way.apply(attempt));
  }

  private CompletableFuture<EnrollmentResult> callGate(EnrollmentAttempt attempt) {
    Seat seat = attempt.seat();
    return gate.enter(seat.studentId(), seat.seatsId())
        .thenCompose(answer -> onGateAnswer(answer, attempt));
  }

  private CompletableFuture<EnrollmentResult> onGateAnswer(
      GateAnswer answer, EnrollmentAttempt attempt) {
    if (answer == NotGranted.FULL || answer instanceof Granted) {
      fullCourses.answered(attempt.seatsId(), answer == NotGranted.FULL);
    }
    return switch (answer) {
      case Granted(String token) -> unlessKnown(attempt, token, () -> claim(attempt, token));
      case NotGranted.FULL ->
          gate.mayLackRows() ? fullUnlessEnrolled(attempt) : completedFuture(Rejected.COURSE_FULL);
      case NotGranted.ALREADY_ENROLLED -> unlessKnown(attempt, null, () -> findRow(attempt));
      case NotGranted.PENDING ->
          attempt.mayWait() ? callGateLater(attempt) : claimWithoutToken(attempt);
      case NotGranted.NOT_LOADED ->
          attempt.loaded()
              ? claimWithoutToken(attempt)
              : runAsync(() -> rosters.load(attempt.seatsId()), Thread::startVirtualThread)
                  .thenCompose(loaded -> callGate(attempt.afterLoad()));
      case NotGranted.UNAVAILABLE -> claimWithoutToken(attempt);
      case Unanswered(String lost) -> claimWithoutToken(attempt.afterNoAnswer(lost));
    };
  }

  // A cancel or another click of the same student is in flight. It ends within a moment, and then
  // the gate knows more. A claim without a token would cost a transaction, and behind a cancel its
  // row would have no place at the gate.
  private CompletableFuture<EnrollmentResult> callGateLater(EnrollmentAttempt attempt) {
    Executor afterWait =
        delayedExecutor(attempt.waitMillis(), TimeUnit.MILLISECONDS, Runnable::run);
    return supplyAsync(() -> callGate(attempt.afterWait()), afterWait)
        .thenCompose(result -> result);
  }

  // The course is full, and one of the seats may be the student's own: another instance claimed it
  // without the gate.
  private CompletableFuture<EnrollmentResult> fullUnlessEnrolled(EnrollmentAttempt attempt) {
    return ledger
        .find(attempt.seat())
        .thenApply(row ->
            row.map(own -> alreadyEnrolled(own, attempt.idempotencyKey()))
                .orElse(Rejected.COURSE_FULL));
  }

  // A cancel may have come between the gate's answer and the look-up: then the gate has a better
  // answer by now. It may also have missed a cancel.
  private CompletableFuture<EnrollmentResult> findRow(EnrollmentAttempt attempt) {
    return ledger
        .find(attempt.seat())
        .thenCompose(row ->
            row.isPresent()
                ? completedFuture(alreadyEnrolled(row.get(), attempt.idempotencyKey()))
                : attempt.verified() ? claim(attempt, null) : callGate(attempt.afterLookUp()));
  }

  private CompletableFuture<EnrollmentResult> claimWithoutToken(EnrollmentAttempt attempt) {
    return unlessKnown(attempt, null, () -> claim(attempt, null));
  }

  /**
   * Continues unless the key of the request has a row. Otherwise the row decides, also about a
   * grant.
   */
  private CompletableFuture<EnrollmentResult> unlessKnown(
      EnrollmentAttempt attempt,
      @Nullable String token,
      Supplier<CompletableFuture<EnrollmentResult>> next) {
    String idempotencyKey = attempt.idempotencyKey();
    if (idempotencyKey == null) {
      return next.get();
    }
    Seat seat = attempt.seat();
    return keyed
        .known(idempotencyKey, seat)
        .handle((known, failure) -> {
          if (failure != null) {
            return releaseThenFail(attempt, token, failure);
          }
          return switch (known.orElse(null)) {
            case null -> next.get();
            case Repeated repeated when repeated.row().seatsId().equals(seat.seatsId()) -> {
              // Its row is there, although the gate had granted the seat again.
              entries.confirm(seat, token);
              yield completedFuture((EnrollmentResult) repeated);
            }
            case EnrollmentResult other -> releaseThenReject(attempt, token, other);
          };
        })
        .thenCompose(result -> result);
  }

  private CompletableFuture<EnrollmentResult> claim(
      EnrollmentAttempt attempt, @Nullable String token) {
    CoursePermit permit = attempt.permit();
    if (permit == null) {
      return claimIfPermitted(attempt, token);
    }
    Seat seat = attempt.seat();
    String idempotencyKey = attempt.idempotencyKey();
    CompletableFuture<ClaimResult> result =
        token == null
            ? ledger.claim(seat, idempotencyKey, attempt.arrivedAt(), attempt.actor(), permit)
            : ledger.claimGranted(
                seat, idempotencyKey, attempt.arrivedAt(), attempt.actor(), permit);
    return result.thenCompose(claimed -> onClaimResult(claimed, attempt, token));
  }

  private CompletableFuture<EnrollmentResult> claimIfPermitted(
      EnrollmentAttempt attempt, @Nullable String token) {
    Seat seat = attempt.seat();
    return rules
        .planDecision(seat.studentId(), seat.seatsId(), Set.of())
        .handle((decision, failure) -> {
          if (failure != null) {
            return releaseThenFail(attempt, token, failure);
          }
          return switch (decision) {
            case RejectedCourse(PlanRejection rejection) ->
                releaseThenReject(attempt, token, new RejectedByPlan(rejection));
            case Permitted(CoursePermit permit) -> claim(attempt.permitted(permit), token);
          };
        })
        .thenCompose(result -> result);
  }

  private CompletableFuture<EnrollmentResult> onClaimResult(
      ClaimResult claimed, EnrollmentAttempt attempt, @Nullable String token) {
    Seat seat = attempt.seat();
    return switch (claimed) {
      case ClaimResult.Enrolled(EnrollmentRow row) -> {
        entries.confirm(seat, token);
        yield completedFuture(new Created(row));
      }
      case ClaimResult.AlreadyEnrolled(EnrollmentRow row) -> {
        // A row is there, so the seat is taken, whichever request inserted it.
        entries.confirm(seat, token);
        yield completedFuture(alreadyEnrolled(row, attempt.idempotencyKey()));
      }
      case ClaimResult.RejectedClaim(PlanRejection rejection) ->
          releaseThenReject(attempt, token, new RejectedByPlan(rejection));
      case ClaimResult.OutOfTime(CompletionStage<ClaimResult> outcome) -> {
        outcome.thenAccept(late -> settle(late, attempt, token));
        yield completedFuture(Rejected.UNAVAILABLE);
      }
      case ClaimResult.NotEnrolled reason ->
          switch (reason) {
            case FULL -> releaseThenReject(attempt, token, Rejected.COURSE_FULL);
            case COURSE_CLOSED ->
                releaseThenReject(attempt, token, new RejectedByRules(new CourseClosed()));
            case COURSE_CANCELLED ->
                releaseThenReject(attempt, token, new RejectedByRules(new CourseCancelled()));
            case COURSE_NOT_FOUND -> {
              eligibility.forgetCourse(seat.seatsId());
              yield releaseThenReject(attempt, token, Rejected.COURSE_NOT_FOUND);
            }
            case STUDENT_NOT_FOUND -> releaseThenReject(attempt, token, Rejected.STUDENT_NOT_FOUND);
            case NOT_INSERTED -> releaseThenReject(attempt, token, Rejected.UNAVAILABLE);
            // The entry stays for the reconciler.
            case UNKNOWN -> completedFuture(Rejected.UNAVAILABLE);
          };
    };
  }

  // The request was answered, and its entry would hold a seat until the reconciler looks.
  private void settle(ClaimResult late, EnrollmentAttempt attempt, @Nullable String token) {
    Seat seat = attempt.seat();
    switch (late) {
      case ClaimResult.Enrolled _, ClaimResult.AlreadyEnrolled _ -> entries.confirm(seat, token);
      case ClaimResult.NotEnrolled.UNKNOWN -> rosters.suspect(seat.seatsId());
      case ClaimResult.NotEnrolled.FULL -> releaseThenReject(attempt, token, Rejected.COURSE_FULL);
      case ClaimResult.OutOfTime _ -> rosters.suspect(seat.seatsId());
      case ClaimResult.RejectedClaim _, ClaimResult.NotEnrolled _ -> release(attempt, token);
    }
  }

  private static EnrollmentResult alreadyEnrolled(
      EnrollmentRow row, @Nullable String idempotencyKey) {
    return idempotencyKey != null && idempotencyKey.equals(row.idempotencyKey())
        ? new Repeated(row)
        : Rejected.ALREADY_ENROLLED;
  }

  // The call without an answer may have reserved the seat all the same.
  private CompletableFuture<Void> release(EnrollmentAttempt attempt, @Nullable String token) {
    String unanswered = attempt.unanswered();
    return token == null && unanswered != null
        ? entries.releaseUnanswered(attempt.seat(), unanswered)
        : entries.release(attempt.seat(), token);
  }

  // Answered when the seat is free again: an answered request holds no seat.
  private CompletableFuture<EnrollmentResult> releaseThenReject(
      EnrollmentAttempt attempt, @Nullable String token, EnrollmentResult reason) {
    if (token != null && reason == Rejected.COURSE_FULL) {
      // The gate granted what the ledger did not have: it does not know of some row.
      rosters.suspect(attempt.seatsId());
    }
    return release(attempt, token).thenApply(released -> reason);
  }

  private CompletableFuture<EnrollmentResult> releaseThenFail(
      EnrollmentAttempt attempt, @Nullable String token, Throwable failure) {
    return release(attempt, token).thenCompose(released -> CompletableFuture.failedFuture(failure));
  }
}
