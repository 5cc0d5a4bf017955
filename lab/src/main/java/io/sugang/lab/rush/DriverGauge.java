package io.sugang.lab.rush;

import com.sun.management.OperatingSystemMXBean;
import io.sugang.lab.loadgen.ProcessorTimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the driver itself while it runs: how late it does something that is due and that no
 * server can delay, and how much of the machine it takes.
 *
 * <p>Two threads wake up every 10 ms. A platform thread shows what the machine and the garbage
 * collector do. The other one is virtual, because the users are virtual threads and share its few
 * carriers. Their lateness is the delay that every request may have suffered here rather than at
 * the server.
 */
final class DriverGauge implements AutoCloseable {

  /**
   * @param cores that this process may use
   * @param ownShare of these cores that this process used, 0 to 1
   * @param machineShare of these cores that were busy at all, 0 to 1
   * @param lagMicros lateness of the two probes together
   */
  record DriverUse(int cores, double ownShare, double machineShare, Histogram lagMicros) {}

  private static final long PERIOD_NANOS = 10_000_000;

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final int cores = Runtime.getRuntime().availableProcessors();
  private final Histogram platformLag = new Histogram(1, 3_600_000_000L, 3);
  private final Histogram virtualLag = new Histogram(1, 3_600_000_000L, 3);
  private final Thread platform;
  private final Thread virtual;
  private final long startNanos = System.nanoTime();
  private final long startCpu = system.getProcessCpuTime();
  private final @Nullable ProcessorTimes startTimes = pinnedTimes();
  private volatile boolean stopped;

  DriverGauge() {
    // The share of the machine is counted from the call before.
    system.getCpuLoad();
    platform = Thread.ofPlatform().daemon().name("lag-platform").start(() -> probe(platformLag));
    virtual = Thread.ofVirtual().name("lag-virtual").start(() -> probe(virtualLag));
  }

  /** Ends the measurement and says what was seen. */
  DriverUse stop() throws InterruptedException {
    double machine = machineShare();
    // Counted in ticks of 10 ms: a short measurement could come to more than all.
    double own =
        Math.min(
            1,
            (system.getProcessCpuTime() - startCpu)
                / ((double) (System.nanoTime() - startNanos) * cores));
    close();
    platform.join();
    virtual.join();
    Histogram lag = platformLag.copy();
    lag.add(virtualLag);
    return new DriverUse(cores, own, Math.max(own, machine), lag);
  }

  // getCpuLoad is about all cores of the machine or the container. Pinned to two of four (taskset),
  // a driver that is starved on these two would hear that half of the machine is idle.
  private double machineShare() {
    ProcessorTimes now = startTimes == null ? null : pinnedTimes();
    return now == null || startTimes == null
        ? Math.max(0, system.getCpuLoad())
        : now.busySince(startTimes);
  }

  private static @Nullable ProcessorTimes pinnedTimes() {
    try {
      ProcessorTimes times = ProcessorTimes.read();
      return times.pinned() ? times : null;
    } catch (IOException noLinux) {
      return null;
    }
  }

  @Override
  public void close() {
    stopped = true;
  }

  private void probe(Histogram lag) {
    long due = System.nanoTime() + PERIOD_NANOS;
    while (!stopped) {
      long wait = due - System.nanoTime();
      while (wait > 0) {
        LockSupport.parkNanos(this, wait);
        wait = due - System.nanoTime();
      }
      long late = System.nanoTime() - due;
      // A pause of a second hides a hundred wake-ups; each of them was late by what was left of the
      // pause.
      lag.recordValueWithExpectedInterval(
          Math.clamp(late / 1_000, 1, 3_600_000_000L), PERIOD_NANOS / 1_000);
      due += PERIOD_NANOS * (1 + late / PERIOD_NANOS);
    }
  }
}
