package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.GateAnswer.Granted;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import io.sugang.seats.gate.GateAnswer.Unanswered;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The gate of {@link SeatControl#REDIS}. */
final class RedisSeatGate implements SeatGate {
  private final GateConnection connection;
  private final SeatCircuit circuit;
  private final GateMeters meters;
  private final RedisClock clock;
  private final long timeoutNanos;
  private final SeatTokens tokens = new SeatTokens();

  /**
   * @param timeout of {@code connection}'s calls
   */
  RedisSeatGate(
      GateConnection connection,
      Duration timeout,
      RedisClock clock,
      SeatCircuit circuit,
      GateMeters meters) {
    this.connection = connection;
    this.timeoutNanos = timeout.toNanos();
    this.clock = clock;
    this.circuit = circuit;
    this.meters = meters;
  }

  @Override
  public CompletableFuture<GateAnswer> enter(StudentId studentId, SeatsId seatsId) {
    if (!circuit.closed()) {
      meters.bypassed();
      return CompletableFuture.completedFuture(NotGranted.UNAVAILABLE);
    }
    String token = tokens.next();
    return call(
            SeatScript.ENROLL,
            SeatKeys.of(seatsId).forEnroll(),
            studentId.toString(),
            token,
            latest())
        .thenApply(code -> answer(code, token))
        .toCompletableFuture();
  }

  private static GateAnswer answer(Optional<SeatCode> code, String token) {
    return switch (code.orElse(null)) {
      case null -> new Unanswered(token);
      case GRANTED -> new Granted(token);
      case FULL -> NotGranted.FULL;
      case ALREADY_ENROLLED -> NotGranted.ALREADY_ENROLLED;
      case PENDING -> NotGranted.PENDING;
      case NOT_LOADED -> NotGranted.NOT_LOADED;
      case OK, GONE, STALE, LATE -> throw new IllegalStateException("enroll.lua answered " + code);
    };
  }

  @Override
  public boolean mayLackRows() {
    return circuit.closedRecently();
  }

  @Override
  public CompletableFuture<Optional<CancelMark>> mark(StudentId studentId, SeatsId seatsId) {
    if (!circuit.closed()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    String token = tokens.next();
    return call(
            SeatScript.MARK_CANCEL,
            SeatKeys.of(seatsId).forMarkCancel(),
            studentId.toString(),
            token,
            latest())
        .thenApply(code -> Optional.of(new CancelMark(token, code.isPresent())))
        .toCompletableFuture();
  }

  @Override
  public CompletionStage<Settlement> confirm(StudentId studentId, SeatsId seatsId, String token) {
    return settle(SeatScript.CONFIRM, SeatKeys.of(seatsId).forConfirm(), studentId, token);
  }

  @Override
  public CompletionStage<Settlement> release(StudentId studentId, SeatsId seatsId, String token) {
    return settle(SeatScript.RELEASE, SeatKeys.of(seatsId).forRelease(), studentId, token);
  }

  // Also sent while the circuit is open: Redis may work, and only the rosters are in doubt.
  private CompletionStage<Settlement> settle(
      SeatScript script, String[] keys, StudentId studentId, String token) {
    return connection
        .call(script, keys, studentId.toString(), token)
        .handle((code, failure) -> {
          if (failure != null) {
            openWithoutMemory(failure);
          }
          Settlement settlement =
              failure != null
                  ? Settlement.UNKNOWN
                  : code == SeatCode.OK ? Settlement.SETTLED : Settlement.GONE;
          meters.settled(script, settlement);
          return settlement;
        });
  }

  // Calls that only read still succeed then, so the share of failures may not open the circuit.
  private void openWithoutMemory(Throwable failure) {
    if (circuit.closed() && RedisFullException.isCauseOf(failure)) {
      circuit.open("Redis has no memory left");
    }
  }

  /**
   * Returns the time limit of a call for the script: its caller would not settle the entry of a
   * later one.
   */
  private String latest() {
    return Long.toString(clock.in(timeoutNanos));
  }

  // Lettuce ends every command within commandTimeout, so this needs no limit of its own.
  private CompletionStage<Optional<SeatCode>> call(
      SeatScript script, String[] keys, String... args) {
    long start = System.nanoTime();
    return connection
        .call(script, keys, args)
        .handle((code, failure) -> {
          long nanos = System.nanoTime() - start;
          if (failure != null) {
            circuit.failed(nanos, failure);
            openWithoutMemory(failure);
            meters.called(script, null, nanos);
            return Optional.empty();
          }
          circuit.succeeded(nanos);
          meters.called(script, code, nanos);
          // In time by this clock and LATE by Redis': Redis' clock was set, and the reconciler
          // reads it again; or this instance was paused before it sent the call.
          return code == SeatCode.LATE ? Optional.empty() : Optional.of(code);
        });
  }
}
