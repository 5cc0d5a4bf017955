package io.sugang.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.http.Api;
import io.sugang.ledger.ClaimResult.Enrolled;
import io.sugang.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A MySQL that answers reads and refuses writes, as an old primary after a failover. */
@FaultTest(properties = "sugang.seat.control=lock")
class ReadOnlyMySqlIntegrationTests {
  @Autowired EnrollmentLedger ledger;
  @Autowired MySqlDatabase database;
  @LocalServerPort int port;

  private List<Long> sessions() {
    return database
        .jdbc()
        .query(
            "SELECT id FROM information_schema.processlist WHERE user = ?",
            (session, n) -> session.getLong(1),
            database.user());
  }

  @Test
  void readOnlyMeansNotAvailableAndSessionsAreMadeAnew() {
    assertThat(ledger.claim(new Seat(1, 1), null, Instant.now(), Actor.student(1)).join())
        .isInstanceOf(Enrolled.class);
    List<Long> before = sessions();
    database.jdbc().execute("SET GLOBAL super_read_only = ON");
    try {
      assertThat(ledger.claim(new Seat(1, 2), null, Instant.now(), Actor.student(1)).join())
          .isEqualTo(NotEnrolled.NOT_INSERTED);
      await().until(() -> !ledger.available());
      var refused = new Api(port).postJson("/api/enrollments", "{\"studentId\":2,\"courseId\":1}");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    } finally {
      database.jdbc().execute("SET GLOBAL super_read_only = OFF");
      database.jdbc().execute("SET GLOBAL read_only = OFF");
    }
    await().until(ledger::available);
    assertThat(ledger.claim(new Seat(1, 2), null, Instant.now(), Actor.student(1)).join())
        .isInstanceOf(Enrolled.class);
    await().untilAsserted(() -> assertThat(sessions()).doesNotContainAnyElementsOf(before));
  }
}
