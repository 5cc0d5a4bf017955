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
import io.sugang.servers.StatementLog;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** Cancels of many students at once, on a real MySQL. */
@FaultTest(
    properties = {
      "sugang.seat.control=lock",
      // Longer than "at once" by so much that a pause of the machine is no wait for a lock.
      MySqlLimits.ROW_LOCK_WAIT + 6,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.ledger.claim-timeout=30s"
    })
class CancelQueueIntegrationTests {
  private static final int SEATS = 50;
  private static final Duration AT_ONCE = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String DELETES = "DELETE FROM enrollment %";

  @Autowired EnrollmentLedger ledger;
  @Autowired MySqlDatabase database;
  @Autowired JdbcTemplate jdbc;
  @Autowired MeterRegistry meters;

  private EnrollmentRow enrolled(long course, long student) {
    return ((Enrolled)
            ledger
                .claim(
                    new Seat(new StudentId(student), new SeatsId(course)),
                    null,
                    Instant.now(),
                    Actor.student(1))
                .join())
        .row();
  }

  private int enrolledCounter(long course) {
    return jdbc.queryForList(
            "SELECT enrolled FROM course WHERE course_id = ?", Integer.class, course)
        .getFirst();
  }

  private int rows(long course) {
    return jdbc.queryForList(
            "SELECT COUNT(*) FROM enrollment WHERE course_id = ?", Integer.class, course)
        .getFirst();
  }

  private double waiting() {
    return meters.get("sugang.ledger.cancels").gauge().value();
  }

  @Test
  void cancelsOfOneCourseShareTransactionsAndEachRowIsCountedOnce() throws Exception {
    List<EnrollmentRow> rows =
        IntStream.rangeClosed(1, SEATS).mapToObj(student -> enrolled(1, student)).toList();
    EnrollmentRow kept = rows.getLast();
    List<EnrollmentRow> cancelled = rows.subList(0, SEATS - 1);
    List<CompletableFuture<CancelResult>> results = new ArrayList<>();
    try (HeldCourse held = new HeldCourse(database, 1);
        StatementLog log = new StatementLog(database)) {
      long before = log.count(DELETES);
      results.add(ledger.cancel(new Cancel(cancelled.getFirst(), Actor.student(1), Instant.now())));
      await().until(database::waitsForALock);
      // Each twice, as after a double click.
      cancelled.forEach(
          row -> results.add(ledger.cancel(new Cancel(row, Actor.student(1), Instant.now()))));
      cancelled
          .subList(1, SEATS - 1)
          .forEach(
              row -> results.add(ledger.cancel(new Cancel(row, Actor.student(1), Instant.now()))));
      assertThat(waiting()).isEqualTo(2 * cancelled.size() - 1);
      held.release();
      assertThat(results).allSatisfy(result -> assertThat(result).succeedsWithin(SOON));
      // The first alone, 64 together, and what is left of rows that are not there any more.
      assertThat(log.count(DELETES) - before).isLessThanOrEqualTo(3);
    }
    List<CancelResult> each = results.stream().map(CompletableFuture::join).toList();
    assertThat(each).filteredOn(CancelResult.DELETED::equals).hasSize(cancelled.size());
    assertThat(each).filteredOn(CancelResult.ABSENT::equals).hasSize(cancelled.size());
    assertThat(rows(1)).isEqualTo(1);
    assertThat(enrolledCounter(1)).isEqualTo(1);
    assertThat(ledger.find(kept.enrollmentId())).isPresent();
  }

  @Test
  void aGroupTellsWhoseRowWasReplaced() throws Exception {
    EnrollmentRow old = enrolled(2, 1);
    assertThat(ledger.cancel(new Cancel(old, Actor.student(1), Instant.now())).join())
        .isEqualTo(CancelResult.DELETED);
    EnrollmentRow present = enrolled(2, 1);
    EnrollmentRow other = enrolled(2, 2);
    EnrollmentRow third = enrolled(2, 3);
    CompletableFuture<CancelResult> first;
    CompletableFuture<CancelResult> second;
    CompletableFuture<CancelResult> last;
    try (HeldCourse held = new HeldCourse(database, 2)) {
      first = ledger.cancel(new Cancel(third, Actor.student(1), Instant.now()));
      await().until(database::waitsForALock);
      second = ledger.cancel(new Cancel(old, Actor.student(1), Instant.now()));
      last = ledger.cancel(new Cancel(other, Actor.student(1), Instant.now()));
      held.release();
    }
    assertThat(first.join()).isEqualTo(CancelResult.DELETED);
    assertThat(second.join()).isEqualTo(CancelResult.REPLACED);
    assertThat(last.join()).isEqualTo(CancelResult.DELETED);
    assertThat(ledger.find(present.enrollmentId())).isPresent();
    assertThat(enrolledCounter(2)).isEqualTo(1).isEqualTo(rows(2));
  }

  @Test
  void aCourseThatIsLockedDelaysNoCancelOfAnother() throws Exception {
    EnrollmentRow locked = enrolled(3, 1);
    EnrollmentRow lockedToo = enrolled(3, 2);
    EnrollmentRow free = enrolled(4, 1);
    try (HeldCourse held = new HeldCourse(database, 3)) {
      CompletableFuture<CancelResult> first =
          ledger.cancel(new Cancel(locked, Actor.student(1), Instant.now()));
      await().until(database::waitsForALock);
      assertThat(ledger.cancel(new Cancel(free, Actor.student(1), Instant.now())))
          .succeedsWithin(AT_ONCE)
          .isEqualTo(CancelResult.DELETED);
      assertThat(first).isNotDone();
      assertThat(first).succeedsWithin(SOON).isEqualTo(CancelResult.UNKNOWN);
      // The next cancel does not wait for the lock.
      assertThat(ledger.cancel(new Cancel(lockedToo, Actor.student(1), Instant.now())))
          .succeedsWithin(AT_ONCE)
          .isEqualTo(CancelResult.UNKNOWN);
      held.release();
    }
    assertThat(ledger.cancel(new Cancel(locked, Actor.student(1), Instant.now())).join())
        .isEqualTo(CancelResult.DELETED);
    assertThat(ledger.cancel(new Cancel(lockedToo, Actor.student(1), Instant.now())).join())
        .isEqualTo(CancelResult.DELETED);
    assertThat(enrolledCounter(3)).isZero();
  }

  @Test
  void aCancelThatADeadlockEndedIsTriedAgain() throws Exception {
    EnrollmentRow row = enrolled(6, 1);
    CompletableFuture<CancelResult> cancel;
    try (Connection other =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      // InnoDB ends the transaction that has changed less.
      assertThat(
              statement.executeUpdate(
                  "UPDATE course SET enrolled = enrolled + 1 WHERE course_id > 6"))
          .isGreaterThan(10);
      statement.executeQuery(
          "SELECT 1 FROM enrollment WHERE enrollment_id = %d FOR UPDATE"
              .formatted(row.enrollmentId()));
      cancel = ledger.cancel(new Cancel(row, Actor.student(1), Instant.now()));
      await().until(database::waitsForALock);
      statement.executeQuery("SELECT 1 FROM course WHERE course_id = 6 FOR UPDATE");
      other.rollback();
    }
    assertThat(cancel).succeedsWithin(SOON).isEqualTo(CancelResult.DELETED);
    assertThat(enrolledCounter(6)).isZero();
  }

  @Test
  void lockedCoursesTakeNoConnectionFromTheWriter() throws Exception {
    List<HeldCourse> held = new ArrayList<>();
    List<CompletableFuture<CancelResult>> cancels = new ArrayList<>();
    try {
      for (long course = 10; course < 20; course++) {
        EnrollmentRow row = enrolled(course, 1);
        held.add(new HeldCourse(database, course));
        cancels.add(ledger.cancel(new Cancel(row, Actor.student(1), Instant.now())));
      }
      await().until(database::waitsForALock);
      assertThat(
              ledger.claim(
                  new Seat(new StudentId(1), new SeatsId(5)),
                  null,
                  Instant.now(),
                  Actor.student(1)))
          .succeedsWithin(AT_ONCE)
          .isInstanceOf(Enrolled.class);
    } finally {
      for (HeldCourse course : held) {
        course.close();
      }
    }
    assertThat(cancels).allSatisfy(cancel -> assertThat(cancel).succeedsWithin(SOON));
    assertThat(ledger.available()).isTrue();
  }
}
