package io.sugang.platform.clock;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clock of MySQL. */
final class MySqlTime implements TimeServer {
  private static final Logger log = LoggerFactory.getLogger(MySqlTime.class);
  private static final String NOW = "SELECT UNIX_TIMESTAMP(NOW(6))";

  private final DataSource connections;

  MySqlTime(DataSource connections) {
    this.connections = connections;
  }

  @Override
  public Optional<Offset> probe() {
    try (Connection connection = connections.getConnection();
        Statement statement = connection.createStatement()) {
      // After the wait for a connection.
      long asked = System.nanoTime();
      try (ResultSet row = statement.executeQuery(NOW)) {
        long answered = System.nanoTime();
        row.next();
        BigDecimal seconds = row.getBigDecimal(1);
        return Optional.of(Offset.of(asked, answered, seconds.movePointRight(6).longValue()));
      }
    } catch (SQLException away) {
      log.debug("MySQL does not tell the time: {}", away.toString());
      return Optional.empty();
    }
  }
}
