package io.sugang.warmup;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * How far the warm-up is, as a detail of the readiness probe. It decides nothing: its status is
 * always UP, and readiness stays with Boot.
 */
final class WarmupProgress implements HealthIndicator {
  private static final int ALL = 100;

  private volatile int percent;

  /**
   * Sets how far the warm-up is. It never goes back.
   *
   * @param share between 0 and 1
   */
  synchronized void reached(double share) {
    percent = Math.max(percent, (int) (Math.clamp(share, 0, 1) * ALL));
  }

  void ended() {
    percent = ALL;
  }

  @Override
  public Health health() {
    return Health.up().withDetail("percent", percent).build();
  }
}
