package io.sugang.platform.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlServer;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

/**
 * An instance on a host whose clock is five seconds fast, and one on a host whose clock is right.
 */
@Tag("extended")
class SharedClockIntegrationTests {
  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlServer MYSQL = Servers.privateMySql();
  private static Instances right;
  private static Instances wrong;

  @BeforeAll
  static void start() {
    var database = MYSQL.newDatabase();
    right = Instances.start(SugangApplication.class, 1, database, REDIS, Instances.SHIPPED_LIMITS);
    wrong = Instances.start(OnAFastHost.class, 1, database, REDIS, Instances.SHIPPED_LIMITS);
  }

  @AfterAll
  static void stop() {
    right.close();
    wrong.close();
    REDIS.close();
    MYSQL.close();
  }

  @AfterEach
  void bothAnswer() {
    REDIS.start();
    MYSQL.start();
    await().until(() -> is(wrong, ClockSource.REDIS) && is(right, ClockSource.REDIS));
  }

  @Test
  void bothTellTheSameTimeFromTheBeginning() {
    assertThat(is(wrong, ClockSource.REDIS)).isTrue();
    assertTogether();
    await()
        .untilAsserted(() ->
            assertThat(Duration.between(clock(right).now(), Instant.now()).abs())
                .as("Redis runs on this host")
                .isLessThan(Duration.ofMillis(50)));
    // A round in which the machine was busy measures worse than the next one.
    await()
        .untilAsserted(() -> {
          assertThat(gauge(wrong, "sugang.clock.offset")).isBetween(-5.05, -4.95);
          assertThat(gauge(right, "sugang.clock.offset")).isBetween(-0.05, 0.05);
          assertThat(gauge(wrong, "sugang.clock.error")).isBetween(0.0, 0.05);
          assertThat(gauge(wrong, "sugang.clock.disagreement")).isBetween(0.0, 0.05);
        });
  }

  @Test
  void bothTellTheSameTimeByMySqlWhileRedisIsAway() {
    REDIS.stop();
    await().until(() -> is(wrong, ClockSource.MYSQL) && is(right, ClockSource.MYSQL));
    assertTogether();
    assertThat(gauge(wrong, "sugang.clock.disagreement")).isNaN();
  }

  @Test
  void bothTellTheSameTimeWhileNothingAnswers() {
    REDIS.stop();
    MYSQL.stop();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> is(wrong, ClockSource.HOLDOVER) && is(right, ClockSource.HOLDOVER));
    assertTogether();
  }

  /** More than once, because the test may pause between the two clocks. */
  private static void assertTogether() {
    await()
        .pollDelay(Duration.ZERO)
        .untilAsserted(() ->
            assertThat(Duration.between(clock(right).now(), clock(wrong).now()).abs())
                .isLessThan(Duration.ofMillis(50)));
  }

  private static boolean is(Instances instances, ClockSource source) {
    return context(instances).getBean(ClockFollower.class).source() == source;
  }

  private static SharedClock clock(Instances instances) {
    return context(instances).getBean(SharedClock.class);
  }

  private static double gauge(Instances instances, String name) {
    return context(instances).getBean(MeterRegistry.class).get(name).gauge().value();
  }

  private static ApplicationContext context(Instances instances) {
    return instances.contexts().getFirst();
  }
}
