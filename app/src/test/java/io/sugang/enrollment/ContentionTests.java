package io.sugang.enrollment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.sugang.seat.SeatKeys;
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
 * A rush on too few seats over three instances of the service: nothing is lost, nothing is given
 * twice, and every answer is true.
 */
class ContentionTests {
  private static final int INSTANCES = 3;
  private static final int COURSES = 20;
  private static final int SEATS = 50;

  /** Distinct students per course: three for each seat. */
  private static final int APPLICANTS = 3 * SEATS;

  /** Every pair is sent this often, each time to another instance. */
  private static final int CLICKS = 2;

  /**
   * Requests under way at a time, below what the instances accept, so that every one is answered by
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
  @Timeout(180)
  void aRushOverThreeInstancesFillsEveryCourseToTheLastSeatAndNoFurther() throws Exception {
    try (var redis = Servers.privateRedis()) {
      var database = Servers.mysql().newDatabase();
      try (var instances =
          Instances.start(
              INSTANCES,
              database,
              redis,
              "sugang.seed.students=1000",
              "sugang.seed.courses=" + COURSES,
              "sugang.seed.capacity=" + SEATS)) {
        var answers = rush(instances.baseUrls(), demand(database));

        assertThat(answers).hasSize(COURSES * APPLICANTS * CLICKS);
        var rows = rows(database);
        everyCourseIsFull(database, rows);
        everyAcknowledgementIsARowAndEveryRowWasAcknowledged(answers, rows);
        everyRefusalIsTrue(answers, rows);
        try (var client = RedisClient.create(redis.uri());
            var connection = client.connect()) {
          await()
              .atMost(QUIET)
              .untilAsserted(() -> {
                for (var course :
                    rows.stream().collect(groupingBy(r -> r.pair.courseId)).entrySet()) {
                  var keys = SeatKeys.of(course.getKey());
                  assertThat(connection.sync().hgetall(keys.pending())).isEmpty();
                  assertThat(connection.sync().smembers(keys.students()))
                      .containsExactlyInAnyOrderElementsOf(
                          course.getValue().stream()
                              .map(row -> Long.toString(row.pair.studentId))
                              .toList());
                }
              });
        }
        // What the reconciler did meanwhile changed no enrollment.
        assertThat(rows(database)).containsExactlyInAnyOrderElementsOf(rows);
      }
    }
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

  /**
   * Sends every pair to {@link #CLICKS} instances at nearly the same time, from one virtual thread
   * per request.
   */
  private List<Answer> rush(List<URI> instances, List<Pair> demand) throws Exception {
    var underWay = new Semaphore(IN_FLIGHT);
    var answers = new ArrayList<Future<Answer>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (var i = 0; i < demand.size(); i++) {
        var pair = demand.get(i);
        for (var click = 0; click < CLICKS; click++) {
          var instance = instances.get((i + click) % instances.size());
          Callable<Answer> request =
              () -> {
                underWay.acquire();
                try {
                  return enroll(http, instance, pair);
                } finally {
                  underWay.release();
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

  private static void everyRefusalIsTrue(List<Answer> answers, List<Row> rows) {
    var enrolled = rows.stream().map(Row::pair).collect(toSet());
    assertThat(answers)
        .filteredOn(answer -> answer.status != 201)
        .allSatisfy(answer -> {
          assertThat(answer.status).isEqualTo(409);
          // No seat is given back here, so who was once told "full" can't have got in afterwards.
          assertThat(answer.code())
              .isEqualTo(enrolled.contains(answer.pair) ? "ALREADY_ENROLLED" : "COURSE_FULL");
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
