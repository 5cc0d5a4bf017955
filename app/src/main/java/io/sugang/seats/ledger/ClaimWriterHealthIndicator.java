package io.sugang.seats.ledger;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Health of the claim writer, a part of liveness: DOWN when its thread has ended. Only a restart
 * helps such an instance, which would answer 503 to every claim.
 */
@Component
class ClaimWriterHealthIndicator implements HealthIndicator {
  private final MySqlLedger ledger;

  ClaimWriterHealthIndicator(MySqlLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public Health health() {
    return ledger.writes() ? Health.up().build() : Health.down().build();
  }
}
