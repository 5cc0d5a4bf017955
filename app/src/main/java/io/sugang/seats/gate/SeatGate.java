package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The gate in front of the ledger. It rejects fast and grants at most as many seats of a course as
 * its capacity. The ledger decides about every grant.
 *
 * <p>Every token it gives must be settled: {@link #confirm} when the ledger has a row of the
 * student, whichever request inserted it, and {@link #release} when it has none. The reconciler
 * settles an entry that its owner left.
 */
public interface SeatGate {

  /**
   * Asks for a seat. Without Redis the answer is {@code UNAVAILABLE} or unanswered, within its time
   * limit. What follows on it runs in the thread of the connection to Redis, and must not wait.
   */
  CompletableFuture<GateAnswer> enter(StudentId studentId, SeatsId seatsId);

  /**
   * Returns whether rows may be missing at the gate, because seats were claimed without it until
   * recently. {@code FULL} is true all the same, but the student may have one of the seats.
   */
  boolean mayLackRows();

  /**
   * Announces that the row of the student is about to be deleted. Completes within the gate's time
   * limit, never exceptionally; what follows on it must not wait.
   *
   * @return the mark of the pending cancel; empty when Redis was not asked, and the cancel
   *     continues without
   */
  CompletableFuture<Optional<CancelMark>> mark(StudentId studentId, SeatsId seatsId);

  /** Settles an entry: the ledger has a row of the student. Completes, never exceptionally. */
  CompletionStage<Settlement> confirm(StudentId studentId, SeatsId seatsId, String token);

  /** Settles an entry: the ledger has no row of the student. Completes, never exceptionally. */
  CompletionStage<Settlement> release(StudentId studentId, SeatsId seatsId, String token);
}
