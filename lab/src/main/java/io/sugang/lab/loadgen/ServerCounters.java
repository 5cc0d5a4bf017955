package io.sugang.lab.loadgen;

import io.lettuce.core.api.sync.RedisCommands;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The work of Redis and MySQL until now. Every account may ask MySQL this; of Redis the reader may.
 *
 * @param redis calls of each command; those that a script makes count too
 * @param mysql counters of {@code SHOW GLOBAL STATUS} that never fall
 */
public record ServerCounters(Map<String, Long> redis, Map<String, Long> mysql) {
  // Statements of the measurement itself, or of no request.
  private static final Set<String> NOT_THE_SERVICES =
      Set.of("info", "auth", "hello", "ping", "client|setinfo", "client|setname", "config|get");
  private static final String STATUS =
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_select', 'Com_insert',"
          + " 'Com_update', 'Com_delete', 'Com_commit', 'Innodb_rows_read', 'Innodb_rows_inserted',"
          + " 'Innodb_os_log_fsyncs', 'Innodb_row_lock_waits')";

  public static ServerCounters read(RedisCommands<String, String> redis, Connection mysql)
      throws SQLException {
    return of(redis.info("commandstats"), mysqlStatus(mysql));
  }

  /** Reads the counters while Redis is away. */
  public static ServerCounters read(Connection mysql) throws SQLException {
    return of("", mysqlStatus(mysql));
  }

  static ServerCounters of(String commandStats, Map<String, Long> mysql) {
    Map<String, Long> calls = new TreeMap<>();
    for (String line : commandStats.lines().toList()) {
      // `cmdstat_evalsha:calls=12,usec=345,usec_per_call=28.75,rejected_calls=0,failed_calls=0`
      int colon = line.indexOf(':');
      if (!line.startsWith("cmdstat_") || colon < 0) {
        continue;
      }
      String command = line.substring("cmdstat_".length(), colon);
      if (NOT_THE_SERVICES.contains(command)) {
        continue;
      }
      for (String field : line.substring(colon + 1).split(",")) {
        if (field.startsWith("calls=")) {
          calls.put(command, Long.parseLong(field.substring("calls=".length())));
        }
      }
    }
    return new ServerCounters(calls, mysql);
  }

  private static Map<String, Long> mysqlStatus(Connection mysql) throws SQLException {
    Map<String, Long> status = new TreeMap<>();
    try (Statement statement = mysql.createStatement();
        ResultSet rows = statement.executeQuery(STATUS)) {
      while (rows.next()) {
        status.put(rows.getString(1), rows.getLong(2));
      }
    }
    return status;
  }

  /**
   * Returns what was done from {@code earlier} until this; a server that was started anew counts
   * from 0.
   */
  public ServerCounters since(ServerCounters earlier) {
    return new ServerCounters(difference(redis, earlier.redis), difference(mysql, earlier.mysql));
  }

  /** Calls of all commands of Redis. */
  public long redisCalls() {
    return redis.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Map<String, Long> difference(Map<String, Long> now, Map<String, Long> before) {
    Map<String, Long> difference = new TreeMap<>();
    now.forEach((name, value) -> {
      long was = before.getOrDefault(name, 0L);
      long more = value >= was ? value - was : value;
      if (more > 0) {
        difference.put(name, more);
      }
    });
    return difference;
  }
}
