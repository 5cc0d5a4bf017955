package io.sugang.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.TransactionSystemException;

/** Failures of MySQL after which a retry helps, and defects. */
class OutageTests {
  /** What HikariCP throws for any use of a connection that it has given up. */
  private static final SQLException CLOSED = new SQLException("Connection is closed");

  @Test
  void aLostConnectionThatCannotRollBackIsAnOutage() {
    assertThat(Outage.causes(rollbackAfter(new RecoverableDataAccessException("link failure"))))
        .isTrue();
  }

  /** Without the failure of the COMMIT, which Spring only logs. */
  @Test
  void aLostConnectionThatCannotCommitIsAnOutage() {
    assertThat(Outage.causes(new TransactionSystemException("JDBC rollback failed", CLOSED)))
        .isTrue();
  }

  @Test
  void aRollbackAfterADefectIsADefect() {
    assertThat(Outage.causes(rollbackAfter(new IllegalStateException()))).isFalse();
    assertThat(Outage.causes(rollbackAfter(new DuplicateKeyException("twice")))).isFalse();
  }

  @Test
  void aStatementAboveItsTimeLimitIsAnOutage() {
    assertThat(Outage.causes(uncategorized(new SQLException("too long", "HY000", 3024)))).isTrue();
    assertThat(Outage.causes(uncategorized(new SQLException("unknown column", "HY000", 1054))))
        .isFalse();
  }

  @Test
  void aStateOfTheConnectionIsAnOutage() {
    assertThat(Outage.causes(uncategorized(new SQLException("link failure", "08S01", 0)))).isTrue();
  }

  private static TransactionSystemException rollbackAfter(RuntimeException statement) {
    var rollback = new TransactionSystemException("JDBC rollback failed", CLOSED);
    rollback.initApplicationException(statement);
    return rollback;
  }

  private static UncategorizedSQLException uncategorized(SQLException cause) {
    return new UncategorizedSQLException("a statement", null, cause);
  }
}
