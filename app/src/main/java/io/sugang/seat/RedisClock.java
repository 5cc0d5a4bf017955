package io.sugang.seat;

import java.util.concurrent.TimeUnit;

/**
 * Redis' clock as this instance knows it, for limits that scripts compare with {@code TIME}. The
 * clocks of both machines may differ by any amount, and be set while this runs: it is read anew
 * with every look of the reconciler.
 */
final class RedisClock {
  // An answer that took longer may have been given at its beginning or at its end.
  private static final long PROMPT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  // Redis' milliseconds when this instance's nanoTime was 0.
  private volatile long zero;
  private volatile boolean known;

  /**
   * Redis said what time it is.
   *
   * @param sent by {@link System#nanoTime}, when it was asked
   * @param answered the same, when the answer was there
   * @param micros since 1970
   */
  void read(long sent, long answered, long micros) {
    if (known && answered - sent > PROMPT_NANOS) {
      return;
    }
    // Rather late than early: who is in time must not be refused.
    zero = TimeUnit.MICROSECONDS.toMillis(micros) - TimeUnit.NANOSECONDS.toMillis(sent);
    known = true;
  }

  /** Redis' time in so many nanoseconds, in milliseconds since 1970. */
  long in(long nanos) {
    return zero + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() + nanos);
  }
}
