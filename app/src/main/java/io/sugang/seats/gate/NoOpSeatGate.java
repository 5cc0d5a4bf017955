package io.sugang.seats.gate;

import io.sugang.seats.gate.GateAnswer.NotGranted;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gate of {@link SeatControl#LOCK}, which leaves every request to the ledger. */
final class NoOpSeatGate implements SeatGate, SeatAvailability {

  @Override
  public CompletableFuture<GateAnswer> enter(long courseId, long studentId) {
    return CompletableFuture.completedFuture(NotGranted.UNAVAILABLE);
  }

  @Override
  public CompletableFuture<Optional<String>> mark(long courseId, long studentId) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletionStage<Settlement> confirm(long courseId, long studentId, String token) {
    return CompletableFuture.completedStage(Settlement.UNKNOWN);
  }

  @Override
  public CompletionStage<Settlement> release(long courseId, long studentId, String token) {
    return CompletableFuture.completedStage(Settlement.UNKNOWN);
  }

  @Override
  public Map<Long, Integer> remaining(Collection<Long> courseIds) {
    return Map.of();
  }
}
