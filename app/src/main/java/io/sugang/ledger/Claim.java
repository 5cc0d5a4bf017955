package io.sugang.ledger;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A student's wish for a seat, on its way through the queue. Either its writer or its sender gets
 * it, never both.
 */
final class Claim {
  final Seat seat;
  final @Nullable String idempotencyKey;
  final CompletableFuture<ClaimResult> result = new CompletableFuture<>();

  /** Whether the gate granted the seat: then it is there, but for a gate that is behind. */
  final boolean granted;

  /** Term whose rules the ledger applies to the claim; null for a course without rules. */
  final @Nullable Long termId;

  /**
   * Id that the row gets if it is inserted; how it is recognized after an unknown outcome. The
   * writer's, given when it has taken the claim.
   */
  long enrollmentId;

  private final long begunNanos = System.nanoTime();
  private final AtomicBoolean taken = new AtomicBoolean();

  Claim(Seat seat, @Nullable String idempotencyKey, boolean granted, @Nullable Long termId) {
    this.seat = seat;
    this.idempotencyKey = idempotencyKey;
    this.granted = granted;
    this.termId = termId;
  }

  /** The row that the claim becomes. */
  EnrollmentRow row(Instant enrolledAt) {
    return new EnrollmentRow(
        enrollmentId, seat.studentId(), seat.courseId(), enrolledAt, idempotencyKey);
  }

  /** The plan that the course would belong to; null for a course without rules. */
  @Nullable PlanKey plan() {
    return termId == null ? null : new PlanKey(seat.studentId(), termId);
  }

  /**
   * Whether the caller is the first to take it: the writer to execute it, or the sender to give it
   * up.
   */
  boolean take() {
    return taken.compareAndSet(false, true);
  }

  /** Whether {@code nanos} are over since it was made. */
  boolean isOlderThan(long nanos) {
    return System.nanoTime() - begunNanos >= nanos;
  }

  /** Ends all of a group alike. */
  static void complete(List<Claim> group, ClaimResult result) {
    complete(group, Collections.nCopies(group.size(), result));
  }

  /**
   * Ends a group.
   *
   * @param results in its order
   */
  static void complete(List<Claim> group, List<? extends ClaimResult> results) {
    for (int i = 0; i < group.size(); i++) {
      group.get(i).result.complete(results.get(i));
    }
  }
}
