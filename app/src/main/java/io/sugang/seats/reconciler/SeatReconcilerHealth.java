package io.sugang.seats.reconciler;

import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health of the reconciler's thread, for liveness: DOWN when it has ended, or is in one round for
 * more than a minute. Redis or MySQL away ends a round, so neither is DOWN here.
 */
final class SeatReconcilerHealth implements HealthIndicator {
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);

  private final SeatReconciler reconciler;

  SeatReconcilerHealth(SeatReconciler reconciler) {
    this.reconciler = reconciler;
  }

  @Override
  public Health health() {
    return reconciler.isAlive(LONGEST_ROUND) ? Health.up().build() : Health.down().build();
  }
}
