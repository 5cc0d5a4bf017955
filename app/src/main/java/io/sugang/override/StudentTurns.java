package io.sugang.override;

import io.sugang.ledger.RareTransactions;
import io.sugang.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Bound of the transactions that students cause, who share the connections of the desk. Confirms of
 * a hot course wait for its lock. The other half of the connections is left to the desk.
 */
@Component
class StudentTurns {
  static final int AT_ONCE = RareTransactions.CONNECTIONS / 2;
  static final int MOST_WAITING = 16;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final Semaphore places = new Semaphore(AT_ONCE + MOST_WAITING);

  /**
   * Runs a transaction when it is its turn, which it waits for {@code LONGEST_WAIT} at most.
   *
   * @throws TemporarilyUnavailableException when too many wait, or it waited too long; nothing was
   *     begun
   */
  <T> T take(Supplier<T> transaction) {
    if (!places.tryAcquire()) {
      throw refused();
    }
    try {
      if (!turns.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
        throw refused();
      }
      try {
        return transaction.get();
      } finally {
        turns.release();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw refused();
    } finally {
      places.release();
    }
  }

  private static TemporarilyUnavailableException refused() {
    return new TemporarilyUnavailableException(
        "More students ask the desk than can be answered, and this request was not begun. Send it"
            + " again after a second.",
        new TimeoutException());
  }
}
