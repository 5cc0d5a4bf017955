package io.sugang.seats.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.background.Repetitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger's own connections to MySQL: one for the claim writer, some for cancels and look-ups
 * behind a lock, one for the probe. No use can take the connections of another.
 *
 * <p>MySQL ends a session that may hold locks after {@value #IDLE_SECONDS} s without a command, and
 * rolls its transaction back: the client may have vanished without a FIN (docs/decisions/0002).
 */
final class LedgerConnections implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LedgerConnections.class);

  /** Seconds without a command after which MySQL ends a session that may hold locks. */
  static final int IDLE_SECONDS = 5;

  private static final String BOUNDED_SESSION =
      "SET SESSION wait_timeout = %1$d, net_read_timeout = %1$d, net_write_timeout = %1$d"
          .formatted(IDLE_SECONDS);

  // Less than half of the limit: one late ping does not cost the connections.
  private static final long PING_SECONDS = 2;

  // A statement for each size of a group of claims.
  private static final int WRITER_STATEMENTS = 400;
  private static final int STATEMENTS = 64;

  private final HikariDataSource reads;
  private final HikariDataSource writer;
  private final HikariDataSource transactions;
  private final HikariDataSource probe;
  private final ScheduledExecutorService pings =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("ledger-ping").factory());

  /**
   * @param connections of the writer and of the transactions together, at least 2
   */
  LedgerConnections(HikariDataSource reads, int connections, MeterRegistry metrics) {
    this.reads = reads;
    writer =
        new HikariDataSource(transactional(reads, "ledger-writer", 1, WRITER_STATEMENTS, metrics));
    transactions =
        new HikariDataSource(transactional(reads, "ledger", connections - 1, STATEMENTS, metrics));
    probe = new HikariDataSource(pool(reads, "ledger-probe", 1, null));
    pings.scheduleWithFixedDelay(
        Repetitions.neverFailing("The ping of idle connections", this::ping),
        PING_SECONDS,
        PING_SECONDS,
        TimeUnit.SECONDS);
  }

  /** Returns one connection, for the claim writer. */
  HikariDataSource writer() {
    return writer;
  }

  /** Returns the connections for cancels and look-ups. */
  HikariDataSource transactions() {
    return transactions;
  }

  /** Returns one connection for the probe of MySQL, however busy the others are. */
  HikariDataSource probe() {
    return probe;
  }

  /**
   * Makes a pool of connections that are opened when they are needed, for rare transactions; they
   * are ended as those of the ledger are.
   */
  static HikariDataSource onDemand(HikariDataSource reads, String name, int connections) {
    HikariConfig config = pool(reads, name, connections, null);
    config.setMinimumIdle(0);
    config.setIdleTimeout(TimeUnit.SECONDS.toMillis(10));
    config.setAutoCommit(false);
    config.setConnectionInitSql(BOUNDED_SESSION);
    return new HikariDataSource(config);
  }

  // Connections that never leave the transaction mode: switching it on and off would be two more
  // round trips, during which other transactions wait for the row locks.
  private static HikariConfig transactional(
      HikariDataSource reads, String name, int size, int statements, MeterRegistry metrics) {
    HikariConfig config = pool(reads, name, size, metrics);
    config.setAutoCommit(false);
    config.setConnectionInitSql(BOUNDED_SESSION);
    // Parsed once per connection; a statement for a large group is longer than the driver's own
    // limit. The copy shares its properties with the pool that it is a copy of.
    Properties driver = new Properties();
    driver.putAll(config.getDataSourceProperties());
    driver.setProperty("useServerPrepStmts", "true");
    driver.setProperty("prepStmtCacheSize", Integer.toString(statements));
    driver.setProperty("prepStmtCacheSqlLimit", "16384");
    config.setDataSourceProperties(driver);
    return config;
  }

  private static HikariConfig pool(
      HikariDataSource reads, String name, int size, @Nullable MeterRegistry metrics) {
    HikariConfig config = new HikariConfig();
    reads.copyStateTo(config);
    config.setPoolName(name);
    config.setMetricsTrackerFactory(
        metrics == null ? null : new MicrometerMetricsTrackerFactory(metrics));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    return config;
  }

  // Nothing depends on it but time: the pool tests a connection that was idle before it gives it
  // away, and makes another when MySQL has ended it.
  private void ping() {
    try {
      ping(writer);
      ping(transactions);
    } catch (RuntimeException closing) {
      log.debug("Idle connections could not be asked", closing);
    }
  }

  // Only while no connection is in use: otherwise it would hold some while it waits for others.
  private static void ping(HikariDataSource pool) {
    HikariPoolMXBean state = pool.getHikariPoolMXBean();
    if (state.getActiveConnections() > 0) {
      return;
    }
    List<Connection> idle = new ArrayList<>();
    try {
      for (int left = state.getIdleConnections(); left > 0; left--) {
        // A ping to MySQL.
        idle.add(pool.getConnection());
      }
    } catch (SQLException away) {
      log.debug("MySQL does not answer a ping", away);
    } finally {
      idle.forEach(LedgerConnections::giveBack);
    }
  }

  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException broken) {
      log.debug("A connection broke while it was idle", broken);
    }
  }

  /**
   * Renews all connections, each when it is not in use, because the server may no longer be the
   * primary.
   */
  void renew() {
    renewProbe();
    for (HikariDataSource pool : List.of(reads, writer, transactions)) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  /**
   * Renews the connection of the probe, so that it reaches the server of the address as it is now.
   */
  void renewProbe() {
    probe.getHikariPoolMXBean().softEvictConnections();
  }

  /** Closes all connections but those for reads, which belong to the application. */
  @Override
  public void close() {
    pings.shutdownNow();
    writer.close();
    transactions.close();
    probe.close();
  }
}
