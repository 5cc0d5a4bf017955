package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.enrollment.service.KeyedRequest.Answer;
import io.sugang.http.Api;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.FaultTest;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlLimits;
import io.sugang.servers.MySqlServer;
import io.sugang.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Idempotency-Key while the real Redis or MySQL is away. Every test has a course of its own. */
@FaultTest(
    properties = {
      // A claim waits as long for a row lock as its request waits for the claim.
      MySqlLimits.ROW_LOCK_WAIT + 50,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.ledger.claim-timeout=8s"
    })
@Tag("extended")
class IdempotencyFaultIntegrationTests {
  @Autowired RosterRepair rosters;
  @Autowired RedisServer redisServer;
  @Autowired MySqlServer mysql;
  @Autowired MySqlDatabase database;
  @Autowired StringRedisTemplate redis;
  @LocalServerPort int port;

  @BeforeEach
  void allServersAnswer() {
    redisServer.start();
    mysql.start();
    assertThat(rosters.awaitFresh(Duration.ofSeconds(60))).isTrue();
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> marker("none") == null && api().get("/api/courses/1").statusCode() == 200);
  }

  @Test
  void withoutRedisAKeyMeansTheSameWithinTheInstance() throws Exception {
    redisServer.stop();
    var request = new KeyedRequest(1, 1, "no-redis");
    CompletableFuture<Answer> one;
    CompletableFuture<Answer> other;
    try (var held = new HeldCourse(database, 1)) {
      one = request.sentTo(api());
      other = request.sentTo(api());
      // Whichever comes first waits for the lock.
      await().until(() -> one.isDone() || other.isDone());
      assertThat(new KeyedRequest(1, 2, "no-redis").to(api()).code())
          .isEqualTo("IDEMPOTENCY_KEY_REUSED");
      held.release();
    }
    assertThat(List.of(one.get().code(), other.get().code()))
        .containsExactlyInAnyOrder("", "REQUEST_IN_FLIGHT");
    Answer first = one.get().status() == 201 ? one.get() : other.get();
    assertThat(request.to(api())).isEqualTo(first);
    assertThat(new KeyedRequest(1, 2, "no-redis").to(api()).code())
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    for (var student = 2; student <= 20; student++) {
      assertThat(new KeyedRequest(student, 1, "no-redis-" + student).to(api()).status())
          .isEqualTo(201);
    }
    assertThat(rows(1)).isEqualTo(20);
    assertThat(rows(2)).isZero();

    redisServer.start();
    assertThat(request.to(api())).isEqualTo(first);
  }

  @Test
  void aRequestThatBeganWithRedisIsStillSeenWithoutIt() throws Exception {
    var request = new KeyedRequest(1, 3, "redis-lost");
    CompletableFuture<Answer> first;
    try (var held = new HeldCourse(database, 3)) {
      first = request.sentTo(api());
      await().until(() -> marker("redis-lost") != null);
      redisServer.stop();
      assertThat(request.to(api()).code()).isEqualTo("REQUEST_IN_FLIGHT");
      held.release();
    }
    assertThat(first.get().status()).isEqualTo(201);
    assertThat(request.to(api())).isEqualTo(first.get());
    assertThat(rows(3)).isEqualTo(1);
  }

  @Test
  void aRequestThatCannotBeDecidedLeavesNoMarkerAndItsRepetitionIsServed() throws Exception {
    var request = new KeyedRequest(1, 4, "held");
    try (var held = new HeldCourse(database, 4)) {
      Answer late = request.to(api());
      assertThat(late.status()).isEqualTo(503);
      assertThat(late.retryAfter()).isEqualTo("1");
      assertThat(marker("held")).isNull();
      held.release();
    }
    assertThat(request.to(api()).status()).isEqualTo(201);
    assertThat(rows(4)).isEqualTo(1);
  }

  @Test
  void aRequestThatLosesMySqlLeavesNoMarker() throws Exception {
    var request = new KeyedRequest(1, 5, "no-mysql");
    var held = new HeldCourse(database, 5);
    var first = request.sentTo(api());
    await().until(() -> marker("no-mysql") != null);
    mysql.stop();
    // The first requests meet a stopped MySQL that the instance still counts as available; the
    // later ones meet one that it counts as unavailable.
    assertThat(new KeyedRequest(1, 6, "no-mysql-either").to(api()).status()).isEqualTo(503);
    assertThat(first.get().status()).isEqualTo(503);
    assertThat(marker("no-mysql")).isNull();
    assertThat(marker("no-mysql-either")).isNull();
    mysql.start();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(request.to(api()).status()).isEqualTo(201));
    assertThat(rows(5)).isEqualTo(1);
  }

  private Api api() {
    return new Api(port);
  }

  private @Nullable String marker(String key) {
    return redis.opsForValue().get("idempotency:{1}:" + key);
  }

  private int rows(long course) {
    return database
        .jdbc()
        .queryForList("SELECT enrollment_id FROM enrollment WHERE course_id = ?", course)
        .size();
  }
}
