package io.sugang.lab.rush;

import io.sugang.ops.workspace.Settings;
import io.sugang.verifier.Ids;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.stream.LongStream;

/** The ids of students and courses that a load draws from. */
public record Dataset(long[] students, long[] courses) {

  private static final String STUDENTS =
      "SELECT student_id FROM student WHERE student_id < ? ORDER BY student_id LIMIT ?";
  private static final String COURSES =
      "SELECT course_id FROM course WHERE course_id < LEAST(?, %d) AND pool_of IS NULL ORDER BY course_id LIMIT ?"
          .formatted(Ids.MOCK_COURSES_FROM);
  private static final String ENROLLMENTS =
      "SELECT enrollment_id, student_id, course_id FROM enrollment WHERE course_id < ?";

  /** A receiver of each row that exists. */
  @FunctionalInterface
  public interface RowVisitor {
    void row(long enrollmentId, long studentId, long courseId);
  }

  /**
   * Opens a connection of its own from the {@code MYSQL_*} variables, the same as those of the
   * service.
   */
  public static Connection connect(Map<String, String> environment) throws SQLException {
    String password = environment.get("MYSQL_PASSWORD");
    if (password == null) {
      throw new SQLException(
          "MYSQL_PASSWORD is not set; take it from .env, or run the rush through ./sugang rush");
    }
    String url =
        "jdbc:mysql://%s:%d/%s?sslMode=%s&allowPublicKeyRetrieval=true&connectTimeout=3000&socketTimeout=60000"
            .formatted(
                environment.getOrDefault("MYSQL_HOST", "127.0.0.1"),
                Settings.port(environment, "MYSQL_PORT", 3306),
                environment.getOrDefault("MYSQL_DATABASE", "sugang"),
                environment.getOrDefault("MYSQL_SSL_MODE", "DISABLED"));
    Properties account = new Properties();
    account.setProperty("user", environment.getOrDefault("MYSQL_USER", "sugang"));
    account.setProperty("password", password);
    return DriverManager.getConnection(url, account);
  }

  /** Reads at most so many students and courses, those with the lowest ids. */
  public static Dataset read(Connection mysql, int students, int courses) throws SQLException {
    return new Dataset(ids(mysql, STUDENTS, students), ids(mysql, COURSES, courses));
  }

  /** Shows every enrollment that exists to the visitor, without holding them in memory. */
  public static void eachEnrollment(Connection mysql, RowVisitor visitor) throws SQLException {
    try (PreparedStatement statement =
        mysql.prepareStatement(
            ENROLLMENTS, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      stream(statement);
      statement.setLong(1, Ids.RESERVED_FROM);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          visitor.row(rows.getLong(1), rows.getLong(2), rows.getLong(3));
        }
      }
    }
  }

  /**
   * Reads ids.
   *
   * @param sql with a placeholder for the first reserved id, and one for the limit
   */
  static long[] ids(Connection mysql, String sql, int limit) throws SQLException {
    try (PreparedStatement statement =
        mysql.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      stream(statement);
      statement.setLong(1, Ids.RESERVED_FROM);
      statement.setInt(2, limit);
      LongStream.Builder ids = LongStream.builder();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      return ids.build().toArray();
    }
  }

  // Connector/J holds the whole result in memory unless it is asked for row by row with exactly
  // this value.
  private static void stream(Statement statement) throws SQLException {
    statement.setFetchSize(Integer.MIN_VALUE);
  }
}
