package io.sugang.ledger;

import java.sql.SQLException;
import java.util.Set;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.transaction.CannotCreateTransactionException;

/** What MySQL's error codes mean to the ledger. */
final class LedgerErrors {
  static final int NO_REFERENCED_ROW = 1452;

  /** A lock that was not granted; the transaction is not committed. */
  static final Set<Integer> LOCK_NOT_GRANTED =
      Set.of(/* wait timeout */ 1205, /* deadlock */ 1213, /* NOWAIT */ 3572);

  /** A row that a key or a CHECK forbids; the statement changed nothing. */
  static final Set<Integer> ROW_REFUSED =
      Set.of(/* duplicate */ 1062, NO_REFERENCED_ROW, /* CHECK */ 3819);

  /** MySQL is read-only; the statement changed nothing, or the COMMIT was refused. */
  private static final Set<Integer> READ_ONLY = Set.of(1290, 1836);

  /** Group replication rolled the transaction back, as it does on a member that is not primary. */
  private static final Set<Integer> REFUSED_BY_THE_GROUP = Set.of(3100, 3101);

  private LedgerErrors() {}

  /** Whether the connection leads to a server that does not take writes. */
  static boolean isReadOnly(RuntimeException failure) {
    int code = code(failure);
    return READ_ONLY.contains(code) || REFUSED_BY_THE_GROUP.contains(code);
  }

  /** Whether the failure says that its transaction did not begin, or was surely not committed. */
  static boolean nothingCommitted(RuntimeException failure) {
    return failure instanceof CannotCreateTransactionException || READ_ONLY.contains(code(failure));
  }

  /** MySQL's error code, 0 when the failure has none. */
  static int code(RuntimeException failure) {
    return NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException sql
        ? sql.getErrorCode()
        : 0;
  }
}
