package io.sugang.servers;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A real MySQL 9 with the settings of production. Committed data survives {@link #stop()}. */
public final class MySqlServer extends Server {
  static final String ROOT_PASSWORD = "test-root";
  static final String USER = "sugang";
  static final String PASSWORD = "test";

  private final AtomicInteger databases = new AtomicInteger();

  MySqlServer(ServerProcess process) {
    super(process);
  }

  /** Makes an empty schema of its own for a context or test class. */
  public MySqlDatabase newDatabase() {
    var database = new MySqlDatabase(this, "sugang_" + databases.incrementAndGet());
    try (var root = DriverManager.getConnection(rootUrl(""), "root", ROOT_PASSWORD);
        var statement = root.createStatement()) {
      statement.execute(
          "CREATE USER IF NOT EXISTS '%s'@'%%' IDENTIFIED BY '%s'".formatted(USER, PASSWORD));
      statement.execute("CREATE DATABASE " + database.name());
      // As in production: everything in its own schema, nothing elsewhere.
      statement.execute("GRANT ALL ON %s.* TO '%s'@'%%'".formatted(database.name(), USER));
    } catch (SQLException e) {
      throw new IllegalStateException("No new database on " + this, e);
    }
    return database;
  }

  String rootUrl(String database) {
    return ("jdbc:mysql://%s:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectionTimeZone=UTC"
            + "&connectTimeout=1000&socketTimeout=30000")
        .formatted(host(), port(), database);
  }

  @Override
  boolean answers() throws SQLException {
    try (var root = DriverManager.getConnection(rootUrl(""), "root", ROOT_PASSWORD)) {
      return root.isValid(1);
    }
  }
}
