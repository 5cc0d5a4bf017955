package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.servers.FaultTest;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;

/** Liveness says whether the claim writer lives. */
@FaultTest(properties = "sugang.seat.control=lock")
class LivenessIntegrationTests {
  @Autowired MySqlLedger ledger;
  @Autowired HealthEndpoint health;

  private Status liveness() {
    return Objects.requireNonNull(health.healthForPath("liveness")).getStatus();
  }

  @Test
  void anInstanceWithoutAClaimWriterIsNotAlive() throws InterruptedException {
    assertThat(liveness()).isEqualTo(Status.UP);
    ledger.stop();
    assertThat(liveness()).isEqualTo(Status.DOWN);
  }
}
