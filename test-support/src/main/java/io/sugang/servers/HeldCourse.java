package io.sugang.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The lock of a course row in another's hands: every claim of the course waits until it is closed.
 */
public final class HeldCourse implements AutoCloseable {
  private final Connection connection;
  private final long course;

  public HeldCourse(MySqlDatabase database, long course) throws SQLException {
    this.course = course;
    connection =
        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.executeQuery(
          "SELECT course_id FROM course WHERE course_id = " + course + " FOR UPDATE");
    }
  }

  /** Counts every seat as taken; seen by others after {@link #commit}. */
  public void setFull() throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE course SET enrolled = capacity WHERE course_id = " + course);
    }
  }

  public void commit() throws SQLException {
    connection.commit();
  }

  public void release() throws SQLException {
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
