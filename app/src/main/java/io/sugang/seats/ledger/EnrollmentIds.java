package io.sugang.seats.ledger;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** Enrollment ids, unique over all instances, taken from MySQL in blocks. Used by one thread. */
final class EnrollmentIds {
  private static final long BLOCK = 1000;

  private static final String TAKE_BLOCK =
      "UPDATE enrollment_id_block SET next_id = LAST_INSERT_ID(next_id) + " + BLOCK;
  private static final String FIRST_OF_BLOCK = "SELECT LAST_INSERT_ID()";

  private final JdbcClient jdbc;
  private final TransactionOperations transaction;
  private long next;
  private long end;

  EnrollmentIds(JdbcClient jdbc, TransactionOperations transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  long next() {
    if (next == end) {
      next =
          transaction.execute(status -> {
            jdbc.sql(TAKE_BLOCK).update();
            return jdbc.sql(FIRST_OF_BLOCK).query(Long.class).single();
          });
      end = next + BLOCK;
    }
    return next++;
  }
}
