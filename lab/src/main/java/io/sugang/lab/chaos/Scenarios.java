package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.ConfineBinlog;
import io.sugang.lab.control.Operation.FillBinlog;
import io.sugang.lab.control.Operation.FreeBinlog;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Pause;
import io.sugang.lab.control.Operation.PersistRedis;
import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operation.ReloadNginx;
import io.sugang.lab.control.Operation.Resume;
import io.sugang.lab.control.Operation.SnapshotRedis;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operation.StartParts;
import io.sugang.lab.control.Operation.StartRedis;
import io.sugang.lab.control.Operation.StartRedis.RedisData;
import io.sugang.lab.control.Operation.StartWithClock;
import io.sugang.lab.control.Operation.Stop;
import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The faults that are tried. */
final class Scenarios {
  private static final String OF_THE_FUTURE =
      "SELECT COUNT(*) FROM sugang.enrollment WHERE enrolled_at > UTC_TIMESTAMP(6) + INTERVAL 50000 MICROSECOND";

  // Changes nothing, as there is no such table, and is written to the binary log all the same.
  private static final String COMMIT = "DROP TABLE IF EXISTS sugang.chaos";

  private static final List<Scenario> PARTS =
      List.of(
          Scenario.of(
                  "redis-killed",
                  "kill -9 of Redis, started again empty",
                  3,
                  context -> {
                    context.perform(new Kill("redis"));
                    context.lastBetween(0.5, 2);
                    context.perform(StartParts.of("redis"));
                    RedisDataMarker.expect(context, "");
                  })
              .prepared(context -> RedisDataMarker.put(context, "before")),
          Scenario.of(
                  "redis-persistent",
                  "the same with persistence turned on: it comes back with old data",
                  3,
                  context -> {
                    context.perform(new Kill("redis"));
                    context.lastBetween(0.5, 2);
                    context.perform(new StartRedis(RedisData.PERSISTENT));
                    RedisDataMarker.expect(context, "before");
                  })
              .prepared(context -> {
                context.perform(new PersistRedis());
                RedisDataMarker.put(context, "before");
              }),
          Scenario.of(
              "redis-replaced",
              "Redis replaced by a copy of its data from seconds ago",
              6,
              context -> {
                RedisDataMarker.put(context, "then");
                context.perform(new SnapshotRedis());
                RedisDataMarker.put(context, "now");
                context.lastBetween(2, 4);
                context.perform(new Kill("redis"));
                context.perform(new StartRedis(RedisData.SNAPSHOT));
                RedisDataMarker.expect(context, "then");
              }),
          Scenario.of(
              "redis-paused",
              "Redis is paused for 3 s",
              3,
              context -> {
                pause(context, "redis", 3);
              }),
          Scenario.of(
              "redis-paused-long",
              "Redis is paused for 30 s",
              30,
              context -> {
                pause(context, "redis", 30);
              }),
          Scenario.of(
              "script-flush",
              "SCRIPT FLUSH",
              1,
              context -> {
                context.redis("SCRIPT", "FLUSH", "SYNC");
              }),
          Scenario.of(
                  "flushall",
                  "FLUSHALL",
                  1,
                  context -> {
                    context.redis("FLUSHALL");
                    RedisDataMarker.expect(context, "");
                  })
              .prepared(context -> RedisDataMarker.put(context, "before")),
          Scenario.of(
              "redis-full",
              "Redis out of memory for 4 s (noeviction)",
              4,
              context -> {
                String[] before =
                    context.perform(Redis.of("CONFIG", "GET", "maxmemory")).split(" ");
                context.redis("CONFIG", "SET", "maxmemory", "1");
                context.last(4);
                RedisDataMarker.expectRefused(context);
                context.redis("CONFIG", "SET", "maxmemory", before[before.length - 1]);
              }),
          NetworkFaults.redisCut(),
          Scenario.of(
              "app-killed",
              "kill -9 of one instance, started again",
              20,
              context -> {
                kill(context, 1);
              }),
          Scenario.of(
                  "two-apps-killed",
                  "kill -9 of two instances, started again",
                  25,
                  context -> kill(context, 2))
              .needing(2),
          Scenario.of(
              "all-apps-killed",
              "kill -9 of all instances, started again",
              30,
              context -> {
                kill(context, context.instances().size());
              }),
          Scenario.of(
              "app-paused",
              "an instance is paused for 15 s, longer than the grace",
              15,
              context -> {
                pause(context, context.anyInstance(), 15);
              }),
          Scenario.of(
                  "app-stopped",
                  "SIGTERM of one instance, started again",
                  20,
                  context -> {
                    restart(context, context.anyInstance());
                  })
              .withoutFailure()
              .needing(2),
          Scenario.of(
                  "rolling-restart",
                  "every instance restarted, one after the other",
                  60,
                  context -> {
                    for (String instance : context.instances()) {
                      restart(context, instance);
                    }
                  })
              .withoutFailure()
              .needing(2),
          Scenario.of(
              "mysql-killed",
              "kill -9 of MySQL, started again",
              8,
              context -> {
                context.perform(new Kill("mysql"));
                context.inSilence("MySQL was away", _ -> context.lastBetween(0.5, 2));
                context.perform(StartParts.of("mysql"));
              }),
          Scenario.of(
              "mysql-paused",
              "MySQL is paused for 6 s",
              6,
              context -> {
                context.perform(new Pause("mysql"));
                context.inSilence("MySQL stood still", _ -> context.last(6));
                context.perform(new Resume("mysql"));
              }),
          Scenario.of(
              "mysql-connections",
              "MySQL's connections are lost and taken by others for 5 s",
              7,
              context -> {
                try (ConnectionExhaustion exhaustion = new ConnectionExhaustion(context)) {
                  exhaustion.take();
                  context.inSilence(
                      "MySQL gave no connection",
                      _ -> {
                        context.last(5);
                        exhaustion.requireNoneLeft();
                      });
                }
                context.say("connections given back");
              }),
          Scenario.of(
              "mysql-read-only",
              "MySQL is read-only for 4 s",
              4,
              context -> {
                context.perform(new Sql("SET GLOBAL super_read_only = ON"));
                context.inSilence("MySQL was read-only", _ -> context.last(4));
                context.perform(new Sql("SET GLOBAL super_read_only = OFF"));
                context.perform(new Sql("SET GLOBAL read_only = OFF"));
              }),
          Scenario.of(
                  "binlog-full",
                  "no space left for MySQL's binary log for 5 s",
                  8,
                  context -> {
                    context.perform(new FillBinlog());
                    // the last block of the log may have room for a few more
                    context.last(1);
                    context.inSilence("MySQL's disk was full", _ -> context.last(4));
                    freeMySql(context);
                  })
              .prepared(context -> context.perform(new ConfineBinlog())),
          Scenario.of(
              "nginx-reloaded",
              "NGINX reloads its settings, five times",
              3,
              context -> {
                for (int i = 0; i < 5; i++) {
                  context.perform(new ReloadNginx());
                  context.last(0.5);
                }
              }),
          Scenario.of(
              "nginx-killed",
              "kill -9 of NGINX, started again",
              3,
              context -> {
                context.perform(new Kill("nginx"));
                context.inSilence("NGINX was away", _ -> context.lastBetween(0.5, 1.5));
                context.perform(StartParts.of("nginx"));
              }),
          Scenario.of(
                  "clock-off",
                  "the clock of one instance is an hour ahead",
                  5,
                  context -> {
                    context.last(5);
                    requireTrueTimesInRows(context);
                  })
              .prepared(context -> {
                context.perform(new Stop("app-1"));
                context.perform(new StartWithClock("app-1", 3_600));
              }),
          Scenario.of(
              "redis-and-mysql-killed",
              "kill -9 of Redis and MySQL together",
              8,
              context -> {
                context.perform(new Kill("redis"));
                context.perform(new Kill("mysql"));
                context.inSilence("MySQL was away", _ -> context.lastBetween(0.5, 2));
                context.perform(StartParts.of("mysql"));
                context.perform(StartParts.of("redis"));
              }),
          Scenario.of(
              "overload",
              "30 s of ten times the load that can be served",
              35,
              context -> {
                context.flood(Duration.ofSeconds(30));
              }));

  /** Those of a run without names. */
  static final List<Scenario> ALL =
      Stream.of(PARTS, NetworkFaults.ALL, RushFaults.ALL).flatMap(List::stream).toList();

  private Scenarios() {}

  /** Returns a table of all scenarios: the name and what happens. */
  static String list() {
    return Stream.concat(ALL.stream(), Stream.of(Soak.scenario(Soak.USUAL_MINUTES)))
        .map(scenario -> "%-24s %s\n".formatted(scenario.name(), scenario.summary()))
        .collect(Collectors.joining());
  }

  private static void pause(ScenarioContext context, String part, double seconds) throws Exception {
    context.perform(new Pause(part));
    context.last(seconds);
    context.perform(new Resume(part));
  }

  /**
   * Ends a full disk. MySQL checks for free space once a minute, and every commit waits until then:
   * so the fault ends with a commit of its own.
   */
  static void freeMySql(ScenarioContext context) throws IOException, Operator.Unsupported {
    context.perform(new FreeBinlog());
    context.perform(new Sql(COMMIT));
  }

  private static void kill(ScenarioContext context, int number) throws Exception {
    List<String> killed = new ArrayList<>(context.instances());
    String first = context.anyInstance();
    killed.remove(first);
    killed.addFirst(first);
    for (String instance : killed.subList(0, number)) {
      context.perform(new Kill(instance));
    }
    if (number == killed.size()) {
      context.inSilence("no instance ran", _ -> context.lastBetween(0.5, 2));
    } else {
      context.lastBetween(0.5, 2);
    }
    context.perform(new StartParts(List.copyOf(killed.subList(0, number))));
  }

  static void restart(ScenarioContext context, String instance) throws Exception {
    context.perform(new Stop(instance));
    context.perform(StartParts.of(instance));
  }

  // Its host's clock is seen in its metrics, and in no row.
  private static void requireTrueTimesInRows(ScenarioContext context) throws Exception {
    try (Management management = Management.of(context, "app-1")) {
      double offset = management.metric("sugang_clock_offset_seconds");
      context.requireFelt(
          offset < -3_500, "the shared clock minus the host's is %.1f s".formatted(offset));
    }
    String number = context.performQuietly(new Sql(OF_THE_FUTURE)).strip();
    context.promise(
        Long.parseLong(number) == 0,
        "%s enrollments have a time that is yet to come".formatted(number));
  }
}
