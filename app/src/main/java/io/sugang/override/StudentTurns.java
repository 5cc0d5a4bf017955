package io.sugang.override;

import io.sugang.ledger.RareTransactions;
import io.sugang.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Bound of the transactions that students cause, who share the connections of the desk. Confirms of
 * a hot course wait for its lock. The other half of the connections is left to the desk. A student
 * has one request here at a time, so that many of them take no place from other students.
 */
@Component
class StudentTurns {
  static final int AT_ONCE = RareTransactions.CONNECTIONS / 2;
  static final int MOST_WAITING = 16;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

  private final Set<Long> students = ConcurrentHashMap.newKeySet();
  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final Semaphore places = new Semaphore(AT_ONCE + MOST_WAITING);

  /**
   * Runs a transaction when it is its turn, which it waits for {@code LONGEST_WAIT} at most. One
   * that meets a lock is run again, for as long.
   *
   * @param transaction that does not wait for the rows of its student
   * @throws TemporarilyUnavailableException when the student has another request here, too many
   *     wait, or it waited too long; nothing was begun
   */
  <T> T take(long studentId, Supplier<T> transaction) {
    return take(studentId, () -> null, transaction);
  }

  /**
   * Runs a transaction as {@link #take(long, Supplier)} does, unless it is refused before.
   *
   * @param refusal what is answered without a turn; null: nothing
   */
  <T> T take(long studentId, Supplier<? extends @Nullable T> refusal, Supplier<T> transaction) {
    if (!students.add(studentId)) {
      throw refused(
          "Another request of this student to the desk is not answered yet, and this one was not"
              + " begun. Send it again after a second.");
    }
    try {
      T refused = refusal.get();
      return refused == null ? takeUntilRowsAreFree(transaction) : refused;
    } finally {
      students.remove(studentId);
    }
  }

  // Rows of this student that another transaction holds are waited for without a turn.
  private <T> T takeUntilRowsAreFree(Supplier<T> transaction) {
    long begun = System.nanoTime();
    while (true) {
      try {
        return takeOneOfAll(transaction);
      } catch (PessimisticLockingFailureException held) {
        if (System.nanoTime() - begun > LONGEST_WAIT.toNanos()) {
          throw held;
        }
      }
      LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
    }
  }

  private <T> T takeOneOfAll(Supplier<T> transaction) {
    if (!places.tryAcquire()) {
      throw tooMany();
    }
    try {
      if (!turns.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
        throw tooMany();
      }
      try {
        return transaction.get();
      } finally {
        turns.release();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw tooMany();
    } finally {
      places.release();
    }
  }

  private static TemporarilyUnavailableException tooMany() {
    return refused(
        "More students ask the desk than can be answered, and this request was not begun. Send it"
            + " again after a second.");
  }

  private static TemporarilyUnavailableException refused(String detail) {
    return new TemporarilyUnavailableException(detail, new TimeoutException());
  }
}
