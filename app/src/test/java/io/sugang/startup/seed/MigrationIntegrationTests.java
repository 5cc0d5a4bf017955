package io.sugang.startup.seed;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A migration waits for longer than a request does: the driver ends a request's statement. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class MigrationIntegrationTests {
  /** Longer than socketTimeout of application.yml, in seconds. */
  private static final int LONGER_THAN_A_REQUEST = 4;

  private static final String WAITING =
      "SELECT COUNT(*) FROM information_schema.processlist WHERE state LIKE 'Waiting for table"
          + " metadata lock%' AND time >= ? AND db = ?";

  @Test
  void waitsForAReaderThatHoldsATableForLongerThanARequestMayTake() throws Exception {
    MySqlDatabase database = Servers.mysql().newEmptyDatabase();
    Flyway.configure()
        .locations("classpath:db/migration")
        .dataSource(database.jdbcUrl(), database.owner(), database.password())
        .target("13")
        .load()
        .migrate();
    try (Connection reader = transaction(database)) {
      try (var statement = reader.createStatement()) {
        statement.executeQuery("SELECT * FROM override").close();
      }
      CompletableFuture<Instances> start = startAsync(database);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> start.isDone() || waitsFor(LONGER_THAN_A_REQUEST, database));
      reader.rollback();
      try (Instances instances = start.get(120, TimeUnit.SECONDS)) {
        assertThat(instances.baseUrls()).hasSize(1);
      }
    }
  }

  @Test
  void instancesThatStartTogetherMigrateOneAfterTheOther() throws Exception {
    MySqlDatabase database = Servers.mysql().newEmptyDatabase();
    CompletableFuture<Instances> first = startAsync(database);
    CompletableFuture<Instances> second = startAsync(database);
    CompletableFuture<Instances> third = startAsync(database);
    for (var start : List.of(first, second, third)) {
      try (Instances instances = start.get(180, TimeUnit.SECONDS)) {
        assertThat(instances.baseUrls()).hasSize(1);
      }
    }
  }

  // No virtual threads: those that load classes block their carriers, also for the one that holds
  // the lock of the class loader.
  private static CompletableFuture<Instances> startAsync(MySqlDatabase database) {
    return supplyAsync(
        () -> Instances.start(SugangApplication.class, 1, database, Servers.redis()),
        start -> Thread.ofPlatform().daemon().start(start));
  }

  private static boolean waitsFor(int seconds, MySqlDatabase database) {
    Integer waiting =
        database.jdbc().queryForObject(WAITING, Integer.class, seconds, database.name());
    return waiting != null && waiting > 0;
  }

  private static Connection transaction(MySqlDatabase database) throws SQLException {
    Connection connection =
        DriverManager.getConnection(database.jdbcUrl(), database.owner(), database.password());
    connection.setAutoCommit(false);
    return connection;
  }
}
