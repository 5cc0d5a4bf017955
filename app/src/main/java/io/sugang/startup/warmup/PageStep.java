package io.sugang.startup.warmup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Step that reads the pages of a rush into InnoDB's buffer pool: rows of students and courses, and
 * the two indexes of enrollment that each claim reads. They are missing after a restart without a
 * dump of the pool, or with a stale one.
 */
final class PageStep implements WarmupStep {

  private record Index(String table, String name) {}

  private static final List<Index> HOT =
      List.of(
          new Index("course", "PRIMARY"),
          new Index("course", "ix_course_department"),
          new Index("professor", "PRIMARY"),
          new Index("student", "PRIMARY"),
          new Index("enrollment", "PRIMARY"),
          new Index("enrollment", "uk_enrollment_seat"),
          new Index("enrollment", "ix_enrollment_plan"));

  // The LIMIT keeps the scan in the index that is named, and bounds it.
  private static final String SCAN =
      "SELECT COUNT(*) FROM (SELECT 1 FROM %s FORCE INDEX (%s) LIMIT ?) scanned";

  private final DataSource mysql;
  private final int rows;
  private final Duration timeLimit;

  PageStep(DataSource mysql, int rows, Duration timeLimit) {
    this.mysql = mysql;
    this.rows = rows;
    this.timeLimit = timeLimit;
  }

  @Override
  public String name() {
    return "pages";
  }

  @Override
  public Duration timeLimit() {
    return timeLimit;
  }

  @Override
  public String run() throws SQLException {
    long read = 0;
    try (Connection connection = mysql.getConnection()) {
      // A scan from a cold disk may take longer than a request may; the step's own limit holds
      // instead.
      int forRequests = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeLimit.toMillis()));
      for (Index index : HOT) {
        read += scan(connection, index);
      }
      connection.setNetworkTimeout(Runnable::run, forRequests);
    }
    return read + " entries of " + HOT.size() + " indexes read";
  }

  private long scan(Connection connection, Index index) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(SCAN.formatted(index.table(), index.name()))) {
      statement.setInt(1, rows);
      try (ResultSet count = statement.executeQuery()) {
        count.next();
        return count.getLong(1);
      }
    }
  }
}
