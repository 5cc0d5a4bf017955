package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.RulesProperties;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.QueryTimeoutException;

/** MySQL does not say to which term a course belongs, after the gate has granted its seat. */
@SugangTest(properties = "sugang.seat.control=lock")
class UnknownTermIntegrationTests {
  @Autowired HikariDataSource reads;

  @Test
  void aGrantedClaimIsNotInsertedSoThatItsEntryIsReleased() throws Exception {
    MySqlLedger ledger =
        new MySqlLedger(
            reads,
            new LedgerProperties(
                8, Duration.ZERO, 100, Duration.ofSeconds(4), 2, Duration.ofMillis(100)),
            new SimpleMeterRegistry(),
            courseId -> {
              throw new QueryTimeoutException("of the test");
            },
            new RulesProperties(true),
            PlanObserver.NONE);
    try {
      assertThat(
              ledger.claimGranted(
                  new Seat(new StudentId(1), new SeatsId(3)),
                  null,
                  Instant.now(),
                  Actor.student(1)))
          .isCompletedWithValue(NotEnrolled.NOT_INSERTED);
    } finally {
      ledger.stop();
    }
  }
}
