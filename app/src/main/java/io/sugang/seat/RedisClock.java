package io.sugang.seat;

import java.util.concurrent.TimeUnit;

/**
 * Redis' clock as this instance knows it, for limits that scripts compare with {@code TIME}. The
 * clocks of both machines may differ by any amount, and be set while this runs: it is read anew
 * with every look of the reconciler.
 */
final class RedisClock {
  // Redis' milliseconds when this instance's nanoTime was 0.
  private volatile long zero;

  /**
   * Redis said what time it is.
   *
   * @param asked when, by {@link System#nanoTime}: the time is rather late than early by as long as
   *     the answer took, as who is in time must not be refused
   * @param micros since 1970
   */
  void read(long asked, long micros) {
    zero = TimeUnit.MICROSECONDS.toMillis(micros) - TimeUnit.NANOSECONDS.toMillis(asked);
  }

  /** Redis' time in so many nanoseconds, in milliseconds since 1970. */
  long in(long nanos) {
    return zero + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() + nanos);
  }
}
