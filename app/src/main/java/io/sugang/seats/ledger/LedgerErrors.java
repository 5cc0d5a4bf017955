package io.sugang.seats.ledger;

import java.sql.SQLException;
import java.util.Set;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.transaction.CannotCreateTransactionException;

/** Meaning of MySQL's error codes for the ledger. */
final class LedgerErrors {
  static final int NO_REFERENCED_ROW = 1452;

  static final int DEADLOCK = 1213;

  /** Errors of a lock that was not granted; the transaction is not committed. */
  static final Set<Integer> LOCK_NOT_GRANTED =
      Set.of(
          /* wait timeout */ 1205,
          DEADLOCK,
          /* NOWAIT */ 3572,
          /* time limit of a statement */ 3024);

  /** Errors of a row that violates a key or a CHECK; the statement changed nothing. */
  static final Set<Integer> ROW_REFUSED =
      Set.of(/* duplicate */ 1062, NO_REFERENCED_ROW, /* CHECK */ 3819);

  /** Errors of a read-only MySQL; the statement changed nothing, or the COMMIT failed. */
  private static final Set<Integer> READ_ONLY = Set.of(1290, 1836);

  /**
   * Errors of group replication, which rolled the transaction back, as on a member that is not
   * primary.
   */
  private static final Set<Integer> REFUSED_BY_THE_GROUP = Set.of(3100, 3101);

  private LedgerErrors() {}

  /** Returns whether the connection leads to a server that does not take writes. */
  static boolean isReadOnly(RuntimeException failure) {
    int code = code(failure);
    return READ_ONLY.contains(code) || REFUSED_BY_THE_GROUP.contains(code);
  }

  /** Returns whether the transaction of the failure surely did not begin or was not committed. */
  static boolean nothingCommitted(RuntimeException failure) {
    return failure instanceof CannotCreateTransactionException || READ_ONLY.contains(code(failure));
  }

  /** Returns MySQL's error code; 0 when the failure has none. */
  static int code(RuntimeException failure) {
    return NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException sql
        ? sql.getErrorCode()
        : 0;
  }
}
