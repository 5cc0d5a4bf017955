package io.sugang.signin;

import io.sugang.platform.clock.SharedClock;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/**
 * The shared clock as a {@link Clock}: the clock of a host that is wrong neither ends a session
 * early nor lets one last longer.
 */
final class SharedTime extends Clock {
  private final Supplier<SharedClock> shared;

  /**
   * @param shared asked for at the first reading, because filters are made before most of the
   *     service
   */
  SharedTime(Supplier<SharedClock> shared) {
    this.shared = shared;
  }

  @Override
  public Instant instant() {
    return shared.get().now();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("Sessions have no time zone");
  }
}
