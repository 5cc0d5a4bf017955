package io.sugang.startup.warmup;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The CPU time of all Java threads: that of the process without compilers and collector. */
final class JavaThreads {
  private JavaThreads() {}

  /** Returns nanoseconds; 0 where the JVM does not measure them. */
  static long cpuNanos() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
        || !threads.isThreadCpuTimeSupported()
        || !threads.isThreadCpuTimeEnabled()) {
      return 0;
    }
    long sum = 0;
    for (long nanos : threads.getThreadCpuTime(threads.getAllThreadIds())) {
      // -1: the thread ended meanwhile.
      sum += Math.max(0, nanos);
    }
    return sum;
  }
}
