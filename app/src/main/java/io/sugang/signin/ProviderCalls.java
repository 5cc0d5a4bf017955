package io.sugang.signin;

import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls to the identity provider, each on a thread of its own: a provider that is slow or silent
 * holds none of the threads that answer requests. Their number is bounded, and the result of each
 * comes in time. Its thread is interrupted then, and ends with the read that is waiting; only
 * headers that trickle in can hold it longer, as their reads do not see the interrupt.
 *
 * <p>A quarter of the calls is for users who came back from the provider after a while. A program
 * that begins attempts and comes back at once leaves these free.
 */
final class ProviderCalls {
  private static final int RESERVED_PART = 4;

  private final Semaphore free;
  private final Semaphore freeForHasty;
  private final Duration timeout;
  private final ThreadFactory threads;

  ProviderCalls(int concurrency, Duration timeout) {
    // No virtual thread: a look-up of the provider's name that takes long would hold one of the few
    // threads that run all of them, those of the ledger too.
    this(concurrency, timeout, Thread.ofPlatform().daemon().name("identity-provider").factory());
  }

  ProviderCalls(int concurrency, Duration timeout, ThreadFactory threads) {
    this.free = new Semaphore(concurrency);
    this.freeForHasty = new Semaphore(concurrency - concurrency / RESERVED_PART);
    this.timeout = timeout;
    this.threads = threads;
  }

  /**
   * Calls as {@link #call} does, and leaves the reserved part of the calls free.
   *
   * @param call of an attempt that began just now
   */
  <T> CompletableFuture<T> callHasty(Callable<T> call) {
    if (!freeForHasty.tryAcquire()) {
      return busy();
    }
    return this.<T>call(call).whenComplete((value, failure) -> freeForHasty.release());
  }

  /** Calls; fails with {@link TimeoutException} when that takes too long. */
  <T> CompletableFuture<T> call(Callable<T> call) {
    if (!free.tryAcquire()) {
      return busy();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      Thread thread =
          threads.newThread(() -> {
            try {
              result.complete(call.call());
            } catch (Throwable failure) {
              result.completeExceptionally(failure);
            } finally {
              free.release();
            }
          });
      // The limits of a connection count from one byte to the next; this one counts the whole.
      result
          .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .whenComplete((value, failure) -> {
            if (failure instanceof TimeoutException) {
              thread.interrupt();
            }
          });
      thread.start();
    } catch (Throwable noThread) {
      free.release();
      result.completeExceptionally(
          new TemporarilyUnavailableException(
              "The service has no thread left for the identity provider. Try to sign in again after"
                  + " a while.",
              noThread));
    }
    return result;
  }

  private static <T> CompletableFuture<T> busy() {
    return CompletableFuture.failedFuture(
        new TemporarilyUnavailableException(
            "Too many sign-ins wait for the identity provider. Send the request again after a"
                + " second.",
            new IllegalStateException("No free call to the identity provider")));
  }
}
