package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.audit.Actor;
import io.sugang.lab.proxy.CuttableProxy;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An instance vanishes without a FIN while its transaction holds locks. The kernel's keepalive
 * would end its session after two hours.
 */
@Tag("extended")
class VanishedInstanceIntegrationTests {
  private static final Duration LONGEST_LOCK = Duration.ofSeconds(10);
  private static final String COURSE =
      "SELECT course_id FROM course WHERE course_id = 3 FOR UPDATE NOWAIT";
  private static final String STUDENT =
      "SELECT student_id FROM student WHERE student_id = 7 FOR UPDATE NOWAIT";
  private static final String IDS = "SELECT next_id FROM enrollment_id_block FOR UPDATE NOWAIT";

  @Test
  void aCourseRowThatItLockedIsFreeWithinTenSeconds() throws Exception {
    try (Setup setup = new Setup()) {
      EnrollmentLedger ledger = setup.ledger();
      // The block of ids is taken before.
      assertThat(
              ledger
                  .claim(
                      new Seat(new StudentId(1), new SeatsId(2)),
                      null,
                      Instant.now(),
                      Actor.student(1))
                  .join())
          .isInstanceOf(ClaimResult.Enrolled.class);
      try (Connection student = setup.transaction()) {
        // The same row, without the locks that its foreign keys would take.
        execute(student, "SET SESSION foreign_key_checks = 0");
        execute(
            student,
            "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)"
                + " VALUES (999999999, 7, 3, UTC_TIMESTAMP())");
        // Counts in the course row, and then waits for the key.
        var claim =
            ledger.claimGranted(
                new Seat(new StudentId(7), new SeatsId(3)), null, Instant.now(), Actor.student(1));
        await().until(setup.database::waitsForALock);
        setup.line.silence();
        student.rollback();
        assertThat(setup.canLock(COURSE)).isFalse();
        await().atMost(LONGEST_LOCK).until(() -> setup.canLock(COURSE));
        assertThat(claim).succeedsWithin(LONGEST_LOCK);
      }
      assertThat(
              setup
                  .database
                  .jdbc()
                  .queryForList("SELECT enrollment_id FROM enrollment WHERE course_id = 3"))
          .isEmpty();
    }
  }

  @Test
  void aStudentThatItCorrectedIsFreeWithinTenSeconds() throws Exception {
    try (Setup setup = new Setup()) {
      StudentTransactions writes = setup.bean(StudentTransactions.class);
      try (Connection student = setup.transaction()) {
        lock(student, "SELECT student_id FROM student WHERE student_id = 7 FOR UPDATE");
        var correction =
            CompletableFuture.runAsync(
                () ->
                    writes.execute(() ->
                        writes.jdbc().update("UPDATE student SET grade = 4 WHERE student_id = 7")),
                Thread::startVirtualThread);
        await().until(setup.database::waitsForALock);
        setup.line.silence();
        student.rollback();
        assertThat(setup.canLock(STUDENT)).isFalse();
        await().atMost(LONGEST_LOCK).until(() -> setup.canLock(STUDENT));
        assertThat(correction).failsWithin(LONGEST_LOCK);
      }
    }
  }

  @Test
  void theBlockOfIdsThatItLockedIsFreeWithinTenSeconds() throws Exception {
    try (Setup setup = new Setup()) {
      EnrollmentLedger ledger = setup.ledger();
      try (Connection ids = setup.transaction()) {
        lock(ids, "SELECT next_id FROM enrollment_id_block FOR UPDATE");
        var claim =
            ledger.claim(
                new Seat(new StudentId(7), new SeatsId(3)), null, Instant.now(), Actor.student(1));
        await().until(setup.database::waitsForALock);
        setup.line.silence();
        ids.rollback();
        assertThat(setup.canLock(IDS)).isFalse();
        await().atMost(LONGEST_LOCK).until(() -> setup.canLock(IDS));
        assertThat(claim).succeedsWithin(LONGEST_LOCK);
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void lock(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeQuery(sql).close();
    }
  }

  /** One instance that reaches MySQL over a line that can fall silent. */
  private static final class Setup implements AutoCloseable {
    final MySqlDatabase database = Servers.mysql().newDatabase();
    final CuttableProxy line;
    private final Instances instances;

    Setup() throws IOException {
      line = new CuttableProxy(database.server().host(), database.server().port());
      instances =
          Instances.start(
              SugangApplication.class,
              1,
              database,
              Servers.redis(),
              Instances.SHIPPED_LIMITS,
              "MYSQL_HOST=127.0.0.1",
              "MYSQL_PORT=" + line.port(),
              "sugang.seat.control=lock");
    }

    EnrollmentLedger ledger() {
      return bean(EnrollmentLedger.class);
    }

    <T> T bean(Class<T> type) {
      return instances.contexts().getFirst().getBean(type);
    }

    Connection transaction() throws SQLException {
      Connection connection =
          DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
      connection.setAutoCommit(false);
      return connection;
    }

    boolean canLock(String sql) throws SQLException {
      try (Connection connection = transaction()) {
        lock(connection, sql);
        return true;
      } catch (SQLException refused) {
        assertThat(refused.getErrorCode()).isEqualTo(3572);
        return false;
      }
    }

    @Override
    public void close() throws IOException {
      line.heal();
      instances.close();
      line.close();
    }
  }
}
