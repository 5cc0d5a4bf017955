package io.sugang.platform.clock;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.OptionalLong;

/** How well the shared clock is known, and how wrong the host's is. */
final class ClockMeters {
  private static final double NANOS = 1e9;

  private ClockMeters() {}

  static void register(
      MeterRegistry registry, SharedClock clock, InstantSource host, ClockFollower follower) {
    Gauge.builder("sugang.clock.offset", clock, shared -> offset(shared, host))
        .description("The shared clock minus the host's")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("sugang.clock.error", follower, state -> seconds(state.errorNanos()))
        .description("By how much the shared clock may be wrong")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder(
            "sugang.clock.disagreement", follower, state -> seconds(state.disagreementNanos()))
        .description("By how much the clocks of Redis and MySQL differ")
        .baseUnit("seconds")
        .register(registry);
    FunctionCounter.builder("sugang.clock.jumps", follower, ClockFollower::jumps)
        .description("Corrections of the shared clock by more than 50 ms")
        .register(registry);
    for (ClockSource source : ClockSource.values()) {
      Gauge.builder("sugang.clock.source", follower, state -> state.source() == source ? 1 : 0)
          .description("1: what the shared clock follows")
          .tag("source", source.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private static double offset(SharedClock clock, InstantSource host) {
    return Duration.between(host.instant(), clock.now()).toNanos() / NANOS;
  }

  private static double seconds(OptionalLong nanos) {
    return nanos.isPresent() ? nanos.getAsLong() / NANOS : Double.NaN;
  }
}
