package io.sugang.startup.warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step that only some instances of one database run at the same time. Three instances that warmed
 * up together on two cores ended at the time limit after 2,000 requests each: ready, but not
 * compiled.
 *
 * <p>A turn is a MySQL lock on a connection of its own, so a crash gives it back. Waiting is
 * bounded, and an instance that cannot ask MySQL does the step at once.
 */
final class InTurn implements WarmupStep {
  private static final Logger log = LoggerFactory.getLogger(InTurn.class);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(300);

  private static final String LOCK = "SELECT GET_LOCK(CONCAT('sugang.turn.', ?), 0)";

  // A name of a lock has at most 64 characters.
  private static final int LONGEST_SCHEMA = 48;

  private final WarmupStep step;
  private final DataSource mysql;
  private final int atOnce;
  private final Duration longestWait;

  /**
   * @param atOnce instances that do the step at the same time, at least 1
   * @param longestWait for a turn; then the step runs without one
   */
  InTurn(WarmupStep step, DataSource mysql, int atOnce, Duration longestWait) {
    this.step = step;
    this.mysql = mysql;
    this.atOnce = atOnce;
    this.longestWait = longestWait;
  }

  /**
   * Returns half of the machine's cores, at least 1: a warm-up keeps its own threads and two
   * compilers busy. A container that may use one core sees all of them in {@code /proc/cpuinfo}.
   */
  static int halfOfTheCores() {
    return Math.max(1, cores() / 2);
  }

  /** Returns the number of cores of the machine. */
  static int cores() {
    long cores = Runtime.getRuntime().availableProcessors();
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      cores = Math.max(cores, lines.filter(line -> line.startsWith("processor")).count());
    } catch (IOException elsewhere) {
      log.debug("No /proc/cpuinfo: {} cores are what the JVM may use", cores);
    }
    return Math.toIntExact(cores);
  }

  @Override
  public String name() {
    return step.name();
  }

  @Override
  public Duration timeLimit() {
    return step.timeLimit().plus(longestWait);
  }

  @Override
  public String run() throws Exception {
    Connection connection;
    try {
      connection = mysql.getConnection();
    } catch (SQLException away) {
      log.warn(
          "Warm-up: {} runs without waiting for a turn, because MySQL does not answer: {}",
          name(),
          away.toString());
      return step.run();
    }
    long begin = System.nanoTime();
    try {
      if (!taken(connection)) {
        log.info("Warm-up: {} waits for its turn, {} instances at a time", name(), atOnce);
        while (!taken(connection) && System.nanoTime() - begin < longestWait.toNanos()) {
          Thread.sleep(BETWEEN_TRIES);
        }
      }
      long waited = Duration.ofNanos(System.nanoTime() - begin).toMillis();
      return "%s, after %d ms for a turn".formatted(step.run(), waited);
    } finally {
      giveBack(connection);
    }
  }

  private boolean taken(Connection connection) {
    try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
      // Locks are the server's, and so may be other schemas.
      String schema = String.valueOf(connection.getCatalog());
      String prefix = schema.substring(0, Math.min(LONGEST_SCHEMA, schema.length()));
      for (int turn = 0; turn < atOnce; turn++) {
        lock.setString(1, prefix + "." + turn);
        try (ResultSet row = lock.executeQuery()) {
          if (row.next() && row.getInt(1) == 1) {
            return true;
          }
        }
      }
      return false;
    } catch (SQLException away) {
      log.warn(
          "Warm-up: {} runs without waiting for a turn, because MySQL does not answer: {}",
          name(),
          away.toString());
      return true;
    }
  }

  // The pool keeps the session, and with it a lock that is not given back.
  private static void giveBack(Connection mysql) {
    boolean interrupted = Thread.interrupted();
    try (mysql;
        PreparedStatement release = mysql.prepareStatement("SELECT RELEASE_ALL_LOCKS()")) {
      release.executeQuery().close();
    } catch (SQLException ended) {
      log.debug("The session ended, and its locks with it: {}", ended.toString());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
