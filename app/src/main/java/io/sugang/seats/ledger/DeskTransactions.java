package io.sugang.seats.ledger;

import com.zaxxer.hikari.HikariDataSource;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Transactions of the desk and of overrides, a few at a time in an instance. Rows of courses are
 * locked in the order of their ids.
 */
@Component
public class DeskTransactions implements DisposableBean {
  /**
   * Transactions at a time. One may wait for the lock of a course row, and delays no other then.
   */
  public static final int CONNECTIONS = 4;

  private final OnDemandTransactions transactions;

  DeskTransactions(HikariDataSource reads) {
    transactions = new OnDemandTransactions(reads, "desk", CONNECTIONS);
  }

  /** Returns what runs statements on the connection of the transaction. */
  public JdbcTemplate jdbc() {
    return transactions.jdbc();
  }

  /**
   * Runs statements in a transaction, and commits it unless they throw.
   *
   * @throws DataAccessException when MySQL does not answer or does not take writes, or a row stays
   *     locked
   * @throws TransactionException when no connection is free in time, or the outcome is unknown
   */
  public <T> T execute(Supplier<T> statements) {
    return transactions.execute(status -> statements.get());
  }

  /** Returns the ids of rows to come. */
  EnrollmentIds enrollmentIds() {
    return new EnrollmentIds(JdbcClient.create(jdbc()), transactions);
  }

  @Override
  public void destroy() {
    transactions.close();
  }
}
