package io.sugang.problem;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** Distinction of an outage or overload of a data store, where a retry helps, from a defect. */
public final class Outage {
  private Outage() {}

  /**
   * Returns whether the failure was caused by a data store that is out of reach, or by no free
   * connection in time.
   */
  public static boolean causes(Throwable failure) {
    if (failure instanceof TransactionException || failure instanceof DataAccessException) {
      return failure instanceof DataAccessResourceFailureException
          || failure instanceof RecoverableDataAccessException
          || failure instanceof TransientDataAccessException
          || Causes.of(failure).anyMatch(Outage::isConnectionLoss);
    }
    return false;
  }

  private static boolean isConnectionLoss(Throwable cause) {
    return cause instanceof SQLException
        && (cause instanceof SQLTransientException
            || cause instanceof SQLRecoverableException
            || cause instanceof SQLNonTransientConnectionException);
  }
}
