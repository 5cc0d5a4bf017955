package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.FaultTest;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rows of courses that are locked most of the time, by one short transaction after the other. */
@FaultTest(properties = {"sugang.seat.control=lock", "sugang.ledger.claim-timeout=30s"})
@Tag("extended")
class BusyCoursesIntegrationTests {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Autowired EnrollmentLedger ledger;
  @Autowired MySqlDatabase database;
  @Autowired JdbcTemplate jdbc;

  /** Locks a course row for 15 ms, again and again, as groups of other instances do. */
  private final class Busy implements AutoCloseable {
    private final Connection session;
    private final Thread thread;
    private volatile boolean begun;
    private volatile boolean ended;

    Busy(long course) throws SQLException {
      session =
          DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
      session.setAutoCommit(false);
      thread =
          Thread.ofVirtual()
              .start(() -> {
                try (var statement = session.createStatement()) {
                  while (!ended) {
                    statement
                        .executeQuery(
                            "SELECT SLEEP(0.015) FROM course WHERE course_id = "
                                + course
                                + " FOR UPDATE")
                        .close();
                    begun = true;
                    session.commit();
                  }
                } catch (SQLException broken) {
                  throw new IllegalStateException(broken);
                }
              });
    }

    boolean hasBegun() {
      return begun;
    }

    @Override
    public void close() throws SQLException {
      ended = true;
      try {
        thread.join();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      session.close();
    }
  }

  private CompletableFuture<ClaimResult> claim(long course, long student) {
    return ledger.claim(
        new Seat(new StudentId(student), new SeatsId(course)),
        null,
        Instant.now(),
        Actor.student(student));
  }

  @Test
  void aLockedCourseFailsNoClaimOfABusyOne() throws Exception {
    List<CompletableFuture<ClaimResult>> locked = new ArrayList<>();
    List<CompletableFuture<ClaimResult>> busy = new ArrayList<>();
    try (HeldCourse held = new HeldCourse(database, 1);
        Busy second = new Busy(2);
        Busy third = new Busy(3)) {
      await().until(() -> second.hasBegun() && third.hasBegun());
      locked.add(claim(1, 1));
      await().until(database::waitsForALock);
      for (long student = 2; student <= 20; student++) {
        locked.add(claim(1, student));
        busy.add(claim(2, student));
        busy.add(claim(3, student));
      }
      assertThat(busy)
          .allSatisfy(
              claim -> assertThat(claim).succeedsWithin(LIMIT).isInstanceOf(Enrolled.class));
      assertThat(locked)
          .allSatisfy(
              claim -> assertThat(claim).succeedsWithin(LIMIT).isInstanceOf(NotEnrolled.class));
      held.release();
    }
    assertThat(rows(1)).isZero();
    assertThat(rows(2)).isEqualTo(19);
    assertThat(rows(3)).isEqualTo(19);
  }

  @Test
  void theReconcilersLookWaitsForABusyCourseAndASecondForALockedOne() throws Exception {
    assertThat(claim(5, 1).join()).isInstanceOf(Enrolled.class);
    try (Busy busy = new Busy(5)) {
      await().until(busy::hasBegun);
      assertThat(
              ledger.lookUpBehindBusyLock(
                  new SeatsId(5), List.of(new StudentId(1), new StudentId(2))))
          .hasValueSatisfying(rows -> assertThat(rows).containsOnlyKeys(new StudentId(1)));
    }
    try (HeldCourse held = new HeldCourse(database, 5)) {
      // Repeated where the machine paused: a wait for the lock would take two seconds each time.
      await()
          .atMost(LIMIT)
          .until(
              this::timeOfALookThatGetsNoLock,
              took -> took.compareTo(Duration.ofMillis(1_900)) < 0);
      held.release();
    }
    assertThat(ledger.lookUpBehindBusyLock(new SeatsId(5), List.of(new StudentId(1)))).isPresent();
  }

  private Duration timeOfALookThatGetsNoLock() {
    long begin = System.nanoTime();
    assertThat(ledger.lookUpBehindBusyLock(new SeatsId(5), List.of(new StudentId(1)))).isEmpty();
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(900));
    return took;
  }

  @Test
  void aCancelIsNotRefusedByABusyCourseThatWasLocked() throws Exception {
    EnrollmentRow row = ((Enrolled) claim(6, 1).join()).row();
    Cancel cancel = new Cancel(row, Actor.student(1), Instant.now());
    try (HeldCourse held = new HeldCourse(database, 6)) {
      assertThat(ledger.cancel(cancel).join()).isEqualTo(CancelResult.UNKNOWN);
      held.release();
    }
    // Now it counts as locked, and a cancel tries for a tenth of a second. Repeated where the test
    // pauses for longer.
    await().atMost(LIMIT).pollDelay(Duration.ZERO).until(() -> waitsForABusyCourse(cancel));
  }

  /** Returns whether the cancel was not answered while the row was locked, and then deleted it. */
  private boolean waitsForABusyCourse(Cancel cancel) throws Exception {
    CompletableFuture<CancelResult> result;
    boolean waited;
    try (HeldCourse held = new HeldCourse(database, 6)) {
      result = ledger.cancel(cancel);
      waited = !result.isDone();
      held.release();
    }
    return result.get() == CancelResult.DELETED && waited;
  }

  @Test
  void aTableWhoseDefinitionIsLockedIsWaitedForNoLongerThanARow() throws Exception {
    try (Connection change =
            DriverManager.getConnection(database.jdbcUrl(), database.owner(), database.password());
        var statement = change.createStatement()) {
      statement.execute("LOCK TABLES course WRITE");
      assertThat(claim(7, 1)).succeedsWithin(LIMIT).isInstanceOf(NotEnrolled.class);
      // The statements gave up by themselves: none waits in MySQL any more.
      await()
          .until(() ->
              database
                  .jdbc()
                  .queryForList(
                      "SELECT 1 FROM performance_schema.processlist"
                          + " WHERE state = 'Waiting for table metadata lock'")
                  .isEmpty());
      statement.execute("UNLOCK TABLES");
    }
    assertThat(jdbc.queryForObject("SELECT @@session.lock_wait_timeout", Integer.class))
        .isEqualTo(2);
    assertThat(claim(7, 1)).succeedsWithin(LIMIT).isInstanceOf(Enrolled.class);
  }

  private int rows(long course) {
    return jdbc.queryForList("SELECT 1 FROM enrollment WHERE course_id = ?", course).size();
  }
}
