package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.LedgerRows.Lock;
import io.sugang.servers.FaultTest;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The transaction of a group, on a real MySQL of its own as it takes seats of every course. */
@FaultTest(properties = "sugang.seat.control=lock")
class ClaimTransactionIntegrationTests {
  private static final long HELD = 1;
  private static final long LAST = 20;

  @Autowired MySqlDatabase database;

  /**
   * As many courses as make MySQL read all of a small table rather than some of it; then the
   * transaction would wait for the course that is held.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waitsForNoCourseButItsOwn(boolean granted) throws Exception {
    long student = granted ? 131 : 132;
    List<Claim> group =
        LongStream.rangeClosed(HELD + 1, LAST)
            .mapToObj(course -> claim(course, student, granted))
            .toList();
    try (HeldCourse held = new HeldCourse(database, HELD)) {
      assertThat(transaction().execute(group, Lock.UPDATE))
          .hasSameSizeAs(group)
          .allMatch(Enrolled.class::isInstance);
      held.release();
    }
  }

  /** Without the locks, an instance that decides the same courses is not waited for. */
  @Test
  void rejectsAClaimOfACourseThatWasFullWhileItsRowIsLocked() throws Exception {
    long full = LAST;
    var jdbc = new JdbcTemplate(connections());
    ClaimTransaction transaction = transaction();
    jdbc.update("UPDATE course SET capacity = enrolled WHERE course_id = ?", full);
    assertThat(transaction.execute(List.of(claim(full, 133, false)), Lock.UPDATE))
        .isEqualTo(List.of(NotEnrolled.FULL));
    try (HeldCourse held = new HeldCourse(database, full)) {
      assertThat(transaction.execute(List.of(claim(full, 134, false)), Lock.UPDATE))
          .isEqualTo(List.of(NotEnrolled.FULL));
      held.release();
    }
    jdbc.update("UPDATE course SET capacity = capacity + 1 WHERE course_id = ?", full);
    assertThat(transaction.execute(List.of(claim(full, 134, false)), Lock.UPDATE))
        .hasOnlyElementsOfType(Enrolled.class);
    // Who has the last seat of a full course has it.
    assertThat(transaction.execute(List.of(claim(full, 133, false)), Lock.UPDATE))
        .isEqualTo(List.of(NotEnrolled.FULL));
    assertThat(transaction.execute(List.of(claim(full, 134, false)), Lock.UPDATE))
        .hasOnlyElementsOfType(AlreadyEnrolled.class);
  }

  private static Claim claim(long course, long student, boolean granted) {
    var claim =
        new Claim(
            new Seat(new StudentId(student), new SeatsId(course)),
            null,
            Instant.now(),
            granted,
            null,
            Actor.student(1));
    claim.enrollmentId = course * 1_000 + student;
    return claim;
  }

  private DriverManagerDataSource connections() {
    return new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password());
  }

  private ClaimTransaction transaction() {
    DriverManagerDataSource connections = connections();
    var template = new TransactionTemplate(new JdbcTransactionManager(connections));
    template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    var jdbc = new JdbcTemplate(connections);
    return new ClaimTransaction(
        template, new JdbcClaimStatements(jdbc), new JdbcPlanStatements(jdbc));
  }
}
