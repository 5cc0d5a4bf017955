package io.sugang.lab.control;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.control.SeatReset;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Interruption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings that scenarios change in servers that run, and that an interrupted scenario leaves:
 * Redis's memory, MySQL's connections, its read-only mode, the capacities of courses.
 */
final class ServerSettings {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  // The office moves seats between a course and its pools, so none of them has a capacity of its
  // own.
  private static final String UNDIVIDED =
      "course.pool_of IS NULL AND NOT EXISTS (SELECT 1 FROM sugang.course pool WHERE pool.pool_of = course.course_id)";

  // Without the reserved course of an instance that warms up.
  private static final String CAPACITIES =
      "SELECT course_id, capacity FROM sugang.course WHERE course_id < 9007199254000000 AND "
          + UNDIVIDED;

  private final RunningStack stack;
  private final SeatReset reset;
  private final String maxMemory;
  private final String maxConnections;
  private final Map<Long, Integer> capacities;

  private ServerSettings(RunningStack stack, SeatReset reset) {
    this.stack = stack;
    this.reset = reset;
    maxMemory = stack.redis("config", "get", "maxmemory").strip().lines().toList().getLast();
    maxConnections = stack.sql(MysqlAccount.ROOT, "SELECT @@GLOBAL.max_connections").strip();
    capacities = capacities();
  }

  /** Reads the settings of the running servers. */
  static ServerSettings of(RunningStack stack, SeatReset reset) {
    return new ServerSettings(stack, reset);
  }

  /** Sets everything back. */
  void heal() {
    stack.redis("config", "set", "maxmemory", maxMemory);
    long end = System.nanoTime() + PATIENCE.toNanos();
    // Where an interruption left few connections, the service has them, and one administrator at a
    // time finds a place.
    while (true) {
      try {
        stack.sql(
            MysqlAccount.ROOT,
            "SET GLOBAL max_connections = %s; SET GLOBAL super_read_only = OFF; SET GLOBAL read_only = OFF"
                .formatted(maxConnections));
        break;
      } catch (Failure full) {
        if (System.nanoTime() > end) {
          throw full;
        }
        Interruption.sleep(Duration.ofMillis(100));
      }
    }
    healCapacities();
  }

  // More may be enrolled by now than there were seats, so these enrollments are deleted first. A
  // course that was divided into pools meanwhile keeps what it has: its other seats are theirs.
  private void healCapacities() {
    Map<Long, Integer> now = capacities();
    String changed =
        capacities.entrySet().stream()
            .filter(course -> now.containsKey(course.getKey()))
            .filter(course -> !course.getValue().equals(now.get(course.getKey())))
            .map(course ->
                "UPDATE sugang.course SET capacity = %d WHERE course_id = %d;\n"
                    .formatted(course.getValue(), course.getKey()))
            .collect(Collectors.joining());
    if (!changed.isEmpty()) {
      // Instances may be stopped meanwhile, so that none loads the rosters.
      reset.empty();
      stack.sql(MysqlAccount.ROOT, changed);
      stack.sql(MysqlAccount.ROOT, SeatAnnouncement.ofSeatsNow(UNDIVIDED));
    }
  }

  private Map<Long, Integer> capacities() {
    var found = new TreeMap<Long, Integer>();
    stack
        .sql(MysqlAccount.ROOT, CAPACITIES)
        .lines()
        .map(line -> line.split("\t"))
        .filter(columns -> columns.length == 2)
        .forEach(columns -> found.put(Long.valueOf(columns[0]), Integer.valueOf(columns[1])));
    return found;
  }
}
