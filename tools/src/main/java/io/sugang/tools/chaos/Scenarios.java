package io.sugang.tools.chaos;

import io.sugang.tools.control.Operator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The faults that are tried. */
final class Scenarios {
  private static final String OF_THE_FUTURE =
      "mysql SELECT COUNT(*) FROM sugang.enrollment WHERE enrolled_at > UTC_TIMESTAMP(6) + INTERVAL 50000 MICROSECOND";

  // Changes nothing, as there is no such table, and is written to the binary log all the same.
  private static final String COMMIT = "mysql DROP TABLE IF EXISTS sugang.chaos";

  private static final List<Scenario> PARTS =
      List.of(
          Scenario.of(
                  "redis-killed",
                  "kill -9 of Redis, started again empty",
                  3,
                  stage -> {
                    stage.perform("kill redis");
                    stage.lastBetween(0.5, 2);
                    stage.perform("start redis");
                    RedisMark.expect(stage, "");
                  })
              .prepared(stage -> RedisMark.put(stage, "before")),
          Scenario.of(
                  "redis-persistent",
                  "the same with persistence turned on: it comes back with old data",
                  3,
                  stage -> {
                    stage.perform("kill redis");
                    stage.lastBetween(0.5, 2);
                    stage.perform("start redis persistent");
                    RedisMark.expect(stage, "before");
                  })
              .prepared(stage -> {
                stage.perform("persist redis");
                RedisMark.put(stage, "before");
              }),
          Scenario.of(
              "redis-replaced",
              "Redis replaced by a copy of its data from seconds ago",
              6,
              stage -> {
                RedisMark.put(stage, "then");
                stage.perform("snapshot redis");
                RedisMark.put(stage, "now");
                stage.lastBetween(2, 4);
                stage.perform("kill redis");
                stage.perform("start redis snapshot");
                RedisMark.expect(stage, "then");
              }),
          Scenario.of(
              "redis-paused",
              "Redis stands still for 3 s",
              3,
              stage -> {
                pause(stage, "redis", 3);
              }),
          Scenario.of(
              "redis-paused-long",
              "Redis stands still for 30 s",
              30,
              stage -> {
                pause(stage, "redis", 30);
              }),
          Scenario.of(
              "script-flush",
              "SCRIPT FLUSH",
              1,
              stage -> {
                stage.redis("SCRIPT FLUSH SYNC");
              }),
          Scenario.of(
                  "flushall",
                  "FLUSHALL",
                  1,
                  stage -> {
                    stage.redis("FLUSHALL");
                    RedisMark.expect(stage, "");
                  })
              .prepared(stage -> RedisMark.put(stage, "before")),
          Scenario.of(
              "redis-full",
              "Redis out of memory for 4 s (noeviction)",
              4,
              stage -> {
                String[] before = stage.perform("redis CONFIG GET maxmemory").split(" ");
                stage.redis("CONFIG SET maxmemory 1");
                stage.last(4);
                RedisMark.expectRefused(stage);
                stage.redis("CONFIG SET maxmemory " + before[before.length - 1]);
              }),
          NetworkFaults.redisCut(),
          Scenario.of(
              "app-killed",
              "kill -9 of one instance, started again",
              20,
              stage -> {
                kill(stage, 1);
              }),
          Scenario.of(
                  "two-apps-killed",
                  "kill -9 of two instances, started again",
                  25,
                  stage -> kill(stage, 2))
              .needing(2),
          Scenario.of(
              "all-apps-killed",
              "kill -9 of all instances, started again",
              30,
              stage -> {
                kill(stage, stage.instances().size());
              }),
          Scenario.of(
              "app-paused",
              "an instance stands still for 15 s, longer than the grace",
              15,
              stage -> {
                pause(stage, stage.anyInstance(), 15);
              }),
          Scenario.of(
                  "app-stopped",
                  "SIGTERM of one instance, started again",
                  20,
                  stage -> {
                    restart(stage, stage.anyInstance());
                  })
              .withoutFailure()
              .needing(2),
          Scenario.of(
                  "rolling-restart",
                  "every instance restarted, one after the other",
                  60,
                  stage -> {
                    for (String instance : stage.instances()) {
                      restart(stage, instance);
                    }
                  })
              .withoutFailure()
              .needing(2),
          Scenario.of(
              "mysql-killed",
              "kill -9 of MySQL, started again",
              8,
              stage -> {
                stage.perform("kill mysql");
                stage.inSilence("MySQL was away", _ -> stage.lastBetween(0.5, 2));
                stage.perform("start mysql");
              }),
          Scenario.of(
              "mysql-paused",
              "MySQL stands still for 6 s",
              6,
              stage -> {
                stage.perform("pause mysql");
                stage.inSilence("MySQL stood still", _ -> stage.last(6));
                stage.perform("resume mysql");
              }),
          Scenario.of(
              "mysql-connections",
              "MySQL's connections are lost and taken by others for 5 s",
              7,
              stage -> {
                try (MySqlCrowd crowd = new MySqlCrowd(stage)) {
                  crowd.take();
                  stage.inSilence(
                      "MySQL gave no connection",
                      _ -> {
                        stage.last(5);
                        crowd.requireNoneLeft();
                      });
                }
                stage.say("connections given back");
              }),
          Scenario.of(
              "mysql-read-only",
              "MySQL is read-only for 4 s",
              4,
              stage -> {
                stage.perform("mysql SET GLOBAL super_read_only = ON");
                stage.inSilence("MySQL was read-only", _ -> stage.last(4));
                stage.perform("mysql SET GLOBAL super_read_only = OFF");
                stage.perform("mysql SET GLOBAL read_only = OFF");
              }),
          Scenario.of(
                  "binlog-full",
                  "no space left for MySQL's binary log for 5 s",
                  8,
                  stage -> {
                    stage.perform("fill mysql");
                    // the last block of the log may have room for a few more
                    stage.last(1);
                    stage.inSilence("MySQL's disk was full", _ -> stage.last(4));
                    freeMySql(stage);
                  })
              .prepared(stage -> stage.perform("confine mysql")),
          Scenario.of(
              "nginx-reloaded",
              "NGINX takes its settings over again, five times",
              3,
              stage -> {
                for (int i = 0; i < 5; i++) {
                  stage.perform("reload nginx");
                  stage.last(0.5);
                }
              }),
          Scenario.of(
              "nginx-killed",
              "kill -9 of NGINX, started again",
              3,
              stage -> {
                stage.perform("kill nginx");
                stage.inSilence("NGINX was away", _ -> stage.lastBetween(0.5, 1.5));
                stage.perform("start nginx");
              }),
          Scenario.of(
                  "clock-off",
                  "the clock of one instance is an hour ahead",
                  5,
                  stage -> {
                    stage.last(5);
                    requireTrueTimesInRows(stage);
                  })
              .prepared(stage -> {
                stage.perform("stop app-1");
                stage.perform("start app-1 clock=+3600");
              }),
          Scenario.of(
              "redis-and-mysql-killed",
              "kill -9 of Redis and MySQL together",
              8,
              stage -> {
                stage.perform("kill redis");
                stage.perform("kill mysql");
                stage.inSilence("MySQL was away", _ -> stage.lastBetween(0.5, 2));
                stage.perform("start mysql");
                stage.perform("start redis");
              }),
          Scenario.of(
              "overload",
              "30 s of ten times what can be served",
              35,
              stage -> {
                stage.flood(Duration.ofSeconds(30));
              }));

  static final List<Scenario> ALL =
      Stream.of(PARTS, NetworkFaults.ALL, RushFaults.ALL).flatMap(List::stream).toList();

  private Scenarios() {}

  /** Returns a table of all scenarios: the name and what happens. */
  static String list() {
    return ALL.stream()
        .map(scenario -> "%-24s %s\n".formatted(scenario.name(), scenario.summary()))
        .collect(Collectors.joining());
  }

  private static void pause(ScenarioContext stage, String part, double seconds) throws Exception {
    stage.perform("pause " + part);
    stage.last(seconds);
    stage.perform("resume " + part);
  }

  /**
   * Ends a full disk. MySQL looks for free space once a minute, and until then every commit waits
   * as before: so the fault ends with a commit of its own.
   */
  static void freeMySql(ScenarioContext stage) throws IOException, Operator.Unsupported {
    stage.perform("free mysql");
    stage.perform(COMMIT);
  }

  private static void kill(ScenarioContext stage, int number) throws Exception {
    List<String> killed = new ArrayList<>(stage.instances());
    String first = stage.anyInstance();
    killed.remove(first);
    killed.addFirst(first);
    for (String instance : killed.subList(0, number)) {
      stage.perform("kill " + instance);
    }
    if (number == killed.size()) {
      stage.inSilence("no instance ran", _ -> stage.lastBetween(0.5, 2));
    } else {
      stage.lastBetween(0.5, 2);
    }
    stage.perform("start " + String.join(" ", killed.subList(0, number)));
  }

  private static void restart(ScenarioContext stage, String instance) throws Exception {
    stage.perform("stop " + instance);
    stage.perform("start " + instance);
  }

  // Its host's clock is seen in its metrics, and in no row.
  private static void requireTrueTimesInRows(ScenarioContext stage) throws Exception {
    try (Management management = Management.of(stage, "app-1")) {
      double offset = management.metric("sugang_clock_offset_seconds");
      stage.requireFelt(
          offset < -3_500, "the shared clock minus the host's is %.1f s".formatted(offset));
    }
    String number = stage.performQuietly(OF_THE_FUTURE).strip();
    stage.promise(
        Long.parseLong(number) == 0,
        "%s enrollments have a time that is yet to come".formatted(number));
  }
}
