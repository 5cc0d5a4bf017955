package io.sugang.lab.rush;

import io.sugang.lab.loadgen.Schedule;
import java.util.Locale;

/** Whether the figures of a run are those of the service or those of the driver. */
enum DriverVerdict {
  NOT_THE_LIMIT("The driver was not the limit"),
  MACHINE("The machine was the limit, and the driver is a part of its load"),
  DRIVER("The driver was the limit: the service may be faster than these figures"),
  CONNECTIONS(
      "The number of connections was the limit: requests waited for a free one, which is counted as latency; raise --concurrency or lower --rate");

  // A twentieth of a usual latency under load; a lag below it does not change what a reader
  // concludes.
  private static final long LATE_MICROS = 5_000;
  private static final double BUSY = 0.9;
  private static final double MOST = 0.5;

  private final String sentence;

  DriverVerdict(String sentence) {
    this.sentence = sentence;
  }

  static DriverVerdict of(
      DriverGauge.DriverUse driver, Schedule schedule, Tally.RushLatency latency) {
    boolean full = driver.machineShare() >= BUSY;
    boolean late = driver.lagMicros().getValueAtPercentile(99) >= LATE_MICROS;
    if (full && driver.ownShare() >= MOST * driver.machineShare()) {
      return DRIVER;
    }
    if (late) {
      return full ? MACHINE : DRIVER;
    }
    if (full) {
      return MACHINE;
    }
    if (schedule instanceof Schedule.OpenLoop
        && latency.sinceDue().getValueAtPercentile(99)
            > 2 * latency.sinceSent().getValueAtPercentile(99) + LATE_MICROS) {
      return CONNECTIONS;
    }
    return NOT_THE_LIMIT;
  }

  String explain(DriverGauge.DriverUse driver) {
    return String.format(
        Locale.ROOT,
        "%s: it used %.0f %% of %d cores (all together were %.0f %% busy) and was itself late by %.1f ms (p99), %.1f ms (max).",
        sentence,
        100 * driver.ownShare(),
        driver.cores(),
        100 * driver.machineShare(),
        driver.lagMicros().getValueAtPercentile(99) / 1_000.0,
        driver.lagMicros().getMaxValue() / 1_000.0);
  }
}
