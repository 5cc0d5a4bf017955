package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operation.StartChanged;
import io.sugang.lab.control.Operation.Stop;
import io.sugang.lab.proxy.CuttableProxy;
import io.sugang.ops.workspace.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Connections that go silent: nothing arrives any more, and neither end is notified. */
final class NetworkFaults {
  private static final double CUT = 16;

  // The longest that a vanished client may hold locks, and the time to check it.
  private static final double LOCKS_END = 10;
  private static final double FOUND = 2;
  private static final double MARGIN = 1.5;

  private static final String OLD_TRANSACTIONS =
      "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_started < NOW() - INTERVAL %d SECOND";

  static final List<Scenario> ALL = List.of(mysqlCut(), mysqlCutIds(), redisOneSilent());

  private NetworkFaults() {}

  private static Scenario mysqlCut() {
    CuttableProxy[] proxy = new CuttableProxy[1];
    return Scenario.of(
            "mysql-cut",
            "the connection of one instance to MySQL goes silent while it holds row locks",
            20,
            context -> {
              // The UPDATE before it holds the locks; that one is prepared, so it has no text to
              // see.
              proxy[0].silenceBefore("COMMIT");
              cutOff(context, proxy[0]);
            })
        .prepared(context -> {
          proxy[0] = context.use(mysql(context));
          context.perform(new Stop("app-1"));
          context.perform(
              new StartChanged("app-1", Map.of("MYSQL_PORT", Integer.toString(proxy[0].port()))));
        });
  }

  // The id block is drawn by the first claim of a new instance, and then only once in a thousand.
  private static Scenario mysqlCutIds() {
    CuttableProxy[] proxy = new CuttableProxy[1];
    return Scenario.of(
            "mysql-cut-ids",
            "the same while the instance holds the row of the enrollment ids",
            30,
            context -> {
              context.perform(new Stop("app-1"));
              proxy[0].silenceBefore("UPDATE ENROLLMENT_ID_BLOCK", "COMMIT");
              context.perform(
                  new StartChanged(
                      "app-1",
                      Map.of(
                          "SUGANG_WARMUP",
                          "off",
                          "MYSQL_PORT",
                          Integer.toString(proxy[0].port()))));
              cutOff(context, proxy[0]);
            })
        .prepared(context -> proxy[0] = context.use(mysql(context)))
        .needing(2);
  }

  private static CuttableProxy mysql(ScenarioContext context) throws IOException {
    return new CuttableProxy(
        context.environment("MYSQL_HOST", "127.0.0.1"),
        Settings.port(context.environment(), "MYSQL_PORT", 3306));
  }

  private static void cutOff(ScenarioContext context, CuttableProxy proxy) throws Exception {
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!proxy.silent() && System.nanoTime() < until) {
      context.last(0.02);
    }
    context.requireFelt(proxy.silent(), "app-1 has sent no such statement");
    context.say("app-1 and MySQL are silent, in the middle of a transaction");
    context.last(LOCKS_END + MARGIN);
    String old =
        context
            .performQuietly(new Sql(OLD_TRANSACTIONS.formatted((int) (LOCKS_END + MARGIN / 2))))
            .strip();
    context.promise(
        old.equals("0"), "%s transactions have held locks for more than 10 s".formatted(old));
    context.last(CUT - LOCKS_END - MARGIN);
    context.requireFelt(proxy.withheld(), "app-1 sent nothing to MySQL");
    proxy.speak();
    context.say("app-1 reaches MySQL again, and the delayed bytes arrive");
    context.last(1);
  }

  static Scenario redisCut() {
    CuttableProxy[] proxy = new CuttableProxy[1];
    return Scenario.of(
            "redis-cut",
            "one instance is cut off from Redis for 6 s",
            6,
            context -> {
              proxy[0].cut();
              context.say("app-1 is cut off from Redis");
              context.last(6);
              context.requireFelt(proxy[0].withheld(), "app-1 sent nothing to Redis");
              proxy[0].heal();
              context.say("app-1 reaches Redis again");
            })
        .prepared(context -> {
          proxy[0] = context.use(redis(context));
          context.perform(new Stop("app-1"));
          context.perform(
              new StartChanged("app-1", Map.of("REDIS_PORT", Integer.toString(proxy[0].port()))));
        });
  }

  private static Scenario redisOneSilent() {
    CuttableProxy[] proxy = new CuttableProxy[1];
    return Scenario.of(
            "redis-one-silent",
            "one connection of an instance to Redis goes silent, its others work on",
            8,
            context -> {
              proxy[0].count();
              context.last(1);
              int before = proxy[0].accepted();
              context.requireFelt(proxy[0].silenceOne(), "app-1 sent nothing to Redis");
              context.say("the busiest connection of app-1 to Redis is silent");
              context.last(FOUND + MARGIN);
              context.promise(
                  proxy[0].accepted() > before,
                  "the silent connection was not replaced within 2 s");
              context.last(3);
              proxy[0].speak();
              context.say("it speaks again");
            })
        .prepared(context -> {
          proxy[0] = context.use(redis(context));
          context.perform(new Stop("app-1"));
          context.perform(
              new StartChanged("app-1", Map.of("REDIS_PORT", Integer.toString(proxy[0].port()))));
        });
  }

  private static CuttableProxy redis(ScenarioContext context) throws IOException {
    return new CuttableProxy(
        context.environment("REDIS_HOST", "127.0.0.1"),
        Settings.port(context.environment(), "REDIS_PORT", 6379));
  }
}
