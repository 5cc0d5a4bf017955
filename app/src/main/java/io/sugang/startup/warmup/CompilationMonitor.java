package io.sugang.startup.warmup;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Monitor of the compilation, which decides when the requests of the warm-up can end: when the CPU
 * time of a request no longer falls and the compilers are quiet. Both are needed. The CPU time
 * stops falling for seconds while the second compiler still works, and compilers are quiet while
 * requests wait for a busy disk.
 *
 * <p>The CPU time is that of the Java threads, so it contains no compilation. Unlike the response
 * time it hardly depends on other load of the machine.
 */
final class CompilationMonitor {
  private static final int SETTLED_WINDOWS = 3;
  // Of one core. The second compiler still finds work after a million requests.
  private static final double QUIET_SHARE = 0.4;
  private static final double LEAST_GAIN = 0.1;
  private static final int FEWEST_PER_WINDOW = 300;
  // Fewer have not filled the counters of the second compiler, however quiet it is.
  private static final long FEWEST = 5_000;

  private final LongSupplier compiledMillis;
  private final LongSupplier cpuNanos;
  private final LongAdder requests = new LongAdder();
  private Duration window = Duration.ZERO;
  private long requestsBefore;
  private long compiledBefore;
  private long cpuBefore;
  private long last;
  private long least = Long.MAX_VALUE;
  private int settled;

  /**
   * @param compiledMillis time spent in compilation since the start of the JVM
   * @param cpuNanos CPU time of the Java threads
   */
  CompilationMonitor(LongSupplier compiledMillis, LongSupplier cpuNanos) {
    this.compiledMillis = compiledMillis;
    this.cpuNanos = cpuNanos;
    this.compiledBefore = compiledMillis.getAsLong();
    this.cpuBefore = cpuNanos.getAsLong();
  }

  void answered() {
    requests.increment();
  }

  long requests() {
    return requests.sum();
  }

  /**
   * Returns the CPU time of a request, in microseconds, in the last window with enough requests.
   */
  long lastMicros() {
    return last / 1_000;
  }

  /**
   * Ends a window and returns whether the code is compiled. A window with few answers decides
   * nothing and continues.
   */
  boolean endWindow(Duration length) {
    window = window.plus(length);
    long answered = requests.sum();
    long number = answered - requestsBefore;
    if (number < FEWEST_PER_WINDOW) {
      return false;
    }
    long cpu = cpuNanos.getAsLong();
    long compiled = compiledMillis.getAsLong();
    last = (cpu - cpuBefore) / number;
    boolean falls = last < least * (1 - LEAST_GAIN);
    boolean quiet = compiled - compiledBefore < QUIET_SHARE * window.toMillis();
    settled = quiet && !falls ? settled + 1 : 0;
    least = Math.min(least, last);
    window = Duration.ZERO;
    requestsBefore = answered;
    compiledBefore = compiled;
    cpuBefore = cpu;
    return settled >= SETTLED_WINDOWS && answered >= FEWEST;
  }
}
