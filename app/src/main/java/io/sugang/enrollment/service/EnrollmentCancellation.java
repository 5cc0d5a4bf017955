package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.CompletableFuture.runAsync;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.CancelOutcome.Ended;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.seats.gate.CancelMark;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.ledger.Cancel;
import io.sugang.seats.ledger.CancelResult;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.ledger.Seat;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The steps of a cancel: mark at the gate, delete in the ledger, settle the mark. Their order is
 * that of the model-checked protocol; see docs/architecture.md before changing any.
 */
@Component
class EnrollmentCancellation {
  // Each keeps some 80 KB of Tomcat's buffers until it is answered, for 9 s at most.
  private static final int MOST_CANCELS = 256;

  private final Semaphore cancels = new Semaphore(MOST_CANCELS);
  private final SeatGate gate;
  private final EnrollmentLedger ledger;
  private final GateEntries entries;
  private final RosterRepair rosters;
  private final RegistrationRules rules;
  private final Duration repeatableFor;

  EnrollmentCancellation(
      SeatGate gate,
      EnrollmentLedger ledger,
      GateEntries entries,
      RosterRepair rosters,
      RegistrationRules rules,
      CancelProperties properties) {
    this.repeatableFor = properties.repeatableFor();
    this.rules = rules;
    this.gate = gate;
    this.ledger = ledger;
    this.entries = entries;
    this.rosters = rosters;
  }

  /**
   * Cancels an enrollment; its seat can be taken again when this returns {@code CANCELLED} and
   * Redis answers. An enrollment that was cancelled a moment ago, by this request or another one,
   * is {@code CANCELLED} again. No thread waits for a step of it. Fails with {@link
   * org.springframework.dao.DataAccessException} when MySQL does not answer.
   *
   * @param visible whether the enrollment exists, or existed, for the caller
   * @param actors who acts, by the student of the row
   * @param arrivedAt when the request reached the instance, by the shared clock
   */
  CompletableFuture<CancelOutcome> cancel(
      long enrollmentId,
      Predicate<EnrollmentRow> visible,
      Instant arrivedAt,
      Function<StudentId, Actor> actors) {
    if (!ledger.available() || !cancels.tryAcquire()) {
      return completedFuture(Ended.UNAVAILABLE);
    }
    CompletableFuture<CancelOutcome> outcome;
    try {
      outcome =
          ledger
              .findAsync(enrollmentId)
              .thenCompose(found -> {
                EnrollmentRow row = found.orElse(null);
                if (row == null) {
                  return cancelledBefore(enrollmentId, visible, arrivedAt);
                }
                return visible.test(row)
                    ? cancelUnlessRejected(row, arrivedAt, actors)
                    : completedFuture(Ended.NOT_FOUND);
              });
    } catch (RejectedExecutionException stopping) {
      outcome = completedFuture(Ended.UNAVAILABLE);
    } catch (RuntimeException | Error failure) {
      // The failure releases the permit below, as every outcome does.
      outcome = failedFuture(failure);
    }
    return outcome.whenComplete((ended, failure) -> cancels.release());
  }

  // NGINX repeats a DELETE whose instance ended before its answer, perhaps after its commit. The
  // student of the row decides, as if it were there.
  private CompletableFuture<CancelOutcome> cancelledBefore(
      long enrollmentId, Predicate<EnrollmentRow> visible, Instant arrivedAt) {
    if (repeatableFor.isZero()) {
      return completedFuture(Ended.NOT_FOUND);
    }
    try {
      return ledger
          .findCancelled(enrollmentId, arrivedAt.minus(repeatableFor))
          .thenApply(cancelled -> {
            EnrollmentRow row = cancelled.filter(visible).orElse(null);
            if (row == null) {
              return Ended.NOT_FOUND;
            }
            // The instance of the cancel may not have released its mark.
            rosters.suspect(row.seatsId());
            return Ended.CANCELLED;
          });
    } catch (RejectedExecutionException stopping) {
      return completedFuture(Ended.UNAVAILABLE);
    }
  }

  // After the look-up, because only the row tells whose it is, and before the mark.
  private CompletableFuture<CancelOutcome> cancelUnlessRejected(
      EnrollmentRow row, Instant arrivedAt, Function<StudentId, Actor> actors) {
    return rules
        .windowDecision(
            RegistrationAction.DROP, row.studentId(), row.seatsId(), arrivedAt, Set.of())
        .thenCompose(windowDecision -> {
          RegistrationRejection rejection = windowDecision.rejection();
          return rejection == null
              ? cancel(new Cancel(row, actors.apply(row.studentId()), arrivedAt))
              : completedFuture(new CancelOutcome.RejectedCancel(rejection));
        });
  }

  /**
   * Cancels an enrollment whatever window is open, by the same steps. The caller bounds how many it
   * asks for at a time.
   */
  CompletableFuture<CancelOutcome> drop(Cancel cancel) {
    return ledger.available() ? cancel(cancel) : completedFuture(Ended.UNAVAILABLE);
  }

  private CompletableFuture<CancelOutcome> cancel(Cancel cancel) {
    EnrollmentRow row = cancel.row();
    Seat seat = new Seat(row.studentId(), row.seatsId());
    // Before the DELETE: from now on no confirm of an enrollment in flight can settle this entry.
    return gate.mark(seat.studentId(), seat.seatsId())
        .thenCompose(mark ->
            ledger.cancel(cancel).thenCompose(result -> cancelled(result, seat, mark.orElse(null))))
        .whenComplete((outcome, failure) -> {
          // The capacity may have shrunk with it; until the gate knows, the ledger says full.
          if (!row.waived().isEmpty()) {
            rosters.suspect(row.seatsId());
          }
        });
  }

  private CompletableFuture<CancelOutcome> cancelled(
      CancelResult result, Seat seat, @Nullable CancelMark mark) {
    return switch (result) {
      case DELETED -> releaseSeat(seat, mark, true);
      // The row was there at the look-up: another request has cancelled it since.
      case ABSENT -> releaseSeat(seat, mark, false);
      case REPLACED -> keepSeat(seat, mark, Ended.CANCELLED);
      case NOT_DELETED -> keepSeat(seat, mark, Ended.UNAVAILABLE);
      // The entry stays for the reconciler.
      case UNKNOWN -> completedFuture(Ended.UNAVAILABLE);
    };
  }

  // Answered when the seat can be taken again, or the gate's time limit is over.
  private CompletableFuture<CancelOutcome> releaseSeat(
      Seat seat, @Nullable CancelMark mark, boolean byThisRequest) {
    CompletionStage<Settlement> settled =
        mark == null
            ? completedFuture(Settlement.UNKNOWN)
            : gate.release(seat.studentId(), seat.seatsId(), mark.token());
    return settled
        .thenCompose(settlement -> {
          if (settlement == Settlement.GONE && byThisRequest && mark != null && mark.answered()) {
            // The reconciler may have settled a mark that grew old, by a row that was there then.
            return runAsync(() -> rosters.load(seat.seatsId()), Thread::startVirtualThread)
                .<CancelOutcome>thenApply(loaded -> Ended.CANCELLED);
          }
          entries.suspectUnlessSettled(seat, settlement);
          return completedFuture(Ended.CANCELLED);
        })
        .toCompletableFuture();
  }

  private CompletableFuture<CancelOutcome> keepSeat(
      Seat seat, @Nullable CancelMark mark, CancelOutcome outcome) {
    entries.confirm(seat, mark != null && mark.answered() ? mark.token() : null);
    return completedFuture(outcome);
  }
}
