package io.sugang.lab.chaos;

import io.sugang.lab.rush.Dataset;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows the seats of pooled courses in MySQL, where merges move them. Belongs to one thread. */
final class PoolWatch implements AutoCloseable {
  // A capacity that no desk announced is at the gate after the passes of the reconciler at the
  // latest.
  private static final Duration AT_THE_GATE = Duration.ofSeconds(12);

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final PooledCourses pools;
  private final Capacities capacities;
  private final Map<String, String> environment;
  private final String sql;
  private final Map<Long, Integer> known;
  private Map<Long, Integer> rows;
  private long lastRead;
  private @Nullable Connection mysql;
  private long nextTry = System.nanoTime();

  PoolWatch(PooledCourses pools, Capacities capacities, Map<String, String> environment)
      throws SQLException {
    this.pools = pools;
    this.capacities = capacities;
    this.environment = environment;
    this.sql =
        "SELECT course_id, capacity FROM course WHERE course_id IN (%s)"
            .formatted(
                pools.pools().entrySet().stream()
                    .flatMap(of -> Stream.concat(Stream.of(of.getKey()), of.getValue().stream()))
                    .map(String::valueOf)
                    .collect(Collectors.joining(",")));
    this.lastRead = System.nanoTime();
    this.rows = read();
    this.known = new HashMap<>(pools.sums(rows));
    capacities.begin(known);
  }

  /** Reads once; an answer that does not come is left for the next time. */
  void look() {
    long begin = System.nanoTime();
    if (mysql == null && begin - nextTry < 0) {
      return;
    }
    try {
      Map<Long, Integer> now = read();
      long end = System.nanoTime();
      noteMerges(now, end);
      rows = now;
      pools
          .sums(now)
          .forEach((id, seats) -> {
            if (!seats.equals(known.put(id, seats))) {
              capacities.change(id, seats, lastRead, end, end + AT_THE_GATE.toNanos());
            }
          });
      lastRead = begin;
    } catch (SQLException away) {
      close();
      // Many tries would take the place of those who wait for a connection.
      nextTry = System.nanoTime() + RETRY.toNanos();
    }
  }

  private void noteMerges(Map<Long, Integer> now, long at) {
    pools
        .pools()
        .values()
        .forEach(both ->
            both.forEach(pool -> {
              if (now.getOrDefault(pool, 0) < rows.getOrDefault(pool, 0)) {
                pools.merged(pool, at);
              }
            }));
  }

  private Map<Long, Integer> read() throws SQLException {
    Connection open = mysql;
    if (open == null) {
      open = Dataset.connect(environment);
      mysql = open;
    }
    Map<Long, Integer> read = new HashMap<>();
    try (Statement statement = open.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        read.put(row.getLong(1), row.getInt(2));
      }
    }
    return read;
  }

  @Override
  public void close() {
    Connection open = mysql;
    mysql = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException gone) {
        // it served only reads
      }
    }
  }
}
