package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.Outage;
import io.sugang.rules.window.WindowDecision;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The order in which a student's pools of a course are asked. To gate and ledger a pool is a
 * course, and a full one is followed by the next.
 *
 * <p>That each of them was full when it was asked does not mean that all were full at one instant,
 * because seats move. So COURSE_FULL of several pools is answered by one read of all of them. Which
 * pools those are is looked up at the answer: one may have merged since the arrival
 * (docs/spec/PoolAnswers.tla).
 */
@Component
class PoolTurns {
  // A pool with a free seat at the ledger and none at the gate: requests in flight hold it, for a
  // moment, or the gate is behind. So its gate is asked again after a while, and then the ledger.
  private static final int GATE_TURNS = 3;

  private final FreeSeats freeSeats;
  private final InstantSource clock;
  private final Duration firstWait;

  @Autowired
  PoolTurns(FreeSeats freeSeats, SharedClock clock, EnrollmentProperties properties) {
    this(freeSeats, clock::now, properties.pendingWait());
  }

  /**
   * @param firstWait before a gate is asked once more; each further wait is twice as long
   */
  PoolTurns(FreeSeats freeSeats, InstantSource clock, Duration firstWait) {
    this.freeSeats = freeSeats;
    this.clock = clock;
    this.firstWait = firstWait;
  }

  /**
   * The ways to a decision about a pool.
   *
   * @param atTheGate gate, then ledger
   * @param atTheLedger the ledger alone
   */
  record Ways(
      Function<SeatsId, CompletableFuture<EnrollmentResult>> atTheGate,
      Function<SeatsId, CompletableFuture<EnrollmentResult>> atTheLedger) {}

  /**
   * Enrolls in the first pool with a free seat. COURSE_FULL is the answer when at an instant of the
   * call none had one.
   *
   * @param windowDecision with pools
   */
  CompletableFuture<EnrollmentResult> enroll(
      WindowDecision windowDecision, CourseId courseId, Ways ways) {
    return inTurn(windowDecision.pools(), 0, ways)
        .thenCompose(result ->
            result == Rejected.COURSE_FULL
                ? full(windowDecision.poolsAt(clock.instant(), courseId), 0, ways)
                : completedFuture(result));
  }

  private static CompletableFuture<EnrollmentResult> inTurn(
      List<SeatsId> pools, int index, Ways ways) {
    return ways.atTheGate
        .apply(pools.get(index))
        .thenCompose(result ->
            result == Rejected.COURSE_FULL && index + 1 < pools.size()
                ? inTurn(pools, index + 1, ways)
                : completedFuture(result));
  }

  // The answer for one pool is its own: it was full at the instant that it was asked.
  private CompletableFuture<EnrollmentResult> full(List<SeatsId> pools, int turns, Ways ways) {
    if (pools.size() == 1) {
      return completedFuture(Rejected.COURSE_FULL);
    }
    return freeSeats
        .among(pools)
        .handle((free, failure) -> failure == null ? next(pools, free, turns, ways) : away(failure))
        .thenCompose(result -> result);
  }

  private CompletableFuture<EnrollmentResult> next(
      List<SeatsId> pools, List<SeatsId> free, int turns, Ways ways) {
    if (free.isEmpty()) {
      return completedFuture(Rejected.COURSE_FULL);
    }
    if (turns > GATE_TURNS) {
      // Each time another student was faster. Neither answer would be true.
      return completedFuture(Rejected.UNAVAILABLE);
    }
    SeatsId pool = free.getFirst();
    return (turns < GATE_TURNS ? ways.atTheGate : ways.atTheLedger)
        .apply(pool)
        .thenCompose(result ->
            result == Rejected.COURSE_FULL
                ? supplyAsync(() -> full(pools, turns + 1, ways), afterTurn(turns))
                    .thenCompose(later -> later)
                : completedFuture(result));
  }

  private Executor afterTurn(int turns) {
    return delayedExecutor(firstWait.toMillis() << turns, TimeUnit.MILLISECONDS, Runnable::run);
  }

  private static CompletableFuture<EnrollmentResult> away(Throwable failure) {
    Throwable cause = Causes.ofStage(failure);
    return cause instanceof TimeoutException || Outage.causes(cause)
        ? completedFuture(Rejected.UNAVAILABLE)
        : failedFuture(cause);
  }
}
