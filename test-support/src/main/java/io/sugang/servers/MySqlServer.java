package io.sugang.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A real MySQL 9 with the settings of production. Committed data survives {@link #stop()}. */
public final class MySqlServer extends Server {
  static final String ROOT_PASSWORD = "test-root";
  static final String USER = "sugang";
  static final String OWNER = "sugang_owner";
  static final String READER = "sugang_reader";
  static final String PASSWORD = "test";

  private final AtomicInteger databases = new AtomicInteger();

  MySqlServer(ServerProcess process) {
    super(process);
  }

  /** Makes a schema of its own for a context or test class, with all migrations applied. */
  public MySqlDatabase newDatabase() {
    var database = newEmptyDatabase();
    MigratedSchema.applyTo(database);
    return database;
  }

  /** Makes a schema of its own without a table, for tests of the migrations. */
  public MySqlDatabase newEmptyDatabase() {
    var database = new MySqlDatabase(this, "sugang_" + databases.incrementAndGet());
    try (var root = DriverManager.getConnection(rootUrl(""), "root", ROOT_PASSWORD);
        var statement = root.createStatement()) {
      for (var sql : accounts(database.name())) {
        statement.execute(sql);
      }
      for (var user : List.of(USER, OWNER, READER)) {
        statement.execute(
            "ALTER USER %s@'%%' IDENTIFIED BY '%s' ACCOUNT UNLOCK".formatted(user, PASSWORD));
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("No new database on " + this, e);
    }
    return database;
  }

  /**
   * Lets only connections with TLS in from now on. The files have to be readable by the server, so
   * it must be a local one.
   */
  public void requireTls(Certificates certificates) throws SQLException {
    try (var root = DriverManager.getConnection(rootUrl(""), "root", ROOT_PASSWORD);
        var statement = root.createStatement()) {
      statement.execute("SET GLOBAL ssl_ca = '%s'".formatted(certificates.certificate()));
      statement.execute("SET GLOBAL ssl_cert = '%s'".formatted(certificates.certificate()));
      statement.execute("SET GLOBAL ssl_key = '%s'".formatted(certificates.key()));
      statement.execute("ALTER INSTANCE RELOAD TLS");
      statement.execute("SET GLOBAL require_secure_transport = ON");
    }
  }

  /** The accounts of production, for a schema of another name. */
  private static List<String> accounts(String schema) throws IOException {
    var script =
        Files.readAllLines(ShippedSettings.MYSQL_ACCOUNTS).stream()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"))
            .replaceAll("\\bsugang(?=[.;])", schema);
    return Arrays.stream(script.split(";"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        // Would take the rights on the schemas of other tests.
        .filter(statement -> !statement.startsWith("REVOKE ALL"))
        .toList();
  }

  String rootUrl(String database) {
    return ("jdbc:mysql://%s:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectionTimeZone=UTC"
            + "&connectTimeout=20000&socketTimeout=30000")
        .formatted(host(), port(), database);
  }

  @Override
  boolean answers() throws SQLException {
    try (var root = DriverManager.getConnection(rootUrl(""), "root", ROOT_PASSWORD)) {
      return root.isValid(1);
    }
  }
}
