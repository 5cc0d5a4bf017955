package io.sugang.enrollment.service;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import io.sugang.SugangApplication;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A rush on too few seats over three instances of the service: no seat is lost or granted twice,
 * and every answer is true.
 */
class ContentionIntegrationTests {
  private static final int INSTANCES = 3;
  private static final int COURSES = 20;
  private static final int SEATS = 50;

  /** Distinct students per course: two for each seat. */
  private static final int APPLICANTS = 2 * SEATS;

  /** In the rush every pair is sent this often, each time to another instance. */
  private static final int CLICKS = 2;

  /**
   * Requests in flight at a time, below what the instances accept, so that every one is answered by
   * the service.
   */
  private static final int IN_FLIGHT = 600;

  /**
   * The promise of the gate: ten seconds after the last request Redis and MySQL agree; and some
   * time for slow machines.
   */
  private static final Duration QUIET = Duration.ofSeconds(20);

  private final JsonMapper json = new JsonMapper();

  record Pair(long studentId, long courseId) {}

  record Answer(Pair pair, int status, JsonNode body) {
    String code() {
      return body.path("code").asString("");
    }
  }

  record Row(long enrollmentId, Pair pair) {}

  @Test
  @Timeout(300)
  void aRushOverThreeInstancesFillsEveryCourseToTheLastSeatAndNoFurther() throws Exception {
    try (var redis = Servers.privateRedis()) {
      var database = Servers.mysql().newDatabase();
      try (var instances =
          Instances.start(
              SugangApplication.class,
              INSTANCES,
              database,
              redis,
              "sugang.seed.students=1000",
              "sugang.seed.courses=" + COURSES,
              "sugang.seed.capacity=" + SEATS,
              // Every student may take every seat, also one who is on leave.
              "sugang.rules.enabled=false")) {
        gatesAreInUse(instances);
        var demand = demand(database);

        var answers = send(demand, CLICKS, instances.baseUrls());

        assertThat(answers).hasSize(COURSES * APPLICANTS * CLICKS);
        var rows = rows(database);
        everyCourseIsFull(database, rows);
        everyAcknowledgementIsARowAndEveryRowWasAcknowledged(answers, rows);
        everyRejectionIsOfTheContractAndNobodyIsWronglyCalledEnrolled(answers, rows);
        try (var administrator = redis.administrator()) {
          await()
              .atMost(QUIET)
              .untilAsserted(() -> redisHoldsExactlyTheRows(administrator.commands(), rows));
          // Otherwise this would be a test of the ledger alone: each request asks the gate once.
          assertThat(scriptCalls(administrator.commands().info("commandstats")))
              .isGreaterThan(answers.size() / 2);
        }

        everyoneWhoTriesAgainIsTold(send(demand, 1, instances.baseUrls()), rows);
        assertThat(rows(database)).containsExactlyInAnyOrderElementsOf(rows);
      }
    }
  }

  /** Every instance has loaded its rosters; until then it lets the ledger decide alone. */
  private static void gatesAreInUse(Instances instances) {
    await()
        .atMost(QUIET)
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  /** The same on every run: for each course other students in another order, all mixed. */
  private static List<Pair> demand(MySqlDatabase database) {
    var random = new Random(20261120);
    var students =
        new ArrayList<>(ids(database, "SELECT student_id FROM student ORDER BY student_id"));
    var courses = ids(database, "SELECT course_id FROM course ORDER BY course_id");
    assertThat(courses).hasSize(COURSES);
    var pairs = new ArrayList<Pair>();
    for (var course : courses) {
      Collections.shuffle(students, random);
      students.subList(0, APPLICANTS).forEach(student -> pairs.add(new Pair(student, course)));
    }
    Collections.shuffle(pairs, random);
    return pairs;
  }

  /** Sends every pair to several instances at nearly the same time, each from a virtual thread. */
  private List<Answer> send(List<Pair> demand, int clicks, List<URI> instances) throws Exception {
    var inFlight = new Semaphore(IN_FLIGHT);
    var answers = new ArrayList<Future<Answer>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (var i = 0; i < demand.size(); i++) {
        var pair = demand.get(i);
        for (var click = 0; click < clicks; click++) {
          var instance = instances.get((i + click) % instances.size());
          Callable<Answer> request =
              () -> {
                inFlight.acquire();
                try {
                  return enroll(http, instance, pair);
                } finally {
                  inFlight.release();
                }
              };
          answers.add(threads.submit(request));
        }
      }
      var received = new ArrayList<Answer>();
      for (var answer : answers) {
        received.add(answer.get());
      }
      return received;
    }
  }

  private Answer enroll(HttpClient http, URI instance, Pair pair)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(instance.resolve("/api/enrollments"))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"studentId\":%d,\"courseId\":%d}".formatted(pair.studentId, pair.courseId)))
            .build();
    var response = http.send(request, BodyHandlers.ofString());
    return new Answer(pair, response.statusCode(), json.readTree(response.body()));
  }

  private static void everyCourseIsFull(MySqlDatabase database, List<Row> rows) {
    assertThat(rows.stream().collect(groupingBy(row -> row.pair.courseId)))
        .hasSize(COURSES)
        .allSatisfy(
            (course, ofCourse) -> assertThat(ofCourse).as("course " + course).hasSize(SEATS));
    assertThat(ids(database, "SELECT enrolled FROM course")).containsOnly((long) SEATS);
  }

  private static void everyAcknowledgementIsARowAndEveryRowWasAcknowledged(
      List<Answer> answers, List<Row> rows) {
    var acknowledged =
        answers.stream()
            .filter(answer -> answer.status == 201)
            .map(answer ->
                new Row(
                    answer.body.path("enrollmentId").asLong(),
                    new Pair(
                        answer.body.path("studentId").asLong(),
                        answer.body.path("courseId").asLong())))
            .toList();
    assertThat(acknowledged).containsExactlyInAnyOrderElementsOf(rows);
  }

  /**
   * While the rush runs, "full" may also meet a student who gets in a moment later or by the other
   * click. All seats were held at that instant, and one of the holders was overtaken.
   */
  private static void everyRejectionIsOfTheContractAndNobodyIsWronglyCalledEnrolled(
      List<Answer> answers, List<Row> rows) {
    var enrolled = rows.stream().map(Row::pair).collect(toSet());
    assertThat(answers.stream().filter(answer -> answer.status != 201))
        .filteredOn(answer ->
            answer.status != 409
                || switch (answer.code()) {
                  case "COURSE_FULL" -> false;
                  case "ALREADY_ENROLLED" -> !enrolled.contains(answer.pair);
                  default -> true;
                })
        .as("refusals that are wrong")
        .isEmpty();
  }

  /** With the rush over there is one right answer for everybody. */
  private static void everyoneWhoTriesAgainIsTold(List<Answer> answers, List<Row> rows) {
    var enrolled = rows.stream().map(Row::pair).collect(toSet());
    assertThat(answers)
        .hasSize(COURSES * APPLICANTS)
        .filteredOn(answer ->
            answer.status != 409
                || !answer
                    .code()
                    .equals(enrolled.contains(answer.pair) ? "ALREADY_ENROLLED" : "COURSE_FULL"))
        .as("answers that are wrong")
        .isEmpty();
  }

  private static void redisHoldsExactlyTheRows(
      RedisCommands<String, String> redis, List<Row> rows) {
    rows.stream()
        .collect(
            groupingBy(
                row -> row.pair.courseId,
                mapping(row -> Long.toString(row.pair.studentId), toList())))
        .forEach((course, students) -> {
          var keys = SeatKeys.of(new SeatsId(course));
          assertThat(redis.hgetall(keys.pending())).isEmpty();
          assertThat(redis.smembers(keys.students())).containsExactlyInAnyOrderElementsOf(students);
        });
  }

  private static long scriptCalls(String commandStats) {
    return commandStats
        .lines()
        .filter(line -> line.startsWith("cmdstat_evalsha:"))
        .mapToLong(line -> Long.parseLong(line.replaceFirst(".*:calls=(\\d+),.*", "$1")))
        .sum();
  }

  private static List<Row> rows(MySqlDatabase database) {
    return database
        .jdbc()
        .query(
            "SELECT enrollment_id, student_id, course_id FROM enrollment",
            (row, number) -> new Row(row.getLong(1), new Pair(row.getLong(2), row.getLong(3))));
  }

  private static List<Long> ids(MySqlDatabase database, String sql) {
    return database.jdbc().query(sql, (row, number) -> row.getLong(1));
  }
}
