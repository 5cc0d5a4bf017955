package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.SugangTest;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A writer of its own, on a real MySQL, whose connections fail on demand. */
@SugangTest(properties = "sugang.seat.control=lock")
class ClaimWriterIntegrationTests {
  // No other class of the context uses them.
  private static final long COURSE = 8_960_001;
  private static final long FIRST = 8_960_000;
  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(1);

  @Autowired HikariDataSource reads;
  @Autowired JdbcTemplate jdbc;

  private final CountDownLatch lookUpAllowed = new CountDownLatch(1);
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger lookUps = new AtomicInteger();
  private LedgerConnections connections;
  private LedgerHealth health;
  private ClaimsInDoubt inDoubt;
  private ClaimWriter writer;
  private volatile Fault fault = () -> {};
  private volatile Fault statementFault = () -> {};

  private interface Fault {
    void strike() throws SQLException;
  }

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    rows.course(COURSE, "Claim writer", "Physics", 1, 50);
    rows.course(COURSE + 1, "Claim writer 2", "Physics", 1, 50);
    for (int student = 141; student <= 150; student++) {
      rows.student(FIRST + student);
    }
  }

  @BeforeEach
  void begin() {
    connections = new LedgerConnections(reads, 2, new SimpleMeterRegistry());
    health = new LedgerHealth(connections, Duration.ofMillis(100));
    inDoubt =
        new ClaimsInDoubt(
            (courseId, students) -> {
              lookUps.incrementAndGet();
              awaitLookUp();
              return Map.of();
            },
            health);
    DataSource failing =
        new DelegatingDataSource(connections.writer()) {
          @Override
          public Connection getConnection() throws SQLException {
            fault.strike();
            return failing(super.getConnection());
          }
        };
    var template = new TransactionTemplate(new JdbcTransactionManager(failing));
    var failingJdbc = new JdbcTemplate(failing);
    writer =
        new ClaimWriter(
            new ClaimTransaction(
                template,
                new JdbcClaimStatements(failingJdbc),
                new JdbcPlanStatements(failingJdbc)),
            new EnrollmentIds(JdbcClient.create(failingJdbc), template)::next,
            inDoubt,
            health,
            new LedgerMeters(new SimpleMeterRegistry()),
            new LedgerProperties(8, Duration.ZERO, 100, CLAIM_TIMEOUT, 2, Duration.ofMillis(100)),
            now::get);
  }

  @AfterEach
  void end() throws InterruptedException {
    lookUpAllowed.countDown();
    health.stop();
    writer.stop();
    inDoubt.stop();
    connections.close();
  }

  private Connection failing(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                statementFault.strike();
              }
              return method.invoke(connection, arguments);
            });
  }

  private void awaitLookUp() {
    try {
      lookUpAllowed.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<ClaimResult> claim(long course, long student) {
    Claim claim =
        new Claim(
            new Seat(new StudentId(student), new SeatsId(course)),
            null,
            Instant.now(),
            false,
            null,
            Actor.student(1));
    assertThat(writer.offer(claim)).isTrue();
    return claim.result;
  }

  private int rows(long course, long student) {
    return jdbc.queryForList(
            "SELECT enrollment_id FROM enrollment WHERE course_id = ? AND student_id = ?",
            course,
            student)
        .size();
  }

  @Test
  void anErrorCostsItsGroupAndNotTheWriter() {
    statementFault =
        () -> {
          throw new NoClassDefFoundError("of the driver");
        };
    assertThat(claim(COURSE, FIRST + 141))
        .succeedsWithin(Duration.ofSeconds(5))
        .isEqualTo(NotEnrolled.UNKNOWN);
    statementFault = () -> {};
    assertThat(claim(COURSE, FIRST + 142).join()).isInstanceOf(Enrolled.class);
    assertThat(writer.alive()).isTrue();
  }

  @Test
  void whatCouldNotBeginWasSurelyNotInserted() {
    // Takes a block of ids.
    assertThat(claim(COURSE, FIRST + 143).join()).isInstanceOf(Enrolled.class);
    fault =
        () -> {
          throw new SQLException("no connection");
        };
    assertThat(claim(COURSE, FIRST + 144).join()).isEqualTo(NotEnrolled.NOT_INSERTED);
    fault = () -> {};
    assertThat(lookUps).hasValue(0);
    assertThat(health.up()).isTrue();
    assertThat(claim(COURSE, FIRST + 144).join()).isInstanceOf(Enrolled.class);
  }

  @Test
  void aClaimThatIsOlderThanItsTimeLimitIsNotWritten() {
    // Takes a block of ids.
    assertThat(claim(COURSE, FIRST + 145).join()).isInstanceOf(Enrolled.class);
    AtomicReference<CompletableFuture<ClaimResult>> old = new AtomicReference<>();
    // The other claim waits while this one begins its transaction.
    fault =
        () -> {
          fault = () -> {};
          old.set(claim(COURSE, FIRST + 146));
          now.addAndGet(CLAIM_TIMEOUT.toNanos());
        };
    assertThat(claim(COURSE + 1, FIRST + 145).join()).isInstanceOf(Enrolled.class);
    assertThat(old.get().join()).isEqualTo(NotEnrolled.NOT_INSERTED);
    assertThat(rows(COURSE, FIRST + 146)).isZero();
  }

  @Test
  void aLookUpThatTakesLongKeepsNoOtherClaimWaiting() {
    assertThat(claim(COURSE, FIRST + 147).join()).isInstanceOf(Enrolled.class);
    // Enrolled by a row of this id, so that the next claim's INSERT fails for its own key.
    // A row with the id that the next claim would get, so that its INSERT is refused.
    Long last =
        jdbc.queryForObject(
            "SELECT enrollment_id FROM enrollment WHERE student_id = ?", Long.class, FIRST + 147);
    new Rows(jdbc)
        .enrollment(Objects.requireNonNull(last) + 1, FIRST + 148, COURSE + 1, LocalDateTime.now());
    CompletableFuture<ClaimResult> inDoubtYet = claim(COURSE, FIRST + 149);
    await().untilAtomic(lookUps, is(1));
    assertThat(claim(COURSE + 1, FIRST + 149).join()).isInstanceOf(Enrolled.class);
    assertThat(inDoubtYet).isNotDone();
    lookUpAllowed.countDown();
    assertThat(inDoubtYet.join()).isEqualTo(NotEnrolled.NOT_INSERTED);
  }

  @Test
  void stopWritesWhatWaits() throws InterruptedException {
    CompletableFuture<ClaimResult> last = claim(COURSE, FIRST + 150);
    writer.stop();
    assertThat(last.join()).isInstanceOf(Enrolled.class);
    assertThat(writer.alive()).isFalse();
  }
}
