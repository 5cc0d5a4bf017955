package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.servers.FaultTest;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A cancel that was answered, because it waited for too long, deletes no row afterwards. */
@FaultTest(
    properties = {
      "sugang.seat.control=lock",
      "sugang.rules.enabled=true",
      // Longer than a cancel waits for its result.
      MySqlLimits.ROW_LOCK_WAIT + 50,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.ledger.queue-capacity=" + AnsweredCancelsIntegrationTests.CAPACITY
    })
@Tag("extended")
class AnsweredCancelsIntegrationTests {
  static final int CAPACITY = 30;
  private static final int STUDENTS = 20;
  private static final Duration SOON = Duration.ofSeconds(20);
  private static TermOfTest term;

  @Autowired EnrollmentLedger ledger;
  @Autowired MySqlDatabase database;
  @Autowired MeterRegistry meters;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database) {
    term = TermOfTest.in(database);
  }

  private EnrollmentRow enrolled(long course, long student) {
    ClaimResult result =
        ledger
            .claim(
                new Seat(new StudentId(student), new SeatsId(course)),
                null,
                Instant.now(),
                Actor.student(student))
            .join();
    return ((Enrolled) result).row();
  }

  private CompletableFuture<CancelResult> cancel(EnrollmentRow row) {
    return ledger.cancel(new Cancel(row, Actor.student(row.studentId().value()), Instant.now()));
  }

  private double waiting() {
    return meters.get("sugang.ledger.cancels").gauge().value();
  }

  @Test
  void becauseItsPlanWasHeld() throws Exception {
    long course = TermOfTest.FIRST;
    List<EnrollmentRow> rows =
        LongStream.rangeClosed(1, STUDENTS).mapToObj(student -> enrolled(course, student)).toList();
    EnrollmentRow other = enrolled(course, STUDENTS + 1);
    try (HeldRow held = HeldRow.plans(database, TermOfTest.TERM, STUDENTS)) {
      for (EnrollmentRow row : rows) {
        // One after the other, so that each has its own moment in the turns of the queue.
        CompletableFuture<CancelResult> late = cancel(row);
        await().until(() -> waiting() > 0 || late.isDone());
      }
      CompletableFuture<CancelResult> last = cancel(rows.getLast());
      assertThat(last).succeedsWithin(SOON).isEqualTo(CancelResult.UNKNOWN);
      await().until(() -> waiting() == 0);
      held.release();
    }
    // Its turn comes after that of all that would still wait.
    assertThat(cancel(other)).succeedsWithin(SOON).isEqualTo(CancelResult.DELETED);
    assertThat(term.rows(course)).isEqualTo(STUDENTS);
    assertThat(term.countersAgree()).isTrue();
    for (EnrollmentRow row : rows) {
      assertThat(cancel(row)).succeedsWithin(SOON).isEqualTo(CancelResult.DELETED);
    }
    assertThat(term.rows(course)).isZero();
    assertThat(term.countersAgree()).isTrue();
  }

  @Test
  void becauseItsCourseWasLocked() throws Exception {
    EnrollmentRow row = enrolled(TermOfTest.FREE, 1);
    EnrollmentRow other = enrolled(TermOfTest.FREE, 2);
    CompletableFuture<CancelResult> next;
    try (HeldCourse held = new HeldCourse(database, TermOfTest.FREE)) {
      CompletableFuture<CancelResult> late = cancel(row);
      await().until(database::waitsForALock);
      assertThat(late).succeedsWithin(SOON).isEqualTo(CancelResult.UNKNOWN);
      // Its transaction still waits for the lock.
      assertThat(database.waitsForALock()).isTrue();
      next = cancel(other);
      held.release();
    }
    assertThat(next).succeedsWithin(SOON).isEqualTo(CancelResult.DELETED);
    assertThat(ledger.find(row.enrollmentId())).isPresent();
    assertThat(term.countersAgree()).isTrue();
  }

  @Test
  void cancelsThatAreDeferredCountAsThoseThatWait() throws Exception {
    long course = TermOfTest.FIRST + 1;
    List<EnrollmentRow> rows =
        LongStream.rangeClosed(1, 40).mapToObj(student -> enrolled(course, student)).toList();
    try (HeldRow held = HeldRow.plans(database, TermOfTest.TERM, 40)) {
      List<CompletableFuture<CancelResult>> cancels = rows.stream().map(this::cancel).toList();
      assertThat(waiting()).isLessThanOrEqualTo(CAPACITY);
      assertThat(cancels)
          .allSatisfy(
              late -> assertThat(late).succeedsWithin(SOON).isEqualTo(CancelResult.UNKNOWN));
      held.release();
    }
    await().until(() -> waiting() == 0);
    assertThat(term.rows(course)).isEqualTo(40);
    assertThat(cancel(rows.getFirst())).succeedsWithin(SOON).isEqualTo(CancelResult.DELETED);
  }
}
