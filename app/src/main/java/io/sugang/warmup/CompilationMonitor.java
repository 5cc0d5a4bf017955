package io.sugang.warmup;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Tells when the code that the requests run through is compiled: when the compilers have little to
 * do for a while. The time of an answer would be the nearer measure, but on a busy machine it says
 * more about the other processes, and it stops falling for seconds while the second compiler is
 * still at work.
 */
final class CompilationMonitor {
  private static final int QUIET_WINDOWS = 3;
  private static final double QUIET_SHARE = 0.1;
  private static final int FEWEST_PER_WINDOW = 50;

  private final LongSupplier compiledMillis;
  private final LongAdder requests = new LongAdder();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong refusalNanos = new AtomicLong();
  private long compiledBefore;
  private long last;
  private int quiet;

  /**
   * @param compiledMillis time spent in compilation since the start of the JVM
   */
  CompilationMonitor(LongSupplier compiledMillis) {
    this.compiledMillis = compiledMillis;
    this.compiledBefore = compiledMillis.getAsLong();
  }

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

  /**
   * Mean time of a refusal, which waits for no disk, in the last window that had enough of them.
   */
  long lastMicros() {
    return last / 1_000;
  }

  /**
   * Ends a window and says whether the plateau is reached. A window with few answers says nothing
   * and goes on.
   */
  boolean endWindow(Duration length) {
    long number = refusals.get();
    if (number < FEWEST_PER_WINDOW) {
      return false;
    }
    last = refusalNanos.getAndSet(0) / refusals.getAndSet(0);
    long compiled = compiledMillis.getAsLong();
    quiet = compiled - compiledBefore < QUIET_SHARE * length.toMillis() ? quiet + 1 : 0;
    compiledBefore = compiled;
    return quiet >= QUIET_WINDOWS;
  }
}
