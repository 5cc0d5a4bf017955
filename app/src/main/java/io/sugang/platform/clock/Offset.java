package io.sugang.platform.clock;

import java.util.Optional;

/**
 * A measured difference between a clock and {@link System#nanoTime}.
 *
 * @param zeroNanos nanoseconds since 1970, by that clock, when nanoTime was 0
 * @param errorNanos by which {@code zeroNanos} may be wrong at most, to either side
 * @param measuredNanos nanoTime of the measurement
 */
record Offset(long zeroNanos, long errorNanos, long measuredNanos) {
  /** Two clocks that are slewed against each other at 500 ppm each drift apart by no more. */
  private static final long DRIFT_PARTS = 1_000;

  /** Returns the best of several probes up to the first one without an answer. */
  static Optional<Offset> measure(TimeServer server, int probes) {
    Optional<Offset> best = Optional.empty();
    for (int i = 0; i < probes; i++) {
      Optional<Offset> probe = server.probe();
      if (probe.isEmpty()) {
        return best;
      }
      if (best.isEmpty() || probe.get().errorNanos < best.get().errorNanos) {
        best = probe;
      }
    }
    return best;
  }

  /**
   * Returns what one answer says: the clock was read in the middle of the round trip, give or take
   * half of it.
   *
   * @param askedNanos nanoTime before the question was sent
   * @param answeredNanos nanoTime after the answer was there
   * @param micros since 1970, by the clock
   */
  static Offset of(long askedNanos, long answeredNanos, long micros) {
    long half = (answeredNanos - askedNanos) / 2;
    // The clock was up to a microsecond further than it tells.
    return new Offset(micros * 1_000 - (askedNanos + half), half + 1_000, answeredNanos);
  }

  /** Returns the bound of error at a later moment, which the drift of both clocks has raised. */
  long errorAt(long nanoTime) {
    return errorNanos + (nanoTime - measuredNanos) / DRIFT_PARTS;
  }

  /** Returns how far the clocks of two measurements are surely apart; 0 when they may agree. */
  static long apart(Offset one, Offset other) {
    long now = Math.max(one.measuredNanos, other.measuredNanos);
    return apart(one, one.errorAt(now), other, other.errorAt(now));
  }

  /** Returns the same for clocks that have not drifted since they were measured. */
  static long apartWithoutDrift(Offset one, Offset other) {
    return apart(one, one.errorNanos, other, other.errorNanos);
  }

  private static long apart(Offset one, long errorOfOne, Offset other, long errorOfOther) {
    return Math.max(0, Math.abs(one.zeroNanos - other.zeroNanos) - errorOfOne - errorOfOther);
  }
}
