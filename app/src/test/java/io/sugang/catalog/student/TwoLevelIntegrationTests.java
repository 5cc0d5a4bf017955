package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.lab.proxy.CuttableProxy;
import io.sugang.rows.Rows;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Two instances with memory before Redis, each with a line to Redis of its own that can be cut. In
 * the first only news and heartbeat can keep the memory fresh in time, in the second only news and
 * the life of an entry.
 */
@Tag("extended")
class TwoLevelIntegrationTests {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Duration LIFE = Duration.ofSeconds(3);
  private static final AtomicLong NEXT_ID = new AtomicLong(8_800_000);

  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();
  private static Instance first;
  private static Instance second;

  private long id;

  @BeforeAll
  static void start() throws IOException {
    first = new Instance("sugang.student.local-ttl=60s", "sugang.student.local-heartbeat=500ms");
    second =
        new Instance(
            "sugang.student.local-ttl=" + LIFE.toMillis() + "ms",
            "sugang.student.local-heartbeat=10s");
  }

  @AfterAll
  static void stop() throws IOException {
    first.close();
    second.close();
    REDIS.close();
  }

  @BeforeEach
  void newStudent() {
    id = NEXT_ID.incrementAndGet();
    new Rows(first.bean(JdbcTemplate.class)).student(id);
    awaitInUse();
  }

  @AfterEach
  void allBack() {
    first.line.heal();
    second.line.heal();
    REDIS.start();
    awaitInUse();
  }

  private static void awaitInUse() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> first.level().inUse() && second.level().inUse());
    // The circuits before Redis may still be open: reads fill Redis again.
    await().atMost(Duration.ofSeconds(30)).until(() -> first.holds(1) && second.holds(1));
  }

  @Test
  void secondReadCostsNeitherRedisNorMySql() {
    // A late heartbeat empties the memory, so one undisturbed round has to do.
    await().atMost(Duration.ofSeconds(60)).until(this::hundredReadsAreHits);
    assertThat(first.gauge("sugang.student.local.bytes")).isGreaterThan(200);
    assertThat(first.gauge("sugang.student.local.in.use")).isEqualTo(1);
  }

  private boolean hundredReadsAreHits() {
    await().until(() -> first.holds(id));
    double redisBefore = first.lookUpsInRedis();
    double hitsBefore = first.count("hit");
    for (int i = 0; i < 100; i++) {
      assertThat(first.read(id)).contains(Rows.number(id));
    }
    return first.count("hit") - hitsBefore == 100 && first.lookUpsInRedis() == redisBefore;
  }

  @Test
  void correctionIsSeenByItsInstanceAtOnceAndByTheOtherAsSoonAsRedisTellsIt() {
    await().until(() -> first.holds(id) && second.holds(id));
    double newsBefore = first.registry().counter("sugang.student.local.invalidations").count();
    correct(second, "Chemistry");
    assertThat(second.read(id)).contains("Chemistry");
    // An entry of the first would live for 60 s.
    await().atMost(SOON).until(() -> first.read(id).contains("Chemistry"));
    assertThat(first.registry().counter("sugang.student.local.invalidations").count())
        .isGreaterThan(newsBefore);
    await().until(() -> first.holds(id));
    assertThat(first.read(id)).contains("Chemistry");
  }

  @Test
  void readersDuringCorrectionsAreNeverLeftWithAnOldValue() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              while (!done.get()) {
                first.bean(StudentReader.class).read(id);
              }
            });
    try {
      for (int round = 1; round <= 30; round++) {
        String department = "Round " + round + ".";
        correct(second, department);
        await()
            .atMost(SOON)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> first.read(id).contains(department));
      }
    } finally {
      done.set(true);
      reader.join();
    }
    assertThat(first.read(id)).contains("Round 30.");
  }

  @Test
  void whoeverDeletesTheKeyIsHeard() {
    await().until(() -> first.holds(id));
    first
        .bean(JdbcTemplate.class)
        .update("UPDATE student SET department = 'Law' WHERE student_id = ?", id);
    try (RedisAdministrator administrator = REDIS.administrator()) {
      administrator.commands().del(StudentCache.name(id));
    }
    await().atMost(SOON).until(() -> first.read(id).contains("Law"));
  }

  @Test
  void emptiedRedisEmptiesTheMemory() {
    await().until(() -> first.holds(id));
    try (RedisAdministrator administrator = REDIS.administrator()) {
      administrator.commands().flushall();
    }
    await().atMost(SOON).until(() -> first.gauge("sugang.student.local.bytes") == 0);
    assertThat(first.level().inUse()).isTrue();
    assertThat(first.read(id)).contains(Rows.number(id));
  }

  @Test
  void brokenConnectionEmptiesTheMemoryAndAnotherOneFillsItAgain() {
    await().until(() -> first.holds(id));
    double errorsBefore =
        first.registry().counter("sugang.student.cache", "result", "error").count();
    killTrackedConnections();
    await().atMost(SOON).until(() -> first.gauge("sugang.student.local.bytes") == 0);
    assertThat(first.read(id)).contains(Rows.number(id));
    await().atMost(SOON).until(() -> first.level().inUse() && first.holds(id));
    assertThat(first.registry().counter("sugang.student.cache", "result", "error").count())
        .isEqualTo(errorsBefore);
  }

  @Test
  void withoutRedisTheMemoryIsBypassedAndCorrectionsAreSeenAtOnce() {
    await().until(() -> first.holds(id) && second.holds(id));
    REDIS.stop();
    await().atMost(SOON).until(() -> !first.level().inUse() && !second.level().inUse());
    assertThat(first.gauge("sugang.student.local.in.use")).isZero();
    double bypassedBefore = first.count("bypassed");
    assertThat(first.read(id)).contains("Physics");
    assertThat(first.count("bypassed") - bypassedBefore).isEqualTo(1);
    StudentCorrection correction = new StudentCorrection(null, "Chemistry", null);
    assertThat(second.bean(StudentCorrections.class).correct(id, correction))
        .isEqualTo(StudentCorrections.CorrectionResult.CORRECTED_NOT_EVICTED);
    assertThat(first.read(id)).contains("Chemistry");
    assertThat(second.read(id)).contains("Chemistry");
    REDIS.start();
    await().atMost(Duration.ofSeconds(30)).until(() -> first.level().inUse() && first.holds(id));
    assertThat(first.read(id)).contains("Chemistry");
  }

  @Test
  void lineThatHangsIsNoticedByTheHeartbeat() {
    await().until(() -> first.holds(id));
    first.line.cut();
    correct(second, "Chemistry");
    await().atMost(SOON).until(() -> !first.level().inUse());
    assertThat(first.read(id)).contains("Chemistry");
    first.line.heal();
    await().atMost(SOON).until(() -> first.level().inUse());
    await().atMost(SOON).until(() -> first.holds(id));
    assertThat(first.read(id)).contains("Chemistry");
  }

  @Test
  void newsThatAreLostCostTheLifeOfAnEntryAtMost() {
    await().until(() -> second.holds(id));
    second.line.cut();
    correct(first, "Chemistry");
    // Four seconds for reading: Redis is asked in vain, then MySQL. The heartbeat would take 10 s.
    await()
        .atMost(LIFE.plusSeconds(4))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> second.read(id).contains("Chemistry"));
  }

  @Test
  void serverThatMayNotTellOfChangesIsReadEachTime() {
    try (RedisAdministrator administrator = REDIS.administrator()) {
      administrator
          .commands()
          .aclSetuser(
              REDIS.user(),
              AclSetuserArgs.Builder.removeCommand(CommandType.CLIENT, CommandKeyword.TRACKING));
      killTrackedConnections();
      await().atMost(SOON).until(() -> !first.level().inUse());
      double hitsBefore = first.count("hit");
      for (int i = 0; i < 10; i++) {
        assertThat(first.read(id)).contains(Rows.number(id));
      }
      assertThat(first.count("hit")).isEqualTo(hitsBefore);
      administrator
          .commands()
          .aclSetuser(
              REDIS.user(),
              AclSetuserArgs.Builder.addCommand(CommandType.CLIENT, CommandKeyword.TRACKING));
    }
    await().atMost(SOON).until(() -> first.holds(id));
  }

  private static void killTrackedConnections() {
    try (RedisAdministrator administrator = REDIS.administrator()) {
      administrator
          .commands()
          .clientList()
          .lines()
          .filter(client -> field(client, "flags").contains("t"))
          .forEach(client ->
              administrator
                  .commands()
                  .clientKill(KillArgs.Builder.id(Long.parseLong(field(client, "id")))));
    }
  }

  private static String field(String client, String name) {
    for (String field : client.split(" ")) {
      if (field.startsWith(name + "=")) {
        return field.substring(name.length() + 1);
      }
    }
    throw new AssertionError("no " + name + " in " + client);
  }

  /** Repeated where Redis is late, as an operator does whom the answer tells so. */
  private void correct(Instance instance, String department) {
    await()
        .pollDelay(Duration.ZERO)
        .until(() -> {
          HttpResponse<String> answer =
              new Api(instance.port("local.management.port"))
                  .postJson(
                      "/actuator/students/" + id, "{\"department\":\"%s\"}".formatted(department));
          assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
          return JsonPath.<Boolean>read(answer.body(), "$.evicted");
        });
  }

  private static final class Instance implements AutoCloseable {
    private final CuttableProxy line;
    private final Instances instances;

    Instance(String localTtl, String heartbeat) throws IOException {
      line = new CuttableProxy(REDIS.host(), REDIS.port());
      instances =
          Instances.start(
              SugangApplication.class,
              1,
              DATABASE,
              REDIS,
              Instances.SHIPPED_LIMITS,
              "REDIS_HOST=127.0.0.1",
              "REDIS_PORT=" + line.port(),
              localTtl,
              heartbeat);
    }

    <T> T bean(Class<T> type) {
      return instances.contexts().getFirst().getBean(type);
    }

    NearCache level() {
      return bean(NearCache.class);
    }

    MeterRegistry registry() {
      return bean(MeterRegistry.class);
    }

    int port(String property) {
      return instances
          .contexts()
          .getFirst()
          .getEnvironment()
          .getRequiredProperty(property, Integer.class);
    }

    String read(long studentId) {
      HttpResponse<String> answer =
          new Api(port("local.server.port")).get("/api/students/" + studentId);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      return answer.body();
    }

    /** Reads, and says whether that came from memory. */
    boolean holds(long studentId) {
      double before = count("hit");
      read(studentId);
      return count("hit") > before;
    }

    double count(String result) {
      return registry().counter("sugang.student.local", "result", result).count();
    }

    double lookUpsInRedis() {
      return registry().find("sugang.student.cache").counters().stream()
          .mapToDouble(counter -> counter.count())
          .sum();
    }

    double gauge(String name) {
      return registry().get(name).gauge().value();
    }

    @Override
    public void close() throws IOException {
      instances.close();
      line.close();
    }
  }
}
