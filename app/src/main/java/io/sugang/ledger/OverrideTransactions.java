package io.sugang.ledger;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions about overrides, on connections that are opened when they are needed. MySQL ends
 * those of an instance that vanished as early as the ledger's (docs/decisions/0024).
 */
@Component
public class OverrideTransactions implements DisposableBean {
  // A confirm may wait for the lock of a course row, and delays no other then.
  private static final int CONNECTIONS = 4;

  private final HikariDataSource connections;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  OverrideTransactions(HikariDataSource reads) {
    connections = LedgerConnections.onDemand(reads, "overrides", CONNECTIONS);
    jdbc = new JdbcTemplate(connections);
    transaction = new TransactionTemplate(new JdbcTransactionManager(connections));
  }

  /** Returns what runs statements on the connection of the transaction. */
  public JdbcTemplate jdbc() {
    return jdbc;
  }

  /**
   * Runs statements in one transaction, READ COMMITTED.
   *
   * @param statements an exception of them rolls back
   * @throws DataAccessException when MySQL does not answer, or a lock is not granted in time; it
   *     may be the COMMIT's, which leaves the outcome open
   */
  public <T> T execute(Supplier<T> statements) {
    try {
      return Objects.requireNonNull(transaction.execute(status -> statements.get()));
    } catch (TransactionSystemException notRolledBack) {
      // On a lost connection MySQL rolls back by itself; why it was lost is the failure.
      throw notRolledBack.getApplicationException() instanceof RuntimeException first
          ? first
          : notRolledBack;
    }
  }

  /** Returns the ids of rows to come. */
  EnrollmentIds enrollmentIds() {
    return new EnrollmentIds(JdbcClient.create(jdbc), transaction);
  }

  @Override
  public void destroy() {
    connections.close();
  }
}
