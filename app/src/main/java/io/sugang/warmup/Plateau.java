package io.sugang.warmup;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tells when answers stopped getting faster. It looks at refusals, which wait for no disk: what
 * they take is nearly all code. Windows are compared by their mean; three of them without a gain of
 * a twentieth are the plateau.
 */
final class Plateau {
  private static final int WINDOWS_WITHOUT_GAIN = 3;
  private static final double GAIN = 0.95;
  private static final int FEWEST_PER_WINDOW = 50;

  private final LongAdder requests = new LongAdder();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong refusalNanos = new AtomicLong();
  private double best = Double.MAX_VALUE;
  private double last;
  private int withoutGain;

  void answered() {
    requests.increment();
  }

  void refused(long nanos) {
    refusals.incrementAndGet();
    refusalNanos.addAndGet(nanos);
  }

  long requests() {
    return requests.sum();
  }

  /** Mean time of a refusal in the last window that counted. */
  long lastMicros() {
    return Math.round(last / 1_000);
  }

  /**
   * Ends a window and says whether the plateau is reached. A window with few answers says nothing
   * and goes on.
   */
  boolean endWindow() {
    long number = refusals.get();
    if (number < FEWEST_PER_WINDOW) {
      return false;
    }
    last = (double) refusalNanos.getAndSet(0) / refusals.getAndSet(0);
    if (last < best * GAIN) {
      best = last;
      withoutGain = 0;
    } else {
      withoutGain++;
    }
    return withoutGain >= WINDOWS_WITHOUT_GAIN;
  }
}
