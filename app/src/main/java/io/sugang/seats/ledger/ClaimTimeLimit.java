package io.sugang.seats.ledger;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Time limit of claims, after which one without a result is answered. One that the writer may be
 * executing then has another second, because its outcome frees a seat or keeps it. The timer looks
 * ten times a second. {@code CompletableFuture.orTimeout} wakes a thread for nearly every claim.
 */
final class ClaimTimeLimit implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private static final long EXECUTING_MILLIS = 1_000;

  private final long limitNanos;
  private final HashedWheelTimer timer =
      new HashedWheelTimer(
          new DefaultThreadFactory("claim-limit", true), LOOK_MILLIS, TimeUnit.MILLISECONDS);

  ClaimTimeLimit(Duration limit) {
    limitNanos = limit.toNanos();
    // Otherwise the thread of the first claim waits for the start.
    timer.start();
  }

  /** Starts the time of a claim. */
  void start(Claim claim) {
    Timeout timeout =
        timer.newTimeout(late -> limitReached(claim), limitNanos, TimeUnit.NANOSECONDS);
    claim.result.whenComplete((result, never) -> timeout.cancel());
  }

  private void limitReached(Claim claim) {
    if (claim.giveUp()) {
      claim.complete(NotEnrolled.NOT_INSERTED);
    } else if (!claim.isAnswered()) {
      timer.newTimeout(later -> claim.completeOutOfTime(), EXECUTING_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Returns the number of claims whose time is running, and of those that ended since a look. */
  long running() {
    return timer.pendingTimeouts();
  }

  @Override
  public void close() {
    timer.stop();
  }
}
