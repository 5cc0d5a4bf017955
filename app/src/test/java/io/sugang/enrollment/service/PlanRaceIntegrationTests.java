package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.rows.Meeting;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Racing clicks at three instances, each of which fits the rules of a plan alone: I6 holds, judged
 * from the meetings, the subjects and the rows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class PlanRaceIntegrationTests {
  private static final int INSTANCES = 3;
  private static final int STUDENTS = 120;
  private static final int COURSES = 12;
  private static final int LIMIT = 9;
  private static final List<Long> LIBERAL_COURSES = List.of(21L, 22L, 23L, 24L);
  private static final int LIBERAL_LIMIT = 2;

  /** Below what the instances accept, so that every request is answered by the rules. */
  private static final int IN_FLIGHT = 200;

  private static final Duration QUIET = Duration.ofSeconds(20);

  private static final String OVERLAPS =
      """
      SELECT COUNT(*) FROM enrollment a
      JOIN enrollment b ON b.student_id = a.student_id AND b.course_id > a.course_id
      JOIN meeting m ON m.course_id = a.course_id
      JOIN meeting n ON n.course_id = b.course_id AND n.weekday = m.weekday
        AND n.start_minute < m.end_minute AND n.end_minute > m.start_minute
      """;
  private static final String SUBJECT_TWICE =
      """
      SELECT COUNT(*) FROM enrollment a
      JOIN enrollment b ON b.student_id = a.student_id AND b.course_id > a.course_id
      JOIN course c ON c.course_id = a.course_id
      JOIN course d ON d.course_id = b.course_id
      LEFT JOIN subject_relation r ON r.subject_id = LEAST(c.subject_id, d.subject_id)
        AND r.other_id = GREATEST(c.subject_id, d.subject_id)
        AND r.kind IN ('EQUIVALENT', 'CROSS_LISTED')
      WHERE c.subject_id = d.subject_id OR r.subject_id IS NOT NULL
      """;
  private static final String CREDITS =
      """
      SELECT COUNT(*) FROM student_term t WHERE t.credits <>
        (SELECT COALESCE(SUM(c.credits), 0) FROM enrollment e JOIN course c USING (course_id)
         WHERE e.student_id = t.student_id)
      """;

  private final JsonMapper json = new JsonMapper();
  private RedisServer redis;
  private MySqlDatabase database;
  private Instances instances;
  private JdbcTemplate jdbc;
  private HttpClient http;

  private record Answer(long studentId, long courseId, int status, JsonNode body) {
    String code() {
      return body.path("code").asString("");
    }
  }

  @BeforeAll
  void start() {
    redis = Servers.privateRedis();
    database = Servers.mysql().newDatabase();
    instances =
        Instances.start(
            SugangApplication.class,
            INSTANCES,
            database,
            redis,
            "sugang.seed.enabled=false",
            "sugang.rules.enabled=true");
    jdbc =
        new JdbcTemplate(
            new DriverManagerDataSource(database.jdbcUrl(), database.owner(), database.password()));
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    new Catalogue(jdbc).insert();
    await()
        .atMost(QUIET)
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  @AfterAll
  void stop() {
    http.close();
    instances.close();
    redis.close();
  }

  /**
   * Courses 1 and 2 meet at the same time, and so does each following pair. The last pair is of
   * cross-listed subjects at different times. Every course has three credits and a seat for each
   * student.
   */
  private record Catalogue(JdbcTemplate jdbc) {
    private static final long TERM = 20261;

    void insert() {
      Rows rows = new Rows(jdbc);
      rows.professor(1, "Professor");
      TermRows terms = new TermRows(jdbc);
      terms.spring(TERM, 2026);
      terms.department(1, "Physics", "");
      terms.openWindow(1, TERM);
      LongStream.rangeClosed(1, STUDENTS)
          .forEach(student -> {
            rows.student(student);
            terms.plan(student, TERM, LIMIT);
          });
      LongStream.rangeClosed(1, COURSES)
          .forEach(course -> {
            terms.subject(course, "PHY" + course, "Subject " + course, 1);
            rows.course(course, "Course " + course, "Physics", 1, STUDENTS);
            boolean crossListed = course > COURSES - 2;
            int weekday = crossListed ? (int) (course - COURSES + 7) : (int) ((course + 1) / 2);
            var meeting =
                course % 2 == 1
                    ? new Meeting(weekday, "10:00", "11:15")
                    : new Meeting(weekday, "11:10", "12:25");
            terms.offer(course, TERM, course, "001", 3, meeting);
          });
      terms.relation(11, 12, "CROSS_LISTED");
      terms.classificationRule(TERM, "교양", LIBERAL_LIMIT);
      LIBERAL_COURSES.forEach(course -> {
        terms.subject(course, "GEN" + course, "Subject " + course, "교양", 1);
        rows.course(course, "Course " + course, "Physics", 1, STUDENTS);
        terms.offer(course, TERM, course, "001", 3, null);
      });
    }
  }

  @Test
  void racingClicksOfThreeInstancesKeepEveryPlanWithinItsRules() throws Exception {
    List<Answer> answers = send(everyPair(), this::enroll);

    assertThat(count(OVERLAPS)).isZero();
    assertThat(count(SUBJECT_TWICE)).isZero();
    assertThat(count(CREDITS)).isZero();
    // Three courses of three credits fill every plan, and nothing but a rule may reject one.
    assertThat(count("SELECT COUNT(*) FROM enrollment")).isEqualTo(STUDENTS * LIMIT / 3);
    assertThat(answers.stream().filter(answer -> answer.status() == 201))
        .hasSize(STUDENTS * LIMIT / 3);
    everyRejectionIsTrue(answers);
    assertThat(
            count(
                "SELECT COUNT(*) FROM course c WHERE enrolled <> (SELECT COUNT(*) FROM enrollment e WHERE e.course_id = c.course_id)"))
        .isZero();

    List<long[]> rows =
        jdbc.query(
            "SELECT enrollment_id FROM enrollment", (row, n) -> new long[] {row.getLong(1), 0});
    List<Answer> cancelled = send(rows, this::cancel);
    assertThat(cancelled).hasSize(rows.size()).allMatch(answer -> answer.status() == 204);
    assertThat(count("SELECT COUNT(*) FROM enrollment")).isZero();
    assertThat(count("SELECT COUNT(*) FROM student_term WHERE credits <> 0")).isZero();
    assertThat(count("SELECT COUNT(*) FROM course WHERE enrolled <> 0")).isZero();
  }

  @Test
  void racingClicksKeepEveryPlanWithinTheLimitOfAClassification() throws Exception {
    jdbc.update("UPDATE student_term SET credit_limit = 18 WHERE student_id <= 40");
    List<long[]> pairs = new ArrayList<>();
    for (long student = 1; student <= 40; student++) {
      for (long course : LIBERAL_COURSES) {
        pairs.add(new long[] {student, course});
      }
    }

    List<Answer> answers = send(pairs, this::enroll);

    assertThat(answers.stream().filter(answer -> answer.status() == 201))
        .hasSize(40 * LIBERAL_LIMIT);
    assertThat(answers.stream().filter(answer -> answer.status() != 201))
        .allSatisfy(answer -> {
          assertThat(answer.code()).isEqualTo("CLASSIFICATION_LIMIT");
          assertThat(answer.body().path("classification").asString()).isEqualTo("교양");
          assertThat(answer.body().path("usedCourses").asInt()).isEqualTo(LIBERAL_LIMIT);
          assertThat(answer.body().path("courseLimit").asInt()).isEqualTo(LIBERAL_LIMIT);
        });
    List<long[]> rows =
        jdbc.query(
            "SELECT enrollment_id, student_id FROM enrollment",
            (row, n) -> new long[] {row.getLong(1), row.getLong(2)});
    assertThat(rows.stream().collect(Collectors.groupingBy(row -> row[1])).values())
        .hasSize(40)
        .allMatch(held -> held.size() == LIBERAL_LIMIT);

    assertThat(send(rows, this::cancel)).allMatch(answer -> answer.status() == 204);
    jdbc.update("UPDATE student_term SET credit_limit = ? WHERE student_id <= 40", LIMIT);
  }

  /** What a rejection names is in the plan of the student, which no cancel has changed since. */
  private void everyRejectionIsTrue(List<Answer> answers) {
    Set<List<Long>> held = new HashSet<>();
    jdbc.query(
        "SELECT student_id, course_id FROM enrollment",
        row -> {
          held.add(List.of(row.getLong(1), row.getLong(2)));
        });
    assertThat(answers.stream().filter(answer -> answer.status() != 201))
        .allSatisfy(answer -> {
          assertThat(answer.status()).isEqualTo(409);
          switch (answer.code()) {
            case "TIME_CONFLICT", "SAME_SUBJECT" -> {
              long other = answer.body().path("conflictingCourseId").asLong();
              assertThat(held).contains(List.of(answer.studentId(), other));
              assertThat(Set.of(answer.courseId(), other))
                  .isIn(
                      Set.of(1L, 2L),
                      Set.of(3L, 4L),
                      Set.of(5L, 6L),
                      Set.of(7L, 8L),
                      Set.of(9L, 10L),
                      Set.of(11L, 12L));
              assertThat(answer.code().equals("SAME_SUBJECT")).isEqualTo(other > 10);
            }
            case "CREDIT_LIMIT" -> {
              assertThat(answer.body().path("usedCredits").asInt()).isEqualTo(LIMIT);
              assertThat(answer.body().path("creditLimit").asInt()).isEqualTo(LIMIT);
              assertThat(answer.body().path("neededCredits").asInt()).isEqualTo(3);
            }
            default -> throw new AssertionError("not a refusal of a rule: " + answer);
          }
        });
  }

  @Test
  void aPlanThatAnotherTransactionHoldsDelaysItsStudentAlone() throws Exception {
    long held = STUDENTS + 1;
    long other = STUDENTS + 2;
    long third = STUDENTS + 3;
    Rows rows = new Rows(jdbc);
    for (long student : List.of(held, other, third)) {
      rows.student(student);
      jdbc.update(
          "INSERT INTO student_term (student_id, term_id, credit_limit) VALUES (?, 20261, 9)",
          student);
    }
    jdbc.update("UPDATE course SET capacity = capacity + 3 WHERE course_id = 1");
    CompletableFuture<Answer> delayed;
    try (Connection session =
        DriverManager.getConnection(database.jdbcUrl(), database.owner(), database.password())) {
      session.setAutoCommit(false);
      hold(session, held);
      delayed = CompletableFuture.supplyAsync(() -> uncheckedEnroll(held));
      assertThat(uncheckedEnroll(other).status()).isEqualTo(201);
      assertThat(uncheckedEnroll(third).status()).isEqualTo(201);
      assertThat(delayed).isNotDone();
      session.rollback();
    }
    assertThat(delayed.join().status()).isEqualTo(201);
    jdbc.update("DELETE FROM enrollment WHERE student_id > ?", STUDENTS);
    jdbc.update("DELETE FROM student_term WHERE student_id > ?", STUDENTS);
    jdbc.update(
        "UPDATE course SET capacity = capacity - 3, enrolled = enrolled - 3 WHERE course_id = 1");
  }

  private static void hold(Connection session, long student) throws SQLException {
    try (var lock =
        session.prepareStatement("SELECT * FROM student_term WHERE student_id = ? FOR UPDATE")) {
      lock.setLong(1, student);
      assertThat(lock.executeQuery().next()).isTrue();
    }
  }

  private Answer uncheckedEnroll(long student) {
    try {
      return enroll(instances.baseUrls().getFirst(), new long[] {student, 1});
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }

  private static List<long[]> everyPair() {
    List<long[]> pairs = new ArrayList<>();
    for (long student = 1; student <= STUDENTS; student++) {
      for (long course = 1; course <= COURSES; course++) {
        pairs.add(new long[] {student, course});
      }
    }
    Collections.shuffle(pairs, new Random(20261125));
    // Clicks of one student come together, so that they race.
    pairs.sort((one, next) -> Long.compare(one[0], next[0]));
    return pairs;
  }

  private interface Call {
    Answer send(URI instance, long[] ids) throws IOException, InterruptedException;
  }

  private List<Answer> send(List<long[]> calls, Call call) throws Exception {
    List<URI> urls = instances.baseUrls();
    List<Future<Answer>> answers = new ArrayList<>();
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < calls.size(); i++) {
        URI instance = urls.get(i % urls.size());
        long[] ids = calls.get(i);
        inFlight.acquire();
        Callable<Answer> request =
            () -> {
              try {
                return call.send(instance, ids);
              } finally {
                inFlight.release();
              }
            };
        answers.add(threads.submit(request));
      }
      List<Answer> received = new ArrayList<>();
      for (Future<Answer> answer : answers) {
        received.add(answer.get());
      }
      return received;
    }
  }

  private Answer enroll(URI instance, long[] ids) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(instance.resolve("/api/enrollments"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"studentId\":%d,\"courseId\":%d}".formatted(ids[0], ids[1])))
                .build(),
            BodyHandlers.ofString());
    return new Answer(ids[0], ids[1], response.statusCode(), json.readTree(response.body()));
  }

  private Answer cancel(URI instance, long[] ids) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(instance.resolve("/api/enrollments/" + ids[0]))
                .timeout(Duration.ofSeconds(60))
                .DELETE()
                .build(),
            BodyHandlers.ofString());
    return new Answer(0, 0, response.statusCode(), json.createObjectNode());
  }

  private long count(String sql) {
    Long count = jdbc.queryForObject(sql, Long.class);
    return count == null ? -1 : count;
  }
}
