package io.sugang.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServersIntegrationTests {
  @Test
  void redisIsVersion8AndKeepsAndEvictsNothing() {
    assertThat(redisInfo(Servers.redis(), "redis_version")).startsWith("8.");
    try (var client = RedisClient.create(uri(Servers.redis()));
        var connection = client.connect()) {
      assertThat(connection.sync().configGet("save", "appendonly", "maxmemory-policy"))
          .containsEntry("save", "")
          .containsEntry("appendonly", "no")
          .containsEntry("maxmemory-policy", "noeviction");
    }
  }

  @Test
  void redisRefusesAClientWithoutPassword() throws IOException {
    assertThat(Servers.redis().firstAnswer("PING")).startsWith("-NOAUTH");
  }

  @Test
  void mysqlIsVersion9WithTheSettingsOfProduction() {
    var row =
        Servers.mysql()
            .newEmptyDatabase()
            .jdbc()
            .queryForMap(
                """
                SELECT version() AS version, @@global.transaction_isolation AS isolation,
                       @@global.innodb_lock_wait_timeout AS lockWait, @@global.time_zone AS zone,
                       @@global.character_set_server AS charset, @@innodb_flush_log_at_trx_commit AS flush,
                       @@sync_binlog AS syncBinlog
                """);
    assertThat((String) row.get("version")).startsWith("9.");
    assertThat(row)
        .extracting("isolation", "zone", "charset")
        .containsExactly("READ-COMMITTED", "+00:00", "utf8mb4");
    assertThat(row.get("lockWait")).hasToString("2");
    assertThat(row.get("flush")).hasToString("1");
    assertThat(row.get("syncBinlog")).hasToString("1");
  }

  @Test
  void databasesAreApartAndTheServiceAccountSeesItsOwnOnes() throws SQLException {
    var first = Servers.mysql().newDatabase();
    var second = Servers.mysql().newEmptyDatabase();
    assertThat(tables(first)).contains("enrollment");
    assertThat(tables(second)).isEmpty();
    try (var service =
        DriverManager.getConnection(first.jdbcUrl(), first.user(), first.password())) {
      assertThatThrownBy(() -> service.createStatement().execute("SELECT * FROM mysql.user"))
          .hasMessageContaining("denied");
    }
  }

  @Test
  void aStoppedRedisRefusesAndAnswersEmptyAtTheSamePort() {
    try (var server = Servers.privateRedis()) {
      var port = server.port();
      var firstRun = redisInfo(server, "run_id");
      set(server, "key", "value");

      server.stop();
      assertThatThrownBy(() -> connect(server)).isInstanceOf(ConnectException.class);

      server.start();
      assertThat(server.port()).isEqualTo(port);
      assertThat(redisInfo(server, "run_id")).isNotEqualTo(firstRun);
      assertThat(keys(server)).isZero();
    }
  }

  @Test
  void aStoppedMySqlRefusesAndAnswersAtTheSamePortWithWhatWasCommitted() {
    try (var server = Servers.privateMySql()) {
      var port = server.port();
      var jdbc = server.newEmptyDatabase().jdbc();
      jdbc.execute("CREATE TABLE kept (id INT PRIMARY KEY)");
      jdbc.update("INSERT INTO kept VALUES (7)");

      server.stop();
      assertThatThrownBy(() -> connect(server)).isInstanceOf(ConnectException.class);

      server.start();
      assertThat(server.port()).isEqualTo(port);
      assertThat(jdbc.queryForList("SELECT id FROM kept", Integer.class)).containsExactly(7);
    }
  }

  @Test
  void aPausedRedisTakesConnectionsButAnswersNothingUntilResumed() throws Exception {
    try (var server = Servers.privateRedis()) {
      set(server, "key", "value");
      server.pause();
      try (var socket = connect(server)) {
        socket.getOutputStream().write("PING\r\n".getBytes());
        socket.setSoTimeout(300);
        assertThatThrownBy(() -> socket.getInputStream().read())
            .isInstanceOf(SocketTimeoutException.class);
      }
      server.resume();
      assertThat(server.answers()).isTrue();
      assertThat(keys(server)).isOne();
    }
  }

  @Test
  void aPausedMySqlTakesConnectionsButAnswersNothingUntilResumed() throws Exception {
    try (var server = Servers.privateMySql()) {
      server.pause();
      try (var socket = connect(server)) {
        // A MySQL that runs speaks first.
        socket.setSoTimeout(300);
        assertThatThrownBy(() -> socket.getInputStream().read())
            .isInstanceOf(SocketTimeoutException.class);
      }
      server.resume();
      assertThat(server.answers()).isTrue();
    }
  }

  @Test
  void aPausedServerCanBeStopped() {
    try (var server = Servers.privateRedis()) {
      server.pause();
      server.stop();
      assertThatThrownBy(() -> connect(server)).isInstanceOf(ConnectException.class);
    }
  }

  private static Socket connect(Server server) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(server.host(), server.port()), 1000);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  private static List<@Nullable String> tables(MySqlDatabase database) {
    return database
        .jdbc()
        .queryForList(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = ?",
            String.class,
            database.name());
  }

  private static RedisURI uri(RedisServer server) {
    var uri = RedisURI.create(server.uri());
    uri.setTimeout(Duration.ofSeconds(5));
    return uri;
  }

  private static void set(RedisServer server, String key, String value) {
    try (var client = RedisClient.create(uri(server));
        var connection = client.connect()) {
      connection.sync().set(key, value);
    }
  }

  private static long keys(RedisServer server) {
    try (var client = RedisClient.create(uri(server));
        var connection = client.connect()) {
      return connection.sync().dbsize();
    }
  }

  private static String redisInfo(RedisServer server, String field) {
    try (var client = RedisClient.create(uri(server));
        var connection = client.connect()) {
      return connection
          .sync()
          .info("server")
          .lines()
          .filter(line -> line.startsWith(field + ":"))
          .map(line -> line.substring(field.length() + 1))
          .findFirst()
          .orElseThrow();
    }
  }
}
