package io.sugang.startup.warmup;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Progress of the warm-up, as a detail of the readiness probe. It decides nothing: its status is
 * always UP, and Boot decides about readiness.
 */
final class WarmupProgress implements HealthIndicator {
  private static final int ALL = 100;

  private volatile int percent;

  /**
   * Sets the progress. A smaller share than before has no effect.
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
