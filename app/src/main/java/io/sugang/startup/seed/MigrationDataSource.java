package io.sugang.startup.seed;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections for migrations. The driver ends a statement of a request after seconds. A migration
 * waits longer. It waits for the lock of another instance that migrates at the same time, for the
 * end of a reader's transaction, and for a statement that copies a large table.
 */
final class MigrationDataSource extends DelegatingDataSource {
  private final Duration statementLimit;
  private final Duration lockLimit;

  /**
   * @param statementLimit how long one statement may take
   * @param lockLimit how long a statement waits for the lock of a table or a row
   */
  MigrationDataSource(DataSource mysql, Duration statementLimit, Duration lockLimit) {
    super(mysql);
    this.statementLimit = statementLimit;
    this.lockLimit = lockLimit;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return patient(super.getConnection());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return patient(super.getConnection(user, password));
  }

  private Connection patient(Connection connection) throws SQLException {
    try (Statement session = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(statementLimit.toMillis()));
      session.execute(
          "SET SESSION lock_wait_timeout = %d, innodb_lock_wait_timeout = %d"
              .formatted(lockLimit.toSeconds(), lockLimit.toSeconds()));
      return connection;
    } catch (SQLException | RuntimeException failed) {
      connection.close();
      throw failed;
    }
  }
}
