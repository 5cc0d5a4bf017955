package io.sugang.desk;

import io.sugang.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Bound of the files of the audit, of which each takes some megabytes. A member of the staff has
 * one at a time, so that one who asks in a loop takes no file from the others.
 */
final class AuditFileTurns {
  static final int AT_ONCE = 2;
  // Each holds a thread for requests, of which there are 32.
  static final int MOST_WAITING = 6;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final Set<Long> members = ConcurrentHashMap.newKeySet();
  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final Semaphore places = new Semaphore(AT_ONCE + MOST_WAITING);

  /**
   * Makes a file when it is its turn, which it waits for {@code LONGEST_WAIT} at most.
   *
   * @throws TemporarilyUnavailableException when a file of the member is being made, too many wait,
   *     or it waited too long; nothing was begun
   */
  <T> T take(long staffId, Supplier<T> file) {
    if (!members.add(staffId)) {
      throw refused(
          "Another file for this account is being made, and this one was not begun. Send the"
              + " request again when the other one is answered.");
    }
    try {
      return takeOneOfAll(file);
    } finally {
      members.remove(staffId);
    }
  }

  private <T> T takeOneOfAll(Supplier<T> file) {
    if (!places.tryAcquire()) {
      throw tooMany();
    }
    try {
      if (!turns.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
        throw tooMany();
      }
      try {
        return file.get();
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
        "Files for other members of the staff are being made, and this one was not begun. Send the"
            + " request again after a second.");
  }

  private static TemporarilyUnavailableException refused(String detail) {
    return new TemporarilyUnavailableException(detail, new TimeoutException());
  }
}
