package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.http.Api;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.Outage;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A MySQL that answers reads and refuses writes, as an old primary after a failover. */
@FaultTest(properties = "sugang.seat.control=lock")
@Tag("extended")
class ReadOnlyMySqlIntegrationTests {
  // No instance releases these portions by itself.
  private static final Instant DUE = Instant.parse("2100-01-01T00:00:00Z");

  @Autowired EnrollmentLedger ledger;
  @Autowired DeskTransactions desk;
  @Autowired SeatTransferTransaction transfers;
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

  private int closeCourse() {
    return desk.execute(
        () -> desk.jdbc().update("UPDATE course SET status = 'CLOSED' WHERE course_id = 3"));
  }

  @Test
  void readOnlyMeansNotAvailableAndSessionsAreMadeAnew() {
    database
        .jdbc()
        .update(
            "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (2, '2100-01-01', 1), (4, '2100-01-01', 1)");
    assertThat(
            ledger
                .claim(
                    new Seat(new StudentId(1), new SeatsId(1)),
                    null,
                    Instant.now(),
                    Actor.student(1))
                .join())
        .isInstanceOf(Enrolled.class);
    // Their connections are opened when they are needed.
    assertThat(desk.execute(() -> desk.jdbc().queryForObject("SELECT 1", Integer.class))).isOne();
    assertThat(transfers.release(new SeatsId(2), DUE, CapacityObserver.NONE)).isTrue();
    List<Long> before = sessions();
    database.jdbc().execute("SET GLOBAL super_read_only = ON");
    try {
      assertThat(
              ledger
                  .claim(
                      new Seat(new StudentId(2), new SeatsId(1)),
                      null,
                      Instant.now(),
                      Actor.student(1))
                  .join())
          .isEqualTo(NotEnrolled.NOT_INSERTED);
      await().until(() -> !ledger.available());
      for (ThrowingCallable write :
          List.<ThrowingCallable>of(
              this::closeCourse,
              () -> transfers.release(new SeatsId(4), DUE, CapacityObserver.NONE))) {
        assertThat(catchThrowable(write)).matches(Outage::causes, "is answered 503");
      }
      var refused = new Api(port).postJson("/api/enrollments", "{\"studentId\":2,\"courseId\":1}");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    } finally {
      database.jdbc().execute("SET GLOBAL super_read_only = OFF");
      database.jdbc().execute("SET GLOBAL read_only = OFF");
    }
    await().until(ledger::available);
    assertThat(
            ledger
                .claim(
                    new Seat(new StudentId(2), new SeatsId(1)),
                    null,
                    Instant.now(),
                    Actor.student(1))
                .join())
        .isInstanceOf(Enrolled.class);
    assertThat(closeCourse()).isOne();
    assertThat(transfers.release(new SeatsId(4), DUE, CapacityObserver.NONE)).isTrue();
    await().untilAsserted(() -> assertThat(sessions()).doesNotContainAnyElementsOf(before));
  }
}
