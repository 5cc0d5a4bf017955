package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.CannotAcquireLockException;

/** Another session holds the row of one student: it delays the claims of that student alone. */
@FaultTest(
    properties = {
      "sugang.seat.control=lock",
      "sugang.rules.enabled=true",
      // Longer than "at once" by so much that a pause of the machine is no wait for a lock.
      MySqlLimits.ROW_LOCK_WAIT + 6,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.ledger.claim-timeout=10s"
    })
@Tag("extended")
class LockedStudentsIntegrationTests {
  private static final long HELD = 40;
  private static final long COURSE = TermOfTest.FREE + 4;
  private static final Duration AT_ONCE = Duration.ofSeconds(5);
  private static TermOfTest term;

  @Autowired EnrollmentLedger ledger;
  @Autowired OverrideEnrollments waived;
  @Autowired MySqlDatabase database;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database) {
    term = TermOfTest.in(database);
  }

  private CompletableFuture<ClaimResult> claim(long course, long student, boolean granted) {
    Seat seat = new Seat(new StudentId(student), new SeatsId(course));
    return granted
        ? ledger.claimGranted(seat, null, Instant.now(), Actor.student(student))
        : ledger.claim(seat, null, Instant.now(), Actor.student(student));
  }

  @ParameterizedTest
  @CsvSource({
    TermOfTest.FIRST + ",false",
    (TermOfTest.FIRST + 1) + ",true",
    TermOfTest.FREE + ",false",
    (TermOfTest.FREE + 1) + ",true"
  })
  void claimsOfOtherStudentsAreWrittenAtOnce(long course, boolean granted) throws Exception {
    CompletableFuture<ClaimResult> behind;
    try (HeldRow held = HeldRow.student(database, HELD)) {
      behind = claim(course, HELD, granted);
      for (int click = 0; click < 5; click++) {
        List<CompletableFuture<ClaimResult>> others = new ArrayList<>();
        for (long student = 1; student <= 5; student++) {
          others.add(claim(course, 5 * click + student, granted));
          others.add(claim(TermOfTest.FREE + 10 + click, student, granted));
        }
        assertThat(others)
            .allSatisfy(
                other -> assertThat(other).succeedsWithin(AT_ONCE).isInstanceOf(Enrolled.class));
      }
      assertThat(behind).isNotDone();
      held.release();
    }
    assertThat(behind).succeedsWithin(AT_ONCE).isInstanceOf(Enrolled.class);
    assertThat(term.rows(course)).isEqualTo(26);
    for (int click = 0; click < 5; click++) {
      for (long student = 1; student <= 5; student++) {
        EnrollmentRow row =
            ledger
                .find(new Seat(new StudentId(student), new SeatsId(TermOfTest.FREE + 10 + click)))
                .join()
                .orElseThrow();
        assertThat(ledger.cancel(new Cancel(row, Actor.student(student), Instant.now())).join())
            .isEqualTo(CancelResult.DELETED);
      }
    }
    assertThat(term.countersAgree()).isTrue();
  }

  @Test
  void aStudentThatStaysLockedIsNotEnrolledAndTheNextClaimIs() throws Exception {
    try (HeldRow held = HeldRow.student(database, HELD)) {
      // At the end of its time it is between two transactions, or in one that finds the lock.
      assertThat(claim(TermOfTest.FREE + 2, HELD, true))
          .succeedsWithin(Duration.ofSeconds(20))
          .isIn(NotEnrolled.NOT_INSERTED, NotEnrolled.UNKNOWN);
      held.release();
    }
    assertThat(claim(TermOfTest.FREE + 2, 1, true))
        .succeedsWithin(AT_ONCE)
        .isInstanceOf(Enrolled.class);
    assertThat(term.rows(TermOfTest.FREE + 2)).isEqualTo(1);
    assertThat(claim(TermOfTest.FREE + 2, HELD, true))
        .succeedsWithin(AT_ONCE)
        .isInstanceOf(Enrolled.class);
  }

  @Test
  void aCancelNeedsNoLockOfItsStudent() throws Exception {
    Enrolled enrolled = (Enrolled) claim(TermOfTest.FREE + 3, HELD, true).join();
    try (HeldRow held = HeldRow.student(database, HELD)) {
      assertThat(ledger.cancel(new Cancel(enrolled.row(), Actor.student(HELD), Instant.now())))
          .succeedsWithin(AT_ONCE)
          .isEqualTo(CancelResult.DELETED);
      held.release();
    }
  }

  @Test
  void aConfirmOfAnOverrideWaitsForNoStudentAndHoldsNoCourseRow() throws Exception {
    term.owner().update("INSERT INTO staff VALUES (9901, 'Staff', 'REGISTRAR', NULL)");
    term.owner()
        .update(
            "INSERT INTO override (override_id, student_id, course_id, lifts, request_text, state,"
                + " requested_at, decided_at, decided_by, expires_at, reason) VALUES (1, ?, ?,"
                + " 'CAPACITY', 'x', 'GRANTED', UTC_TIMESTAMP(), UTC_TIMESTAMP(), 9901,"
                + " UTC_TIMESTAMP() + INTERVAL 1 HOUR, 'x')",
            HELD,
            COURSE);
    OverrideClaim confirm =
        new OverrideClaim(
            1,
            new StudentId(HELD),
            new SeatsId(COURSE),
            Instant.now(),
            Actor.student(HELD),
            CoursePermit.NONE);
    try (HeldRow held = HeldRow.student(database, HELD)) {
      CompletableFuture<?> refused =
          CompletableFuture.supplyAsync(
              () -> waived.enroll(confirm, (course, seats) -> {}), Thread::startVirtualThread);
      assertThat(refused)
          .failsWithin(Duration.ofSeconds(10))
          .withThrowableThat()
          .withCauseInstanceOf(CannotAcquireLockException.class)
          .withStackTraceContaining("NOWAIT");
      assertThat(claim(COURSE, 1, false)).succeedsWithin(AT_ONCE).isInstanceOf(Enrolled.class);
      held.release();
    }
    assertThat(waived.enroll(confirm, (course, seats) -> {})).get().isInstanceOf(Enrolled.class);
    assertThat(term.rows(COURSE)).isEqualTo(2);
  }

  @Test
  void correctionsAndBasketsUseSessionsThatMySqlEnds(@Autowired StudentTransactions students) {
    assertThat(
            students.execute(() ->
                students.jdbc().queryForObject("SELECT @@session.wait_timeout", Integer.class)))
        .isEqualTo(LedgerConnections.IDLE_SECONDS);
  }
}
