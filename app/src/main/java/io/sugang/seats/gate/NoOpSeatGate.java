package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gate of {@link SeatControl#LOCK}, which leaves every request to the ledger. */
final class NoOpSeatGate implements SeatGate, SeatAvailability {

  @Override
  public CompletableFuture<GateAnswer> enter(StudentId studentId, SeatsId seatsId) {
    return CompletableFuture.completedFuture(NotGranted.UNAVAILABLE);
  }

  @Override
  public boolean mayLackRows() {
    return false; // it never answers FULL
  }

  @Override
  public CompletableFuture<Optional<CancelMark>> mark(StudentId studentId, SeatsId seatsId) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletionStage<Settlement> confirm(StudentId studentId, SeatsId seatsId, String token) {
    return CompletableFuture.completedStage(Settlement.UNKNOWN);
  }

  @Override
  public CompletionStage<Settlement> release(StudentId studentId, SeatsId seatsId, String token) {
    return CompletableFuture.completedStage(Settlement.UNKNOWN);
  }

  @Override
  public Map<SeatsId, Integer> remaining(Collection<SeatsId> seatsIds) {
    return Map.of();
  }
}
