package io.sugang.ledger;

import io.sugang.ledger.LedgerRows.Lock;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One transaction that deletes a row: lock the course row, delete, count, look what is left,
 * commit.
 */
final class CancelTransaction {
  private static final String DELETE = "DELETE FROM enrollment WHERE enrollment_id = ?";
  private static final String COUNT =
      "UPDATE course SET enrolled = enrolled - 1 WHERE course_id = ?";

  private final TransactionTemplate transaction;
  private final JdbcTemplate jdbc;
  private final LedgerRows rows;

  CancelTransaction(TransactionTemplate transaction, JdbcTemplate jdbc, LedgerRows rows) {
    this.transaction = transaction;
    this.jdbc = jdbc;
    this.rows = rows;
  }

  /** Any exception leaves the outcome open: it may be the COMMIT's. */
  CancelResult execute(EnrollmentRow row) {
    return transaction.execute(status -> {
      rows.lockedSeats(List.of(row.courseId()), Lock.UPDATE);
      if (jdbc.update(DELETE, row.enrollmentId()) == 1) {
        jdbc.update(COUNT, row.courseId());
        return CancelResult.DELETED;
      }
      return rows.bySeats(List.of(row.seat())).isEmpty()
          ? CancelResult.ABSENT
          : CancelResult.REPLACED;
    });
  }
}
