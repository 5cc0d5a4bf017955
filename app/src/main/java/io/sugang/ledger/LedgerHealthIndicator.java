package io.sugang.ledger;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Whether this instance enrolls: DOWN while it answers 503 because MySQL is known to be down or
 * read-only. Not part of readiness, for such an instance answers for itself.
 */
@Component
class LedgerHealthIndicator implements HealthIndicator {
  private final EnrollmentLedger ledger;

  LedgerHealthIndicator(EnrollmentLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public Health health() {
    return ledger.available() ? Health.up().build() : Health.down().build();
  }
}
