package io.sugang.ledger;

import com.zaxxer.hikari.HikariDataSource;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of the desk and of overrides, a few at a time in an instance, on connections that
 * are opened when they are needed. MySQL ends those of an instance that vanished as early as the
 * ledger's (docs/decisions/0024). Rows of courses are locked in the order of their ids.
 */
@Component
public class RareTransactions implements DisposableBean {
  /**
   * Transactions at a time. One may wait for the lock of a course row, and delays no other then.
   */
  public static final int CONNECTIONS = 4;

  private final HikariDataSource connections;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  RareTransactions(HikariDataSource reads) {
    connections = LedgerConnections.onDemand(reads, "desk", CONNECTIONS);
    jdbc = new JdbcTemplate(connections);
    transaction = new TransactionTemplate(new JdbcTransactionManager(connections));
  }

  /** Returns what runs statements on the connection of the transaction. */
  public JdbcTemplate jdbc() {
    return jdbc;
  }

  /**
   * Runs statements in a transaction, and commits it unless they throw.
   *
   * @throws DataAccessException when MySQL does not answer, or a row stays locked
   * @throws TransactionException when no connection is free in time, or the outcome is unknown
   */
  public <T> T execute(Supplier<T> statements) {
    try {
      // Never null: the template returns what the callback returns.
      return transaction.execute(status -> statements.get());
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
