package io.sugang.seats.ledger;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Rare transactions on connections of their own, which are opened when they are needed. MySQL ends
 * those of an instance that vanished as early as the ledger's (docs/decisions/0002). A connection
 * to a server that does not take writes is not used again: the address may lead to the new primary.
 */
final class OnDemandTransactions implements TransactionOperations, AutoCloseable {
  private final HikariDataSource connections;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  OnDemandTransactions(HikariDataSource reads, String name, int connections) {
    this.connections = LedgerConnections.onDemand(reads, name, connections);
    jdbc = new JdbcTemplate(this.connections);
    transaction = new TransactionTemplate(new JdbcTransactionManager(this.connections));
  }

  /** Returns what runs statements on the connection of the transaction. */
  JdbcTemplate jdbc() {
    return jdbc;
  }

  /**
   * Runs statements in a transaction, and commits it unless they throw.
   *
   * @throws DataAccessException when MySQL does not answer or does not take writes, or a row stays
   *     locked
   * @throws TransactionException when no connection is free in time, or the outcome is unknown
   */
  @Override
  public <T extends @Nullable Object> T execute(TransactionCallback<T> statements) {
    try {
      return transaction.execute(statements);
    } catch (RuntimeException thrown) {
      RuntimeException failure = first(thrown);
      if (LedgerErrors.isReadOnly(failure)) {
        connections.getHikariPoolMXBean().softEvictConnections();
        throw new TransientDataAccessResourceException("MySQL does not take writes", failure);
      }
      // Spring does not know the error of NOWAIT.
      if (failure instanceof UncategorizedSQLException
          && LedgerErrors.LOCK_NOT_GRANTED.contains(LedgerErrors.code(failure))) {
        throw new CannotAcquireLockException("A row is locked", failure);
      }
      throw failure;
    }
  }

  // On a lost connection MySQL rolls back by itself; why it was lost is the failure.
  private static RuntimeException first(RuntimeException thrown) {
    return thrown instanceof TransactionSystemException notRolledBack
            && notRolledBack.getApplicationException() instanceof RuntimeException cause
        ? cause
        : thrown;
  }

  @Override
  public void close() {
    connections.close();
  }
}
