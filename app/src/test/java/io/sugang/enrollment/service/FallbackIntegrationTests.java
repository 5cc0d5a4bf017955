package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.FaultTest;
import io.sugang.servers.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Enrolling while the real Redis is killed and started again, empty. */
@FaultTest
class FallbackIntegrationTests {
  private static final int REQUESTS = 2_000;
  private static final int COURSES = 20;
  private static final int SEATS = 50;

  @Autowired RedisServer redisServer;
  @Autowired RosterRepair rosters;
  @Autowired SeatCircuit circuit;
  @Autowired StringRedisTemplate redis;
  @Autowired JdbcTemplate jdbc;
  @LocalServerPort int port;

  private record Pair(long student, long course) {}

  @Test
  void withRedisKilledAndStartedAgainEveryWinnerHasARowAndEveryRowAWinner() throws Exception {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
    Map<Pair, Integer> answers = new ConcurrentHashMap<>();
    AtomicInteger done = new AtomicInteger();
    CountDownLatch third = new CountDownLatch(REQUESTS / 3);
    CountDownLatch twoThirds = new CountDownLatch(2 * REQUESTS / 3);
    try (HttpClient client = HttpClient.newHttpClient();
        ExecutorService users = Executors.newFixedThreadPool(32)) {
      for (Pair pair : pairs()) {
        users.submit(() -> {
          answers.put(pair, enroll(client, pair));
          done.incrementAndGet();
          third.countDown();
          twoThirds.countDown();
          return null;
        });
      }
      third.await();
      redisServer.stop();
      twoThirds.await();
      assertThat(circuit.closed()).isFalse();
      redisServer.start();
    }
    assertThat(done).hasValue(REQUESTS);
    assertThat(Set.copyOf(answers.values())).containsExactlyInAnyOrder(201, 409);

    Set<Pair> winners =
        answers.entrySet().stream()
            .filter(answer -> answer.getValue() == 201)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Set<Pair> rows =
        new HashSet<>(
            jdbc.query(
                "SELECT student_id, course_id FROM enrollment",
                (row, n) -> new Pair(row.getLong(1), row.getLong(2))));
    assertThat(winners).isEqualTo(rows);
    for (long course = 1; course <= COURSES; course++) {
      long id = course;
      assertThat(rows).filteredOn(row -> row.course() == id).hasSize(SEATS);
    }

    await().until(circuit::closed);
    for (long course = 1; course <= COURSES; course++) {
      long id = course;
      Set<String> roster =
          rows.stream()
              .filter(row -> row.course() == id)
              .map(row -> "" + row.student())
              .collect(Collectors.toSet());
      await()
          .untilAsserted(() -> {
            assertThat(redis.opsForSet().members(SeatKeys.of(new SeatsId(id)).students()))
                .isEqualTo(roster);
            assertThat(redis.hasKey(SeatKeys.of(new SeatsId(id)).pending())).isFalse();
          });
    }
    theGateRejectsAgain(winners);
  }

  private void theGateRejectsAgain(Set<Pair> winners) throws Exception {
    Pair loser = pairs().stream().filter(pair -> !winners.contains(pair)).findAny().orElseThrow();
    long asked = redisServer.gateQuestions();
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(enroll(client, loser)).isEqualTo(409);
    }
    assertThat(redisServer.gateQuestions()).isEqualTo(asked + 1);
  }

  /** 100 students for the 50 seats of every course, in an order that mixes the courses. */
  private static List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (long course = 1; course <= COURSES; course++) {
      for (long student = 1; student <= REQUESTS / COURSES; student++) {
        pairs.add(new Pair(student, course));
      }
    }
    Collections.shuffle(pairs, new Random(20261120));
    return pairs;
  }

  private int enroll(HttpClient client, Pair pair) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/enrollments"))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(20))
                .POST(
                    BodyPublishers.ofString(
                        "{\"studentId\":%d,\"courseId\":%d}"
                            .formatted(pair.student(), pair.course())))
                .build(),
            BodyHandlers.ofString());
    return response.statusCode();
  }
}
