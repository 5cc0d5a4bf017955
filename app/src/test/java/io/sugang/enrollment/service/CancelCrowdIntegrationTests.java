package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.enrollment.service.KeyedRequest.Answer;
import io.sugang.http.Api;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A full course whose students cancel and enroll again at the same instant while others ask all the
 * time, on two instances, without any fault. A request that was answered holds no seat.
 */
@Tag("extended")
class CancelCrowdIntegrationTests {
  private static final int COURSES = 8;
  private static final int SEATS = 6;
  private static final int ROUNDS = 60;
  private static final Executor THREADS = Executors.newVirtualThreadPerTaskExecutor();

  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();

  private static Instances instances;
  private static List<Api> apis;
  private final AtomicInteger sent = new AtomicInteger();

  @BeforeAll
  static void twoInstancesWithTheirGatesInUse() {
    instances =
        Instances.start(
            SugangApplication.class,
            2,
            DATABASE,
            REDIS,
            "sugang.seed.capacity=" + SEATS,
            // Every student may take every seat, also one who is on leave.
            "sugang.rules.enabled=false");
    apis = instances.baseUrls().stream().map(url -> new Api(url.getPort())).toList();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  @AfterAll
  static void close() {
    instances.close();
    REDIS.close();
  }

  @Test
  void aSeatWhoseCancelWasAnsweredIsTakenByTheNextRequest() {
    List<CompletableFuture<Void>> courses = new ArrayList<>();
    for (int course = 1; course <= COURSES; course++) {
      int id = course;
      courses.add(CompletableFuture.runAsync(() -> rounds(id), THREADS));
    }
    courses.forEach(CompletableFuture::join);
    for (int course = 1; course <= COURSES; course++) {
      assertThat(held(course)).hasSize(SEATS);
    }
  }

  private void rounds(long course) {
    for (long student = 1; student <= SEATS; student++) {
      assertThat(enroll(student, course).status()).isEqualTo(201);
    }
    for (int round = 0; round < ROUNDS; round++) {
      pairsOfCancelAndEnroll(course);
      fillUp(course);
      Map.Entry<Long, Long> last = held(course).entrySet().iterator().next();
      assertThat(cancel(last.getValue())).isEqualTo(204);
      assertThat(enroll(100 + round, course))
          .as("course %d, round %d, the only request after a cancel", course, round)
          .extracting(Answer::status, Answer::body)
          .first()
          .isEqualTo(201);
      assertThat(held(course)).hasSize(SEATS);
    }
  }

  private void pairsOfCancelAndEnroll(long course) {
    List<CompletableFuture<?>> crowd = new ArrayList<>();
    held(course)
        .forEach((student, enrollmentId) -> {
          crowd.add(CompletableFuture.supplyAsync(() -> cancel(enrollmentId), THREADS));
          crowd.add(CompletableFuture.supplyAsync(() -> enroll(student, course), THREADS));
        });
    for (long other = 11; other <= 22; other++) {
      long student = other;
      crowd.add(CompletableFuture.supplyAsync(() -> enroll(student, course), THREADS));
    }
    crowd.forEach(CompletableFuture::join);
  }

  /** One request after the other, so each rejection has to be one for good. */
  private void fillUp(long course) {
    for (long student = 31; held(course).size() < SEATS; student++) {
      assertThat(enroll(student, course).code())
          .as("course %d has %d rows and no request in flight", course, held(course).size())
          .isIn("", "ALREADY_ENROLLED");
    }
  }

  private Answer enroll(long student, long course) {
    return new KeyedRequest(student, course, null).to(next());
  }

  private int cancel(long enrollmentId) {
    Api api = next();
    return api.send(api.request("/api/enrollments/" + enrollmentId).DELETE()).statusCode();
  }

  private Api next() {
    return apis.get(sent.getAndIncrement() % apis.size());
  }

  /** Students with a row, and its id. */
  private static Map<Long, Long> held(long course) {
    Map<Long, Long> held = new HashMap<>();
    DATABASE
        .jdbc()
        .queryForList(
            "SELECT student_id, enrollment_id FROM enrollment WHERE course_id = ?", course)
        .forEach(row ->
            held.put(
                (Long) Objects.requireNonNull(row.get("student_id")),
                (Long) Objects.requireNonNull(row.get("enrollment_id"))));
    return held;
  }
}
