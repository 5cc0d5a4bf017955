package io.sugang.seats.ledger;

import io.sugang.audit.Actor;
import io.sugang.audit.AuditEvent;
import io.sugang.audit.AuditedAction;
import io.sugang.rules.plan.CoursePermit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request for one seat, in the queue of the claim writer. Either the writer or the sender takes
 * it, never both. A claim that was not executed can be put back.
 */
final class Claim {
  final Seat seat;
  final @Nullable String idempotencyKey;
  final Instant arrivedAt;
  final CompletableFuture<ClaimResult> result = new CompletableFuture<>();

  /** What the writer came to after the sender had stopped waiting for it. */
  private final CompletableFuture<ClaimResult> late = new CompletableFuture<>();

  /** Whether the gate granted the seat. Then it is free, unless the gate is out of date. */
  final boolean granted;

  /** Term whose rules the ledger applies to the claim; null for a course without rules. */
  final @Nullable Long termId;

  /** What the student's history says about the course; it counts for a course with a term. */
  final CoursePermit permit;

  private final Actor actor;

  /**
   * Id that the row gets if it is inserted, and by which it is recognized after an unknown outcome.
   * The writer sets it after it has taken the claim.
   */
  long enrollmentId;

  /** When the writer was offered the claim, by the writer's clock. The writer sets it. */
  long offeredNanos;

  private final Handover handover = new Handover();

  Claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      boolean granted,
      @Nullable Long termId,
      CoursePermit permit,
      Actor actor) {
    this.seat = seat;
    this.idempotencyKey = idempotencyKey;
    // As MySQL keeps it, and would otherwise round it.
    this.arrivedAt = arrivedAt.truncatedTo(ChronoUnit.MICROS);
    this.granted = granted;
    this.termId = termId;
    this.permit = permit;
    this.actor = actor;
  }

  /** Creates a claim that has no conditions. */
  Claim(
      Seat seat,
      @Nullable String idempotencyKey,
      Instant arrivedAt,
      boolean granted,
      @Nullable Long termId,
      Actor actor) {
    this(seat, idempotencyKey, arrivedAt, granted, termId, CoursePermit.NONE, actor);
  }

  /** Returns the row of the claim. */
  EnrollmentRow row() {
    return new EnrollmentRow(
        enrollmentId,
        seat.studentId(),
        seat.seatsId(),
        arrivedAt,
        idempotencyKey,
        termId == null ? null : permit.retakeOf());
  }

  /** Returns the event of the row. */
  AuditEvent event() {
    return AuditEvent.done(
        AuditedAction.ENROLL,
        arrivedAt,
        actor,
        seat.studentId().value(),
        seat.seatsId().value(),
        enrollmentId);
  }

  /** The plan that the course would belong to; null for a course without rules. */
  @Nullable PlanKey plan() {
    return termId == null ? null : new PlanKey(seat.studentId(), termId);
  }

  /** Takes the claim, for the writer to execute it; false when the sender has given it up. */
  boolean take() {
    return handover.take();
  }

  /** Puts the claim back; the writer executed nothing of it. */
  void putBack() {
    handover.putBack();
  }

  /** Gives the claim up, for its sender; false when the writer may be executing it. */
  boolean giveUp() {
    return handover.giveUp();
  }

  /** Ends the claim for the writer, with the result that the sender still waits for or not. */
  void complete(ClaimResult known) {
    if (!result.complete(known)) {
      late.complete(known);
    }
  }

  /** Ends the wait of the sender, who cannot give the claim up. Its entry at the gate is left. */
  void completeOutOfTime() {
    result.complete(new ClaimResult.OutOfTime(late));
  }

  /** Returns whether the sender has its result, so that nothing more may be done for the claim. */
  boolean isAnswered() {
    return result.isDone();
  }

  /** Completes all claims of a group with one result. */
  static void complete(List<Claim> group, ClaimResult result) {
    complete(group, Collections.nCopies(group.size(), result));
  }

  /**
   * Completes the claims of a group.
   *
   * @param results in its order
   */
  static void complete(List<Claim> group, List<? extends ClaimResult> results) {
    for (int i = 0; i < group.size(); i++) {
      group.get(i).complete(results.get(i));
    }
  }
}
