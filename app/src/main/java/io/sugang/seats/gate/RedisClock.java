package io.sugang.seats.gate;

import java.util.concurrent.TimeUnit;

/**
 * Estimate of Redis' clock, for limits that scripts compare with {@code TIME}. The clocks of both
 * machines may differ by any amount, and be set at any time, so every reconcile pass reads Redis'
 * clock again.
 */
final class RedisClock {
  // Redis' milliseconds when this instance's nanoTime was 0.
  private volatile long zero;

  /**
   * Takes over a reading of Redis' clock.
   *
   * @param asked time of the question, by {@link System#nanoTime}. The estimate is late by at most
   *     the round trip and never early, because a call in time must not be rejected
   * @param micros since 1970
   */
  void read(long asked, long micros) {
    zero = TimeUnit.MICROSECONDS.toMillis(micros) - TimeUnit.NANOSECONDS.toMillis(asked);
  }

  /** Returns the time of Redis after {@code nanos} nanoseconds, in milliseconds since 1970. */
  long in(long nanos) {
    return zero + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() + nanos);
  }
}
