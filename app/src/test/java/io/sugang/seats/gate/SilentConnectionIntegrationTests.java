package io.sugang.seats.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.lab.proxy.CuttableProxy;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.GateAnswer.Granted;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.Instances;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/** One connection to Redis says nothing any more, without a FIN, and the others are well. */
@Tag("extended")
class SilentConnectionIntegrationTests {
  private static final RedisServer REDIS = Servers.privateRedis();
  private static CuttableProxy line;
  private static Instances instances;
  private static RedisAdministrator administrator;

  @BeforeAll
  static void start() throws IOException {
    line = new CuttableProxy(REDIS.host(), REDIS.port());
    administrator = REDIS.administrator();
    instances =
        Instances.start(
            SugangApplication.class,
            1,
            Servers.mysql().newDatabase(),
            REDIS,
            Instances.SHIPPED_LIMITS,
            "REDIS_HOST=127.0.0.1",
            "REDIS_PORT=" + line.port());
  }

  @AfterAll
  static void stop() throws IOException {
    instances.close();
    administrator.close();
    line.close();
    REDIS.close();
  }

  @BeforeEach
  void beginInUse() {
    inUse();
  }

  private static void inUse() {
    assertThat(bean(RosterRepair.class).awaitFresh(Duration.ofSeconds(20))).isTrue();
    await().until(() -> bean(SeatCircuit.class).closed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sugang-requests", "sugang-rosters"})
  void isFoundWithinTwoSecondsAndReplaced(String name) {
    // Repeated where the machine pauses, which is silence too.
    AtomicLong student = new AtomicLong(name.length());
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> isFoundAndReplacedInTime(name, new StudentId(student.addAndGet(20))));
  }

  private static boolean isFoundAndReplacedInTime(String name, StudentId student) {
    inUse();
    double fallbacks = fallbacks();
    String silent = newest(name);
    long begin = System.nanoTime();
    line.silence(port(silent));
    await().pollDelay(Duration.ZERO).until(() -> fallbacks() > fallbacks);
    boolean foundLate = isOver(begin, Duration.ofSeconds(2));
    await().until(() -> bean(SeatCircuit.class).closed() && !newest(name).equals(silent));
    boolean replacedLate = isOver(begin, Duration.ofSeconds(5));
    boolean granted = bean(SeatGate.class).enter(student, new SeatsId(3)).join() instanceof Granted;
    // And stays in use: the new connection is no silent one.
    long inUse = System.nanoTime();
    await().until(() -> isOver(inUse, Duration.ofSeconds(2)));
    return !foundLate && !replacedLate && granted && fallbacks() == fallbacks + 1;
  }

  private static boolean isOver(long beginNanos, Duration time) {
    return System.nanoTime() - beginNanos > time.toNanos();
  }

  @Test
  void theConnectionThatSpringSharesIsReplacedWithinTwoSecondsToo() {
    await().atMost(Duration.ofMinutes(2)).until(this::theSharedConnectionIsReplacedInTime);
  }

  private boolean theSharedConnectionIsReplacedInTime() {
    StringRedisTemplate shared = bean(StringRedisTemplate.class);
    await().ignoreExceptions().until(() -> shared.hasKey("student:1") != null);
    String silent = newest("sugang-shared");
    long begin = System.nanoTime();
    line.silence(port(silent));
    await().ignoreExceptions().until(() -> shared.hasKey("student:1") != null);
    boolean late = isOver(begin, Duration.ofSeconds(2));
    assertThat(newest("sugang-shared")).isNotEqualTo(silent);
    return !late;
  }

  @Test
  void aPageOfCoursesIsNoCommandOnTheConnectionOfRequests() {
    Api api =
        new Api(
            instances
                .contexts()
                .getFirst()
                .getEnvironment()
                .getRequiredProperty("local.server.port", Integer.class));
    for (int page = 0; page < 10; page++) {
      assertThat(api.get("/api/courses?size=20").statusCode()).isEqualTo(200);
      assertThat(field(line("sugang-requests"), "cmd")).isNotIn("get", "scard");
    }
    await()
        .until(() -> {
          api.get("/api/courses?size=20");
          return field(line("sugang-rosters"), "cmd").equals("scard");
        });
  }

  private static <T> T bean(Class<T> type) {
    ApplicationContext instance = instances.contexts().getFirst();
    return instance.getBean(type);
  }

  private static double fallbacks() {
    return bean(MeterRegistry.class).get("sugang.gate.fallbacks").functionCounter().count();
  }

  /** Where the instance's newest connection of this name comes from. */
  private static String newest(String name) {
    return field(line(name), "addr");
  }

  private static String line(String name) {
    List<String> clients =
        administrator
            .commands()
            .clientList()
            .lines()
            .filter(client -> field(client, "name").equals(name))
            .toList();
    return clients.stream()
        .max(Comparator.comparingLong(client -> Long.parseLong(field(client, "id"))))
        .orElseThrow(() -> new AssertionError("no connection " + name));
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private static String field(String client, String name) {
    for (String field : client.split(" ")) {
      if (field.startsWith(name + "=")) {
        return field.substring(name.length() + 1);
      }
    }
    throw new AssertionError("no " + name + " in " + client);
  }
}
