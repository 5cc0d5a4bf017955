package io.sugang.ledger;

import java.sql.SQLException;
import java.util.Set;
import org.springframework.core.NestedExceptionUtils;

/** What MySQL's error codes mean to the ledger. */
final class LedgerErrors {
  static final int NO_REFERENCED_ROW = 1452;

  /** A lock that was not granted; the transaction is not committed. */
  static final Set<Integer> LOCK_NOT_GRANTED =
      Set.of(/* wait timeout */ 1205, /* deadlock */ 1213, /* NOWAIT */ 3572);

  /** A row that a key or a CHECK forbids; the statement changed nothing. */
  static final Set<Integer> ROW_REFUSED =
      Set.of(/* duplicate */ 1062, NO_REFERENCED_ROW, /* CHECK */ 3819);

  private LedgerErrors() {}

  /** MySQL's error code, 0 when the failure has none. */
  static int code(RuntimeException failure) {
    return NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException sql
        ? sql.getErrorCode()
        : 0;
  }
}
