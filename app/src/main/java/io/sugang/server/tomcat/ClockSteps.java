package io.sugang.server.tomcat;

import java.util.concurrent.TimeUnit;

/**
 * Steps of the host's clock, which Tomcat stamps connections with. A clock that was set forward, or
 * a machine that was suspended, would make all idle connections look too old at once.
 */
final class ClockSteps {
  private static final long STEP_MILLIS = 1_000;

  private long wallMillis;
  private long nanos;

  ClockSteps(long wallMillis, long nanos) {
    this.wallMillis = wallMillis;
    this.nanos = nanos;
  }

  /**
   * Returns whether the clock was set since the last call, by more than {@value #STEP_MILLIS} ms.
   *
   * @param wallNow milliseconds of the host's clock
   * @param nanosNow {@link System#nanoTime} at the same moment
   */
  boolean stepped(long wallNow, long nanosNow) {
    long passed = TimeUnit.NANOSECONDS.toMillis(nanosNow - nanos);
    boolean stepped = Math.abs(wallNow - wallMillis - passed) > STEP_MILLIS;
    wallMillis = wallNow;
    nanos = nanosNow;
    return stepped;
  }
}
