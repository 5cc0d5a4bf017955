package io.sugang.platform.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * Timers with one fixed set of buckets, from 0.1 ms (a script in Redis) to 5 s (above every time
 * limit of a request). The buckets are fixed, so that the 15 counters of a timer are added to
 * without a lock. A histogram that computes percentiles in the instance would cost memory and time,
 * and percentiles of several instances cannot be combined.
 */
public final class LatencyTimers {
  private static final Duration[] BUCKETS =
      LongStream.of(
              100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
              1_000_000, 2_000_000, 5_000_000)
          .mapToObj(micros -> Duration.ofNanos(micros * 1_000))
          .toArray(Duration[]::new);

  private LatencyTimers() {}

  /**
   * Registers a timer. Call it once per timer, at the start.
   *
   * @param name in Micrometer's words; Prometheus gets it with {@code _seconds}
   * @param tags alternating keys and values
   */
  public static Timer register(
      MeterRegistry registry, String name, String description, String... tags) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
