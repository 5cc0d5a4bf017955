package io.sugang.seats.ledger;

import io.sugang.servers.MySqlDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Locks in the hands of another session, as an operator or a paused instance has them. */
final class HeldRow implements AutoCloseable {
  private final Connection session;

  private HeldRow(MySqlDatabase database, String lock) throws SQLException {
    session =
        DriverManager.getConnection(database.jdbcUrl(), database.owner(), database.password());
    session.setAutoCommit(false);
    try (var statement = session.createStatement()) {
      statement.execute(lock);
    }
  }

  /** The row of one student. */
  static HeldRow student(MySqlDatabase database, long student) throws SQLException {
    return new HeldRow(
        database, "SELECT email FROM student WHERE student_id = " + student + " FOR UPDATE");
  }

  /** The plans of the students up to one. */
  static HeldRow plans(MySqlDatabase database, long term, long last) throws SQLException {
    return new HeldRow(
        database,
        "SELECT credits FROM student_term FORCE INDEX (PRIMARY) WHERE student_id <= %d AND term_id = %d FOR UPDATE"
            .formatted(last, term));
  }

  void release() throws SQLException {
    session.rollback();
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
