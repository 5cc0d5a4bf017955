package io.sugang.seats.ledger;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Health of the ledger: DOWN while this instance answers 503 because MySQL is known to be down or
 * read-only. It is no part of readiness, because such an instance still answers.
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
