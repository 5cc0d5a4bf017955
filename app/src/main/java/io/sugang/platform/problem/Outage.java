package io.sugang.platform.problem;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;

/** Distinction of an outage or overload of a data store, where a retry helps, from a defect. */
public final class Outage {
  private static final String CONNECTION_EXCEPTION = "08"; // the class of SQL states

  /** What HikariCP throws for any use of a connection that it has given up as lost. */
  private static final String CLOSED = "Connection is closed";

  /** MySQL's error of a statement that ran longer than {@code MAX_EXECUTION_TIME}. */
  private static final int TIME_LIMIT = 3024;

  private Outage() {}

  /**
   * Returns whether the failure was caused by a data store that is out of reach or does not answer
   * in time, or by no free connection in time.
   */
  public static boolean causes(Throwable failure) {
    // A connection that was lost cannot roll back either. Why it was lost is the failure, and no
    // cause of the one that is thrown.
    if (failure instanceof TransactionSystemException rollback
        && rollback.getApplicationException() != null) {
      return causes(rollback.getApplicationException());
    }
    if (failure instanceof TransactionException || failure instanceof DataAccessException) {
      return failure instanceof DataAccessResourceFailureException
          || failure instanceof RecoverableDataAccessException
          || failure instanceof TransientDataAccessException
          || Causes.of(failure).anyMatch(Outage::isConnectionLoss);
    }
    return false;
  }

  private static boolean isConnectionLoss(Throwable cause) {
    return cause instanceof SQLException sql
        && (sql instanceof SQLTransientException
            || sql instanceof SQLRecoverableException
            || sql instanceof SQLNonTransientConnectionException
            || sql.getErrorCode() == TIME_LIMIT
            || CLOSED.equals(sql.getMessage())
            || sql.getSQLState() != null && sql.getSQLState().startsWith(CONNECTION_EXCEPTION));
  }
}
