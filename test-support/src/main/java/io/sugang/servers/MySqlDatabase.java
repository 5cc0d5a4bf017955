package io.sugang.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** One schema on a server. {@link #jdbc()} acts as root, past the service and its pool. */
public record MySqlDatabase(MySqlServer server, String name) {
  /** Returns the run-time account, with the rights it has in production. */
  public String user() {
    return MySqlServer.USER;
  }

  /** Returns the account of migrations and the seed. */
  public String owner() {
    return MySqlServer.OWNER;
  }

  /** Returns the account of verifier and rush. */
  public String reader() {
    return MySqlServer.READER;
  }

  /** Returns the password of all accounts. */
  public String password() {
    return MySqlServer.PASSWORD;
  }

  /**
   * Returns the URL as the service builds it in {@code application.yml}, so that no test runs with
   * other parameters.
   */
  public String jdbcUrl() {
    var environment = new StandardEnvironment();
    var sources = environment.getPropertySources();
    sources.addFirst(new MapPropertySource("database", settings()));
    try {
      new YamlPropertySourceLoader()
          .load("application.yml", new ClassPathResource("service/application.yml"))
          .forEach(sources::addLast);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return environment.getRequiredProperty("spring.datasource.url");
  }

  /**
   * Returns a template that opens a connection per statement: it has no pool that a killed server
   * could leave broken.
   */
  public JdbcTemplate jdbc() {
    return new JdbcTemplate(
        new DriverManagerDataSource(server.rootUrl(name), "root", MySqlServer.ROOT_PASSWORD));
  }

  /** Returns whether a transaction on the server waits for a row that another one has locked. */
  public boolean waitsForALock() {
    return !jdbc()
        .queryForList("SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
        .isEmpty();
  }

  /**
   * Removes all rows that were written after {@link MySqlServer#newDatabase()}.
   *
   * @return false if a table, column or index was added or dropped: take a new database instead
   */
  public boolean restore() {
    return MigratedSchema.restore(this);
  }

  /** The service's own settings for this database, by their environment names. */
  Map<String, Object> settings() {
    return Map.of(
        "MYSQL_HOST", server.host(),
        "MYSQL_PORT", server.port(),
        "MYSQL_DATABASE", name,
        "MYSQL_USER", user(),
        "MYSQL_PASSWORD", password(),
        "MYSQL_OWNER_USER", owner(),
        "MYSQL_OWNER_PASSWORD", password());
  }
}
