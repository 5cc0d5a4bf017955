package io.sugang.seats.ledger;

import com.zaxxer.hikari.HikariDataSource;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Transactions that write what belongs to one student, and take no seat: corrections and baskets. A
 * claim of the student waits for the locks of a correction, so MySQL ends those of an instance that
 * vanished as early as the ledger's. A basket locks its own row, and never that of its student.
 */
@Component
public class StudentTransactions implements DisposableBean {
  /** Transactions at a time. Of these, only a correction waits for the row of its student. */
  public static final int CONNECTIONS = 4;

  private final OnDemandTransactions transactions;

  StudentTransactions(HikariDataSource reads) {
    transactions = new OnDemandTransactions(reads, "students", CONNECTIONS);
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

  @Override
  public void destroy() {
    transactions.close();
  }
}
