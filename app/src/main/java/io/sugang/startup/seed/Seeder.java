package io.sugang.startup.seed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.init.ScriptException;

/**
 * Writer of the first data into an empty database: all or nothing, and once, however many instances
 * start together.
 *
 * <p>One transaction makes it all or nothing; a named lock of MySQL, which ends with its connection
 * at the latest, makes it once. The connection is its own, because those of the pool give up after
 * seconds and because session variables and temporary tables must not stay behind in one.
 */
class Seeder {
  private static final Logger log = LoggerFactory.getLogger(Seeder.class);

  private static final List<String> TABLES =
      List.of("student", "professor", "course", "enrollment");

  private final String url;
  private final @Nullable String user;
  private final @Nullable String password;
  private final SeedProperties properties;
  private final SeedScripts scripts;

  Seeder(
      String url,
      @Nullable String user,
      @Nullable String password,
      SeedProperties properties,
      SeedScripts scripts) {
    this.url = url;
    this.user = user;
    this.password = password;
    this.properties = properties;
    this.scripts = scripts;
  }

  Seeder(String url, @Nullable String user, @Nullable String password, SeedProperties properties) {
    this(url, user, password, properties, SeedScripts.fromClasspath());
  }

  SeedOutcome seed() {
    try (var connection = DriverManager.getConnection(url, user, password)) {
      var patience = properties.timeLimit().plus(Duration.ofSeconds(10));
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(patience.toMillis()));
      lock(connection);
      connection.setAutoCommit(false);
      return fillIfEmpty(connection);
    } catch (SQLException | ScriptException e) {
      throw new SeedException(
          "The database could not be filled, and nothing was changed in it: " + e.getMessage(), e);
    }
  }

  private SeedOutcome fillIfEmpty(Connection connection) throws SQLException {
    var filled = filledTables(connection);
    if (filled.size() == TABLES.size() || filled.equals(TABLES.subList(0, 3))) {
      log.info("The database has students, professors and courses already; it is not seeded.");
      return SeedOutcome.ALREADY_FILLED;
    }
    if (!filled.isEmpty()) {
      log.info(
          "The database is not seeded because it is not empty: there are rows in {} and none in {}."
              + " For the standard data start with an empty database (./sugang reset).",
          String.join(", ", filled),
          String.join(", ", TABLES.stream().filter(table -> !filled.contains(table)).toList()));
      return SeedOutcome.PARTLY_FILLED;
    }
    var start = System.nanoTime();
    fill(connection);
    connection.commit();
    log.info(
        "Seeded {} students, {} professors and {} courses of {} seats in {} ms.",
        properties.students(),
        properties.professors(),
        properties.courses(),
        properties.capacity(),
        Duration.ofNanos(System.nanoTime() - start).toMillis());
    return SeedOutcome.SEEDED;
  }

  private void fill(Connection connection) throws SQLException {
    try (var sizes =
        connection.prepareStatement(
            "SET @students = ?, @professors = ?, @courses = ?, @capacity = ?")) {
      sizes.setInt(1, properties.students());
      sizes.setInt(2, properties.professors());
      sizes.setInt(3, properties.courses());
      sizes.setInt(4, properties.capacity());
      sizes.execute();
    }
    scripts.run(connection);
    expect(connection, "student", properties.students());
    expect(connection, "professor", properties.professors());
    expect(connection, "course", properties.courses());
  }

  private void lock(Connection connection) throws SQLException {
    try (var statement =
        connection.prepareStatement("SELECT GET_LOCK(CONCAT('seed:', LEFT(DATABASE(), 59)), ?)")) {
      statement.setLong(1, properties.timeLimit().toSeconds());
      if (number(statement.executeQuery()) != 1) {
        throw new SeedException(
            "Another instance has been filling the database for more than %s; look at its log, or raise sugang.seed.time-limit."
                .formatted(properties.timeLimit()));
      }
    }
  }

  private static List<String> filledTables(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      var filled = Stream.<String>builder();
      for (var table : TABLES) {
        if (number(statement.executeQuery("SELECT EXISTS (SELECT 1 FROM " + table + ")")) == 1) {
          filled.add(table);
        }
      }
      return filled.build().toList();
    }
  }

  private static void expect(Connection connection, String table, long rows) throws SQLException {
    try (var statement = connection.createStatement()) {
      var made = number(statement.executeQuery("SELECT COUNT(*) FROM " + table));
      if (made != rows) {
        throw new SeedException(
            "The seed made %d rows in %s instead of %d; nothing was kept."
                .formatted(made, table, rows));
      }
    }
  }

  private static long number(ResultSet result) throws SQLException {
    try (result) {
      result.next();
      return result.getLong(1);
    }
  }
}
