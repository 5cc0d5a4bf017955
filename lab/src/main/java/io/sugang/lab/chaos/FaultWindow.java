package io.sugang.lab.chaos;

import java.time.Duration;

/**
 * The time in which the weaker promise holds: from a fault's begin until ten seconds after its end
 * (I4). A seat that was given back in it may stay taken for a while. Outside of it the strong
 * promise holds: a request that was answered keeps no seat from others.
 *
 * @param begin by {@link System#nanoTime}
 * @param end by the same clock
 */
record FaultWindow(long begin, long end) {
  /** A run without a fault: the strong promise holds throughout. */
  static final FaultWindow NONE = new FaultWindow(Long.MAX_VALUE, Long.MIN_VALUE);

  /** After the last fault a seat stays taken without a row for at most this long (I4). */
  static final Duration BOUND = Duration.ofSeconds(10);

  // A fault can bring back what was so a moment before it: Redis writes to its disk once a second.
  private static final Duration REACH = Duration.ofSeconds(2);

  static FaultWindow around(long faultBegin, long faultEnd) {
    return new FaultWindow(faultBegin - REACH.toNanos(), faultEnd + BOUND.toNanos());
  }

  boolean covers(long at) {
    return at >= begin && at <= end;
  }

  /**
   * Until when the gate may keep a place whose request was answered at {@code at}.
   *
   * @param longest how long within the window
   */
  long settled(long at, Duration longest) {
    return covers(at) ? Math.min(at + longest.toNanos(), end) : at;
  }
}
