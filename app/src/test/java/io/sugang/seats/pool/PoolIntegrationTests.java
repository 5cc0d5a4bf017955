package io.sugang.seats.pool;

import static io.sugang.rows.TermRows.utc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.ledger.CapacityObserver;
import io.sugang.seats.ledger.SeatTransferTransaction;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/**
 * Three instances; the first 40 students are of the first grade, the next 40 of the second, and so
 * on.
 */
@Timeout(180)
class PoolIntegrationTests {
  private static final Duration DAY = Duration.ofDays(1);
  private static final AtomicInteger IDS = new AtomicInteger(1_000);
  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();
  private static JdbcTemplate jdbc;
  private static Instances instances;
  private static List<Api> apis;

  @BeforeAll
  static void start() {
    instances =
        Instances.start(
            SugangApplication.class,
            3,
            DATABASE,
            REDIS,
            "sugang.rules.enabled=true",
            "sugang.registration.course-refresh=200ms",
            // Their grades are set below.
            "sugang.registration.student-preload=0",
            "sugang.pool.period=200ms");
    apis = instances.baseUrls().stream().map(url -> new Api(url.getPort())).toList();
    jdbc = DATABASE.jdbc();
    new TermRows(jdbc).department(9001, "T 9001", "");
    jdbc.update(
        "UPDATE student SET grade = 1 + (student_id - 1) DIV 40, standing = 'ENROLLED' WHERE student_id <= 160");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  @AfterAll
  static void stop() {
    instances.close();
    REDIS.close();
  }

  private static StringRedisTemplate redis() {
    return instances.contexts().getFirst().getBean(StringRedisTemplate.class);
  }

  private static Instant now() {
    return instances.contexts().getFirst().getBean(SharedClock.class).now();
  }

  /** A course of a term of its own, whose window is open. */
  private record Fixture(long termId, long subjectId, long courseId) {
    static Fixture create(int capacity) {
      int id = IDS.incrementAndGet();
      long term = 1_000_000 + id;
      long subject = 900_000 + id;
      TermRows rows = new TermRows(jdbc);
      rows.spring(term, 2000 + id);
      rows.subject(subject, "T" + id, "T", 9001);
      long professor =
          Objects.requireNonNull(
              jdbc.queryForObject("SELECT MIN(professor_id) FROM professor", Long.class));
      new Rows(jdbc).course(id, "Pooled course", "T 9001", professor, capacity);
      rows.offer(id, term, subject, "001", 3, null);
      jdbc.update(
          "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, ?, 30 FROM student",
          term);
      rows.openWindow(IDS.incrementAndGet(), term);
      return new Fixture(term, subject, id);
    }

    long pool(int grade, int capacity, @Nullable Instant mergesAt) {
      long id = IDS.incrementAndGet();
      new TermRows(jdbc).audience(id, "grade_from, grade_to", grade, grade);
      jdbc.update(
          "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, audience_id, pool_of, merges_at)"
              + " SELECT ?, title, department, professor_id, credits, ?, term_id, subject_id, ?, course_id, ? FROM course WHERE course_id = ?",
          id,
          capacity,
          id,
          mergesAt == null ? null : utc(mergesAt),
          courseId);
      return id;
    }

    /** Awaits that every instance leads the student to these pools. */
    void awaitPools(long student, long... pools) {
      List<SeatsId> expected = LongStream.of(pools).mapToObj(SeatsId::new).toList();
      await()
          .until(() ->
              instances.contexts().stream()
                  .allMatch(context ->
                      context.getBean(CoursePools.class).has(new CourseId(courseId))
                          && context
                              .getBean(RegistrationRules.class)
                              .windowDecision(
                                  RegistrationAction.ENROLL,
                                  new StudentId(student),
                                  new SeatsId(courseId),
                                  now(),
                                  Set.of())
                              .join()
                              .pools()
                              .equals(expected)));
    }

    /** Returns the students at the gates of course and pools that have no row, and the reverse. */
    List<String> differences(long... seatsOf) {
      List<String> differences = new ArrayList<>();
      for (long seats : seatsOf) {
        Set<String> rows =
            new TreeSet<>(
                jdbc.queryForList(
                    "SELECT student_id FROM enrollment WHERE course_id = ?", String.class, seats));
        Set<String> gate =
            new TreeSet<>(
                Objects.requireNonNull(
                    redis().opsForSet().members("course:{%d}:students".formatted(seats))));
        if (!rows.equals(gate)) {
          differences.add("%d: rows %s, gate %s".formatted(seats, rows, gate));
        }
      }
      return differences;
    }

    HttpResponse<String> enroll(Api api, long student, @Nullable String key) {
      var request =
          api.request("/api/enrollments")
              .header("Content-Type", "application/json")
              .POST(
                  BodyPublishers.ofString(
                      "{\"studentId\":%d,\"courseId\":%d}".formatted(student, courseId)));
      return api.send(key == null ? request : request.header("Idempotency-Key", key));
    }

    HttpResponse<String> enroll(long student) {
      return enroll(apis.get((int) (student % apis.size())), student, null);
    }

    /** Sends a click of each student at once, and counts the answers. */
    Map<String, Integer> rush(LongStream students) {
      Map<String, Integer> answers = new TreeMap<>();
      List<HttpResponse<String>> received = new CopyOnWriteArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        students.forEach(student -> threads.submit(() -> received.add(enroll(student))));
      }
      received.forEach(answer -> answers.merge(code(answer), 1, Integer::sum));
      return answers;
    }

    int rows(long seatsOf) {
      return Objects.requireNonNull(
          jdbc.queryForObject(
              "SELECT COUNT(*) FROM enrollment WHERE course_id = ?", Integer.class, seatsOf));
    }

    int capacityInAll() {
      return Objects.requireNonNull(
          jdbc.queryForObject(
              "SELECT SUM(capacity) FROM course WHERE ? IN (course_id, pool_of)",
              Integer.class,
              courseId));
    }

    Map<String, Object> seats() {
      return JsonPath.read(apis.getFirst().get("/api/courses/" + courseId).body(), "$");
    }
  }

  private static String code(HttpResponse<String> answer) {
    return answer.statusCode() == 201
        ? "201"
        : answer.statusCode() + " " + JsonPath.<String>read(answer.body(), "$.code");
  }

  @Test
  void anInstanceKnowsItsPoolsBeforeItIsReady() {
    Fixture course = Fixture.create(1);
    long pool = course.pool(1, 1, null);
    Thread start = Thread.currentThread();
    Semaphore others = new Semaphore(0);
    JdbcTemplate slowInBackground =
        new JdbcTemplate(Objects.requireNonNull(jdbc.getDataSource())) {
          @Override
          public <T extends @Nullable Object> List<T> query(String sql, RowMapper<T> rows) {
            if (Thread.currentThread() != start) {
              others.acquireUninterruptibly();
            }
            return super.query(sql, rows);
          }
        };
    ConfigurableApplicationContext any = instances.contexts().getFirst();
    CoursePools pools = new CoursePools();
    SeatTransferJob job =
        new SeatTransferJob(
            slowInBackground,
            any.getBean(SeatTransferTransaction.class),
            pools,
            any.getBean(RosterRepair.class),
            any.getBean(SharedClock.class),
            new PoolProperties(Duration.ofMinutes(1)),
            new SimpleMeterRegistry());
    try {
      job.start();
      assertThat(pools.courseOf(new SeatsId(pool))).isEqualTo(new CourseId(course.courseId()));
    } finally {
      job.destroy();
      others.release();
    }
  }

  @Test
  void eachPoolFillsToItsOwnNumberAndTheRestCanBeTakenAfterTheMerge() {
    Fixture course = Fixture.create(0);
    Instant later = now().plus(DAY).truncatedTo(ChronoUnit.MILLIS);
    long first = course.pool(1, 20, later);
    long second = course.pool(2, 10, later);
    long third = course.pool(3, 5, later);
    course.awaitPools(1, first);
    course.awaitPools(41, second);
    course.awaitPools(81, third);

    // Of grade 1 only twelve students click.
    assertThat(course.rush(LongStream.concat(LongStream.range(1, 13), LongStream.range(41, 121))))
        .isEqualTo(Map.of("201", 27, "409 COURSE_FULL", 65));
    assertThat(List.of(course.rows(first), course.rows(second), course.rows(third)))
        .containsExactly(12, 10, 5);
    assertThat(course.rush(LongStream.range(121, 161))).isEqualTo(Map.of("409 NOT_ELIGIBLE", 40));
    HttpResponse<String> outside = course.enroll(121);
    assertThat(JsonPath.<String>read(outside.body(), "$.mergesAt")).isEqualTo(later.toString());
    assertThat(JsonPath.<String>read(outside.body(), "$.audience"))
        .contains("audience " + first, "audience " + second, "audience " + third);

    Instant merge = now().truncatedTo(ChronoUnit.MILLIS).plusMillis(500);
    jdbc.update("UPDATE course SET merges_at = ? WHERE pool_of = ?", utc(merge), course.courseId());
    await()
        .untilAsserted(() -> {
          assertThat(course.capacityInAll()).isEqualTo(35);
          assertThat(course.enroll(121).statusCode()).isEqualTo(201);
        });
    assertThat(now()).isAfter(merge);
    assertThat(course.rush(LongStream.range(122, 161)))
        .isEqualTo(Map.of("201", 7, "409 COURSE_FULL", 32));
    assertThat(course.rows(course.courseId())).isEqualTo(8);
    assertThat(course.capacityInAll()).isEqualTo(35);
    assertThat(
            jdbc.queryForObject(
                "SELECT SUM(enrolled) FROM course WHERE ? IN (course_id, pool_of)",
                Integer.class,
                course.courseId()))
        .isEqualTo(35);
  }

  @Test
  void aSeatThatIsFreedAfterTheMergeGoesToTheCourse() {
    Fixture course = Fixture.create(0);
    long pool = course.pool(1, 1, null);
    course.awaitPools(1, pool);
    HttpResponse<String> enrolled = course.enroll(1);
    assertThat(code(enrolled)).isEqualTo("201");
    jdbc.update("UPDATE course SET merges_at = ? WHERE course_id = ?", utc(now()), pool);
    await().untilAsserted(() -> assertThat(code(course.enroll(2))).isEqualTo("409 COURSE_FULL"));
    await().until(() -> code(course.enroll(41)).equals("409 COURSE_FULL"));

    String path = enrolled.headers().firstValue("Location").orElseThrow();
    assertThat(apis.getLast().send(apis.getLast().request(path).DELETE()).statusCode())
        .isEqualTo(204);
    await().until(() -> code(course.enroll(42)).equals("201"));
    assertThat(course.rows(pool)).isZero();
    assertThat(course.rows(course.courseId())).isEqualTo(1);
    assertThat(course.capacityInAll()).isEqualTo(1);
  }

  @Test
  void aStudentSeesTheCourseAndNeverItsPool() {
    Fixture course = Fixture.create(0);
    long pool = course.pool(1, 2, null);
    course.awaitPools(3, pool);
    HttpResponse<String> enrolled = course.enroll(apis.getFirst(), 3, "pool-3");
    assertThat(code(enrolled)).isEqualTo("201");
    assertThat(JsonPath.<Integer>read(enrolled.body(), "$.courseId"))
        .isEqualTo((int) course.courseId());

    for (Api api : apis) {
      assertThat(course.enroll(api, 3, "pool-3").body()).isEqualTo(enrolled.body());
      assertThat(code(course.enroll(api, 3, null))).isEqualTo("409 ALREADY_ENROLLED");
      String direct =
          api.postJson("/api/enrollments", "{\"studentId\":4,\"courseId\":%d}".formatted(pool))
              .body();
      assertThat(JsonPath.<String>read(direct, "$.code")).isEqualTo("COURSE_NOT_FOUND");
      assertThat(api.get("/api/courses/" + pool).statusCode()).isEqualTo(404);
      assertThat(ids(api.get("/api/students/3/enrollments"), "$[*].courseId"))
          .contains((int) course.courseId())
          .doesNotContain((int) pool);
    }
    await()
        .untilAsserted(() ->
            assertThat(course.seats()).containsEntry("capacity", 2).containsEntry("remaining", 1));
    assertThat(
            ids(
                apis.getFirst().get("/api/courses?department=T+9001&size=100"),
                "$.content[*].courseId"))
        .contains((int) course.courseId())
        .doesNotContain((int) pool);
  }

  @Test
  void aRepetitionAfterTheMergeIsAnsweredAsTheFirstRequest() {
    Fixture course = Fixture.create(0);
    long pool = course.pool(1, 3, null);
    course.awaitPools(5, pool);
    HttpResponse<String> first = course.enroll(apis.getFirst(), 5, "merge-5");
    assertThat(code(first)).isEqualTo("201");
    jdbc.update("UPDATE course SET merges_at = ? WHERE pool_of = ?", utc(now()), course.courseId());
    // Grade 2 may have the seat that is left, so this instance knows of the merge.
    for (Api api : apis) {
      await()
          .until(() ->
              course.enroll(api, 45, null).statusCode() != 409
                  || code(course.enroll(api, 45, null)).equals("409 ALREADY_ENROLLED"));
      assertThat(course.enroll(api, 5, "merge-5").body()).isEqualTo(first.body());
      assertThat(code(course.enroll(api, 5, null))).isEqualTo("409 ALREADY_ENROLLED");
    }
    // A repetition that was granted a seat of another pool has given it back.
    await().untilAsserted(() -> assertThat(course.differences(pool, course.courseId())).isEmpty());
  }

  @Test
  void aStudentOfTwoPoolsGetsTheFirstFreeSeatAndRepeatsItWithTheKey() {
    Fixture course = Fixture.create(0);
    long first = course.pool(1, 1, null);
    long second = course.pool(1, 2, null);
    course.awaitPools(11, first, second);
    assertThat(code(course.enroll(10))).isEqualTo("201");
    HttpResponse<String> enrolled = course.enroll(apis.getFirst(), 11, "two-11");
    assertThat(code(enrolled)).isEqualTo("201");
    assertThat(List.of(course.rows(first), course.rows(second))).containsExactly(1, 1);
    // Now the first pool has a seat, and the student holds one of the second.
    jdbc.update("UPDATE course SET capacity = 2 WHERE course_id = ?", first);
    await()
        .untilAsserted(() ->
            assertThat(redis().opsForValue().get("course:{%d}:capacity".formatted(first)))
                .isEqualTo("2"));
    for (Api api : apis) {
      assertThat(course.enroll(api, 11, "two-11").body()).isEqualTo(enrolled.body());
      assertThat(code(course.enroll(api, 11, null))).isEqualTo("409 ALREADY_ENROLLED");
    }
    await().untilAsserted(() -> assertThat(course.differences(first, second)).isEmpty());
  }

  private record Click(Instant answered, HttpResponse<String> answer) {}

  @Test
  void aPortionIsOpenAtItsTimeAndNotBefore() {
    Fixture course = Fixture.create(25);
    Instant opens = now().truncatedTo(ChronoUnit.MILLIS).plusSeconds(6);
    jdbc.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (?, ?, 25)",
        course.courseId(),
        utc(opens));
    List<Click> clicks = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      LongStream.rangeClosed(1, 60)
          .forEach(student ->
              threads.submit(() -> {
                HttpResponse<String> answer;
                // Until the portion was taken, however long a busy machine needs. A 503 may have
                // taken a seat, which the repetition with the same key acknowledges.
                do {
                  answer =
                      course.enroll(
                          apis.get((int) (student % apis.size())), student, "portion-" + student);
                  clicks.add(new Click(now(), answer));
                } while (answer.statusCode() == 503
                    || (answer.statusCode() == 409 && course.rows(course.courseId()) < 50));
              }));
    }
    assertThat(clicks).filteredOn(click -> click.answer().statusCode() == 201).hasSize(50);
    assertThat(clicks)
        .filteredOn(click -> click.answered().isBefore(opens))
        .filteredOn(click -> click.answer().statusCode() == 201)
        .hasSizeLessThanOrEqualTo(25);
    assertThat(clicks)
        .filteredOn(click -> click.answered().isBefore(opens))
        .filteredOn(click -> click.answer().body().contains("nextReleaseAt"))
        .isNotEmpty()
        .allSatisfy(click ->
            assertThat(Instant.parse(JsonPath.read(click.answer().body(), "$.nextReleaseAt")))
                .isEqualTo(opens));
    assertThat(course.rows(course.courseId())).isEqualTo(50);
    assertThat(
            jdbc.queryForObject(
                "SELECT COUNT(*) FROM seat_release WHERE course_id = ? AND released_at >= releases_at",
                Integer.class,
                course.courseId()))
        .isEqualTo(1);
    assertThat(code(course.enroll(70))).isEqualTo("409 COURSE_FULL");
    assertThat(course.enroll(70).body()).doesNotContain("nextReleaseAt");
  }

  @Test
  void aPortionThatIsDueWhileTheCourseIsCancelledEndsInNoCircleOfLocks() throws Exception {
    Fixture course = Fixture.create(5);
    SeatTransferTransaction transfers =
        instances.contexts().getFirst().getBean(SeatTransferTransaction.class);
    Instant due = now().plus(DAY);
    jdbc.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (?, ?, 7)",
        course.courseId(),
        utc(due));
    CompletableFuture<Boolean> released;
    // As the desk cancels: it holds the row of the course, and takes the portions away then.
    try (Connection cancel = Objects.requireNonNull(jdbc.getDataSource()).getConnection();
        Statement statement = cancel.createStatement()) {
      cancel.setAutoCommit(false);
      statement.execute(
          "SELECT course_id FROM course WHERE course_id = " + course.courseId() + " FOR UPDATE");
      released =
          CompletableFuture.supplyAsync(
              () -> transfers.release(new SeatsId(course.courseId()), due, CapacityObserver.NONE));
      await().atMost(Duration.ofSeconds(10)).until(DATABASE::waitsForALock);
      assertThat(
              statement.executeUpdate(
                  "UPDATE seat_release SET released_at = releases_at WHERE course_id = "
                      + course.courseId()))
          .isOne();
      cancel.commit();
    }
    assertThat(released.get(10, TimeUnit.SECONDS)).isFalse();
    assertThat(course.capacityInAll()).isEqualTo(5);
  }

  @Test
  void aPoolWhoseMergeIsTakenBackWhileSeatsWaitForItsLockKeepsThem() throws Exception {
    Fixture course = Fixture.create(5);
    Instant merge = now().plus(DAY).truncatedTo(ChronoUnit.MILLIS);
    long pool = course.pool(1, 7, merge);
    SeatTransferTransaction transfers =
        instances.contexts().getFirst().getBean(SeatTransferTransaction.class);
    CompletableFuture<Boolean> moved;
    try (Connection registrar = Objects.requireNonNull(jdbc.getDataSource()).getConnection();
        Statement statement = registrar.createStatement()) {
      registrar.setAutoCommit(false);
      statement.executeUpdate("UPDATE course SET merges_at = NULL WHERE course_id = " + pool);
      moved =
          CompletableFuture.supplyAsync(() ->
              transfers.merge(
                  new SeatsId(pool),
                  new CourseId(course.courseId()),
                  merge,
                  CapacityObserver.NONE));
      await().atMost(Duration.ofSeconds(10)).until(DATABASE::waitsForALock);
      registrar.commit();
    }
    assertThat(moved.get(10, TimeUnit.SECONDS)).isFalse();
    assertThat(capacity(pool)).isEqualTo(7);

    jdbc.update("UPDATE course SET merges_at = ? WHERE course_id = ?", utc(merge), pool);
    assertThat(
            transfers.merge(
                new SeatsId(pool),
                new CourseId(course.courseId()),
                merge.minusMillis(1),
                CapacityObserver.NONE))
        .isFalse();
    assertThat(
            transfers.merge(
                new SeatsId(pool), new CourseId(course.courseId()), merge, CapacityObserver.NONE))
        .isTrue();
    assertThat(capacity(pool)).isZero();
    assertThat(capacity(course.courseId())).isEqualTo(12);
  }

  private static int capacity(long seatsOf) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            "SELECT capacity FROM course WHERE course_id = ?", Integer.class, seatsOf));
  }

  private static List<Integer> ids(HttpResponse<String> answer, String path) {
    return JsonPath.read(answer.body(), path);
  }
}
