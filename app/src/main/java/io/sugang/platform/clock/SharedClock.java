package io.sugang.platform.clock;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The clock that all instances share, to the microsecond. Windows are judged by it and rows are
 * stamped with it.
 *
 * <p>It counts {@link System#nanoTime} from a zero that {@link ClockFollower} measures. So a
 * reading costs one addition and no I/O, and setting the clock of the host does not change it.
 * Between two corrections it never goes back. A correction may set it back by less than the two
 * bounds of error together: a millisecond or two ({@code sugang.clock.error}). It sets it back
 * further when the followed clock itself was set, or another clock is followed; {@code
 * sugang.clock.jumps} counts such corrections beyond 50 ms.
 */
public final class SharedClock {
  private static final long NANOS_OF_MICRO = 1_000;

  // Nanoseconds since 1970 when nanoTime was 0.
  private volatile long zeroNanos;

  /**
   * @param zeroNanos nanoseconds since 1970 when {@link System#nanoTime} was 0
   */
  SharedClock(long zeroNanos) {
    this.zeroNanos = zeroNanos;
  }

  /** Returns the time now, in whole microseconds. */
  public Instant now() {
    return at(System.nanoTime());
  }

  /**
   * Returns the time at a moment, in whole microseconds.
   *
   * @param nanoTime of the moment, by {@link System#nanoTime} of this JVM
   */
  public Instant at(long nanoTime) {
    return Instant.EPOCH.plus(
        Math.floorDiv(nanoTime + zeroNanos, NANOS_OF_MICRO), ChronoUnit.MICROS);
  }

  /** Returns the nanoseconds since 1970 when nanoTime was 0. */
  long zeroNanos() {
    return zeroNanos;
  }

  /** Corrects the clock. */
  void setZero(long nanos) {
    zeroNanos = nanos;
  }
}
