package io.sugang.servers;

import java.util.List;

/**
 * What differs from the shipped settings: only memory and start-up time. Durability, isolation and
 * lock waits are those of production.
 */
final class MySqlTestSettings {
  static final List<String> OPTIONS =
      List.of(
          "--innodb-buffer-pool-size=64M",
          "--innodb-redo-log-capacity=64M",
          "--innodb-buffer-pool-load-at-startup=OFF",
          "--performance-schema=OFF",
          // Several contexts with a pool each, and three instances in one test.
          "--max-connections=300",
          "--mysqlx=OFF");

  private MySqlTestSettings() {}
}
