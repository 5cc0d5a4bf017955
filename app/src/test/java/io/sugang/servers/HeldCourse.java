package io.sugang.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The lock of a course row in another's hands: every claim of the course waits until it is closed.
 */
public final class HeldCourse implements AutoCloseable {
  private final Connection connection;

  public HeldCourse(MySqlDatabase database, long course) throws SQLException {
    connection =
        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.executeQuery(
          "SELECT course_id FROM course WHERE course_id = " + course + " FOR UPDATE");
    }
  }

  public void release() throws SQLException {
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
