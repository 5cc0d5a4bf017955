package io.sugang.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/**
 * The tables and rows that the service's migrations make. Flyway makes them once per JVM, later
 * schemas are copies: twenty migrations take a second, and hundreds of tests have a schema of their
 * own.
 */
final class MigratedSchema {
  private static @Nullable MigratedSchema migrated;

  /** A number that changes when a table, a column or an index comes or goes. */
  private static final String SHAPE =
      """
      SELECT (SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()) * 1000
           + (SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE())\
      """;

  private final List<Table> tables;
  private final List<String> views;
  private final String shape;

  private record Table(String name, String create, Rows rows) {}

  /** The rows of a table, in an INSERT with a parameter for each column. */
  private record Rows(String insert, List<List<@Nullable Object>> values) {
    void insert(Connection connection) throws SQLException {
      if (values.isEmpty()) {
        return;
      }
      try (var prepared = connection.prepareStatement(insert)) {
        for (List<@Nullable Object> row : values) {
          for (int column = 0; column < row.size(); column++) {
            prepared.setObject(column + 1, row.get(column));
          }
          prepared.addBatch();
        }
        prepared.executeBatch();
      }
    }
  }

  private MigratedSchema(List<Table> tables, List<String> views, String shape) {
    this.tables = List.copyOf(tables);
    this.views = List.copyOf(views);
    this.shape = shape;
  }

  /** Brings an empty schema to the state after all migrations. */
  static synchronized void applyTo(MySqlDatabase database) {
    try {
      if (migrated == null) {
        migrate(database);
        try (var connection = root(database)) {
          migrated = read(connection, database.name());
        }
      } else {
        try (var connection = root(database)) {
          migrated.copyTo(connection);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("Schema " + database.name() + " could not be migrated", e);
    }
  }

  /**
   * Brings a schema that was made by {@link #applyTo} back to that state.
   *
   * @return false if its tables were changed, so that it cannot be used again
   */
  static synchronized boolean restore(MySqlDatabase database) {
    try (var connection = root(database)) {
      return Objects.requireNonNull(migrated).restore(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("Schema " + database.name() + " was not restored", e);
    }
  }

  private static void migrate(MySqlDatabase database) {
    Flyway.configure()
        .locations("classpath:service/db/migration")
        .dataSource(database.jdbcUrl(), database.owner(), database.password())
        .load()
        .migrate();
  }

  private static Connection root(MySqlDatabase database) throws SQLException {
    return DriverManager.getConnection(
        database.server().rootUrl(database.name()) + "&rewriteBatchedStatements=true",
        "root",
        MySqlServer.ROOT_PASSWORD);
  }

  private static MigratedSchema read(Connection connection, String schema) throws SQLException {
    var tables = new ArrayList<Table>();
    var views = new ArrayList<String>();
    try (var statement = connection.createStatement()) {
      for (String table : ofType(statement, "BASE TABLE")) {
        String create = strings(statement, "SHOW CREATE TABLE `%s`".formatted(table), 2).getFirst();
        tables.add(new Table(table, create, rowsOf(statement, schema, table)));
      }
      for (String view : ofType(statement, "VIEW")) {
        String create = strings(statement, "SHOW CREATE VIEW `%s`".formatted(view), 2).getFirst();
        views.add(create.replace("`%s`.".formatted(schema), ""));
      }
      return new MigratedSchema(tables, views, strings(statement, SHAPE, 1).getFirst());
    }
  }

  private static List<String> ofType(Statement statement, String type) throws SQLException {
    return strings(statement, "SHOW FULL TABLES WHERE Table_type = '%s'".formatted(type), 1);
  }

  private static Rows rowsOf(Statement statement, String schema, String table) throws SQLException {
    List<String> columns =
        strings(
            statement,
            """
            SELECT column_name FROM information_schema.columns
             WHERE table_schema = '%s' AND table_name = '%s' AND generation_expression = ''
             ORDER BY ordinal_position\
            """
                .formatted(schema, table),
            1);
    String names = "`" + String.join("`, `", columns) + "`";
    String parameters = "?" + ", ?".repeat(columns.size() - 1);
    var values = new ArrayList<List<@Nullable Object>>();
    try (ResultSet found = statement.executeQuery("SELECT %s FROM `%s`".formatted(names, table))) {
      while (found.next()) {
        var row = new ArrayList<@Nullable Object>();
        for (int column = 1; column <= columns.size(); column++) {
          row.add(found.getObject(column));
        }
        values.add(row);
      }
    }
    return new Rows(
        "INSERT INTO `%s` (%s) VALUES (%s)".formatted(table, names, parameters), values);
  }

  private static List<String> strings(Statement statement, String query, int column)
      throws SQLException {
    var strings = new ArrayList<String>();
    try (ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        strings.add(found.getString(column));
      }
    }
    return strings;
  }

  private void copyTo(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET foreign_key_checks = 0");
      for (Table table : tables) {
        statement.execute(table.create());
        table.rows().insert(connection);
      }
      for (String view : views) {
        statement.execute(view);
      }
    }
  }

  private boolean restore(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      if (!strings(statement, SHAPE, 1).getFirst().equals(shape)) {
        return false;
      }
      statement.execute("SET foreign_key_checks = 0");
      for (Table table : tables) {
        if (statement.executeUpdate("DELETE FROM `%s`".formatted(table.name())) > 0
            && table.create().contains("AUTO_INCREMENT")) {
          statement.execute("ALTER TABLE `%s` AUTO_INCREMENT = 1".formatted(table.name()));
        }
        table.rows().insert(connection);
      }
      return true;
    }
  }
}
