package io.sugang.server.admission;

import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns of requests for what few may use at a time. A user has one request here at a time, so that
 * many of them take no place from other users.
 */
public final class Turns {
  private static final long BETWEEN_TRIES_MILLIS = 50;

  private final Duration longestWait;
  private final Predicate<RuntimeException> again;
  private final String another;
  private final String tooMany;
  private final Set<Long> users = ConcurrentHashMap.newKeySet();
  private final Semaphore turns;
  private final Semaphore places;

  /**
   * @param atOnce requests that run
   * @param waiting requests that wait, each on the thread of its caller
   * @param longestWait for a turn, and for a request that is run again
   * @param again whether a request that failed so is run again. It keeps its place meanwhile, and
   *     no turn
   * @param another what a user reads who has a request here; it begins a sentence that ends with
   *     "and this one was not begun"
   * @param tooMany the same where too many wait, or one waited too long
   */
  public Turns(
      int atOnce,
      int waiting,
      Duration longestWait,
      Predicate<RuntimeException> again,
      String another,
      String tooMany) {
    this.longestWait = longestWait;
    this.again = again;
    this.another = another;
    this.tooMany = tooMany;
    turns = new Semaphore(atOnce, true);
    places = new Semaphore(atOnce + waiting);
  }

  /**
   * Runs a request when it is its turn.
   *
   * @throws TemporarilyUnavailableException when the user has another request here, too many wait,
   *     or it waited too long; nothing was begun
   */
  public <T> T take(long userId, Supplier<T> request) {
    return take(userId, () -> null, request);
  }

  /**
   * Runs a request as {@link #take(long, Supplier)} does, unless it is rejected before.
   *
   * @param rejection what is answered without a turn; null: nothing
   */
  public <T> T take(long userId, Supplier<? extends @Nullable T> rejection, Supplier<T> request) {
    if (!users.add(userId)) {
      throw rejected(another);
    }
    try {
      T rejected = rejection.get();
      return rejected == null ? takePlace(request) : rejected;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw rejected(tooMany);
    } finally {
      users.remove(userId);
    }
  }

  private <T> T takePlace(Supplier<T> request) throws InterruptedException {
    if (!places.tryAcquire()) {
      throw rejected(tooMany);
    }
    try {
      long begun = System.nanoTime();
      while (true) {
        try {
          return takeTurn(request);
        } catch (RuntimeException failure) {
          if (!again.test(failure) || System.nanoTime() - begun > longestWait.toNanos()) {
            throw failure;
          }
        }
        Thread.sleep(BETWEEN_TRIES_MILLIS);
      }
    } finally {
      places.release();
    }
  }

  private <T> T takeTurn(Supplier<T> request) throws InterruptedException {
    if (!turns.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
      throw rejected(tooMany);
    }
    try {
      return request.get();
    } finally {
      turns.release();
    }
  }

  private static TemporarilyUnavailableException rejected(String why) {
    return new TemporarilyUnavailableException(
        why + ", and this one was not begun. Send it again after a second.",
        new TimeoutException());
  }
}
