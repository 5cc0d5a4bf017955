package io.sugang.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.ledger.ClaimResult.Enrolled;
import io.sugang.servers.SugangTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** An interval so long that what comes within it cannot miss it. */
@SugangTest(properties = {"sugang.seat.control=lock", "sugang.ledger.group-interval=1s"})
class ClaimGroupTests {
  private static final int CLAIMS = 40;

  @Autowired EnrollmentLedger ledger;
  @Autowired MeterRegistry meters;

  @Test
  void claimsWithinAnIntervalShareOneTransaction() throws Exception {
    DistributionSummary groups = meters.get("sugang.ledger.group").summary();
    try (ExecutorService users = Executors.newFixedThreadPool(CLAIMS)) {
      assertThat(ledger.claim(new Seat(3, 1), null)).isInstanceOf(Enrolled.class);
      long before = groups.count();
      List<Future<ClaimResult>> claims = new ArrayList<>();
      for (int student = 2; student < 2 + CLAIMS; student++) {
        Seat seat = new Seat(3, student);
        claims.add(users.submit(() -> ledger.claim(seat, null)));
      }
      for (Future<ClaimResult> claim : claims) {
        assertThat(claim.get()).isInstanceOf(Enrolled.class);
      }
      assertThat(groups.count() - before).isEqualTo(1);
      assertThat(groups.max()).isEqualTo(CLAIMS);
    }
  }
}
