package io.sugang.seats.pool;

import static io.sugang.rows.TermRows.utc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
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
import io.sugang.seats.ledger.CourseCapacities;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Answers while seats move, at three instances: there are more seats than students who click, so no
 * course is full at any instant, and each COURSE_FULL is untrue.
 */
@Timeout(240)
@Tag("extended")
class MergeAnswersIntegrationTests {
  private static final int MEMBERS = 500;
  private static final int AT_ONCE = 96;
  private static final AtomicInteger IDS = new AtomicInteger(50_000);
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
            "sugang.seed.students=600",
            // A merge is known by the reads that requests wait for.
            "sugang.registration.course-refresh=10m",
            // Their grades are set below.
            "sugang.registration.student-preload=0",
            "sugang.pool.period=200ms");
    apis = instances.baseUrls().stream().map(url -> new Api(url.getPort())).toList();
    jdbc = DATABASE.jdbc();
    new TermRows(jdbc).department(9001, "T 9001", "");
    jdbc.update(
        "UPDATE student SET grade = IF(student_id <= ?, 1, 2), standing = 'ENROLLED'", MEMBERS);
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

  private static Instant now() {
    return instances.contexts().getFirst().getBean(SharedClock.class).now();
  }

  /** Returns a course without a seat of its own, and the term of its window. */
  private static long course(long term, int capacity) {
    int id = IDS.incrementAndGet();
    TermRows rows = new TermRows(jdbc);
    rows.subject(900_000 + id, "T" + id, "T", 9001);
    long professor =
        Objects.requireNonNull(
            jdbc.queryForObject("SELECT MIN(professor_id) FROM professor", Long.class));
    new Rows(jdbc).course(id, "Pooled course", "T 9001", professor, capacity);
    rows.offer(id, term, 900_000 + id, "001", 3, null);
    return id;
  }

  private static long term() {
    int id = IDS.incrementAndGet();
    TermRows rows = new TermRows(jdbc);
    rows.spring(1_000_000 + id, 2000 + id - 50_000);
    jdbc.update(
        "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, ?, 30 FROM student",
        1_000_000 + id);
    rows.openWindow(IDS.incrementAndGet(), 1_000_000 + id);
    return 1_000_000 + id;
  }

  /** Adds a pool for grade 1. */
  private static long pool(long courseId, int capacity, Instant mergesAt) {
    long id = IDS.incrementAndGet();
    new TermRows(jdbc).audience(id, "grade_from, grade_to", 1, 1);
    jdbc.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, audience_id, pool_of, merges_at)"
            + " SELECT ?, title, department, professor_id, credits, ?, term_id, subject_id, ?, course_id, ? FROM course WHERE course_id = ?",
        id,
        capacity,
        id,
        utc(mergesAt),
        courseId);
    return id;
  }

  private static void awaitPool(long courseId, long pool) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            instances.contexts().stream()
                .allMatch(context ->
                    context.getBean(CoursePools.class).has(new CourseId(courseId))
                        && context
                            .getBean(RegistrationRules.class)
                            .windowDecision(
                                RegistrationAction.ENROLL,
                                new StudentId(1),
                                new SeatsId(courseId),
                                now(),
                                Set.of())
                            .join()
                            .pools()
                            .contains(new SeatsId(pool))));
  }

  private static HttpResponse<String> enroll(long student, long course) {
    Api api = apis.get(Math.floorMod(student + course, apis.size()));
    return api.send(
        api.request("/api/enrollments")
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))));
  }

  private static String code(HttpResponse<String> answer) {
    return answer.statusCode() == 201
        ? "201"
        : answer.statusCode() + " " + JsonPath.<String>read(answer.body(), "$.code");
  }

  /** Enrolls, and cancels what it got through the next instance. */
  private static String enrollAndCancel(long student, long course) {
    HttpResponse<String> answer = enroll(student, course);
    if (answer.statusCode() == 201) {
      Api other = apis.get(Math.floorMod(student + course + 1, apis.size()));
      String path = answer.headers().firstValue("Location").orElseThrow();
      other.send(other.request(path).DELETE());
    }
    return code(answer);
  }

  /** Lets students click until a time, each of them for one course, and counts the answers. */
  private static Map<String, Integer> clickUntil(Instant end, List<Long> courses)
      throws InterruptedException {
    Map<String, Integer> answers = new ConcurrentHashMap<>();
    Semaphore atOnce = new Semaphore(AT_ONCE);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      LongStream.rangeClosed(1, MEMBERS)
          .forEach(student ->
              threads.submit(() -> {
                long course = courses.get((int) (student % courses.size()));
                while (now().isBefore(end)) {
                  atOnce.acquire();
                  try {
                    answers.merge(enrollAndCancel(student, course), 1, Integer::sum);
                  } finally {
                    atOnce.release();
                  }
                }
                return null;
              }));
    }
    return answers;
  }

  @Test
  void noMemberGetsCourseFullWhileThePoolMerges() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      long course = course(term(), 0);
      Instant merge = now().plusSeconds(8).truncatedTo(ChronoUnit.MILLIS);
      awaitPool(course, pool(course, 1_000, merge));

      Map<String, Integer> answers = clickUntil(merge.plusSeconds(2), List.of(course));

      assertThat(now()).isAfter(merge);
      assertThat(answers.get("201")).isGreaterThan(100);
      assertThat(answers).doesNotContainKey("409 COURSE_FULL");
      assertThat(seats(course)).isEqualTo(1_000);
    }
  }

  @Test
  void noMemberGetsCourseFullWhileManyPoolsMergeTogether() throws InterruptedException {
    long term = term();
    List<Long> courses = IntStream.range(0, 30).mapToObj(n -> course(term, 0)).toList();
    Instant merge = now().plusSeconds(12).truncatedTo(ChronoUnit.MILLIS);
    List<Long> pools = courses.stream().map(course -> pool(course, 60, merge)).toList();
    for (int i = 0; i < courses.size(); i++) {
      awaitPool(courses.get(i), pools.get(i));
    }

    Map<String, Integer> answers = clickUntil(merge.plusSeconds(3), courses);

    assertThat(answers.get("201")).isGreaterThan(100);
    assertThat(answers).doesNotContainKey("409 COURSE_FULL");
    assertThat(courses).allSatisfy(course -> assertThat(seats(course)).isEqualTo(60));
  }

  @Test
  void aMergeTimeThatChangesIsKnownToEveryInstanceBeforeItReadsAllCourses() {
    List<Long> students = List.of(1L, 2L, 3L);
    long course = course(term(), students.size());
    long pool = pool(course, 0, now().plusSeconds(3_600));
    awaitPool(course, pool);
    assertThat(students)
        .allSatisfy(
            student -> assertThat(code(enroll(student, course))).isEqualTo("409 COURSE_FULL"));

    jdbc.update(
        "UPDATE course SET merges_at = ? WHERE course_id = ?", utc(now().minusSeconds(1)), pool);

    for (long student : students) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> code(enroll(student, course)).equals("201"));
    }
  }

  private static int seats(long course) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            "SELECT SUM(capacity) FROM course WHERE ? IN (course_id, pool_of)",
            Integer.class,
            course));
  }

  private record Click(long begunNanos, String code) {}

  @Test
  void aRaisedCourseIsNotFullForRequestsThatBeganAfterTheCommit() throws Exception {
    int raises = 10;
    int clickers = 8;
    int studentsOfEach = 5;
    int seats = clickers * studentsOfEach;
    long course = course(term(), 1);
    assertThat(code(enroll(1, course))).isEqualTo("201");
    await().until(() -> code(enroll(2, course)).equals("409 COURSE_FULL"));
    CourseCapacities capacities = instances.contexts().getFirst().getBean(CourseCapacities.class);
    RosterRepair rosters = instances.contexts().getFirst().getBean(RosterRepair.class);

    for (int n = 0; n < raises; n++) {
      Queue<Click> clicks = new ConcurrentLinkedQueue<>();
      CountDownLatch clicking = new CountDownLatch(clickers);
      int taken = taken(course);
      long committed;
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int clicker = 0; clicker < clickers; clicker++) {
          long first = 10 + (long) n * seats + (long) clicker * studentsOfEach;
          threads.submit(() -> {
            for (long student = first; student < first + studentsOfEach; student++) {
              String code;
              do {
                long begun = System.nanoTime();
                code = code(enroll(student, course));
                clicks.add(new Click(begun, code));
                clicking.countDown();
              } while (!code.equals("201"));
            }
          });
        }
        assertThat(clicking.await(20, TimeUnit.SECONDS)).isTrue();
        // A seat for each student; as the endpoint does, whose load follows here after the clicks.
        capacities.change(new SeatsId(course), taken + seats, rosters::raise);
        committed = System.nanoTime();
        await().atMost(Duration.ofSeconds(30)).until(() -> taken(course) == taken + seats);
      }
      assertThat(clicks)
          .filteredOn(click -> click.begunNanos() - committed > 0)
          .isNotEmpty()
          .extracting(Click::code)
          .containsOnly("201");
      assertThat(rosters.reconcile(List.of(new SeatsId(course)))).isTrue();
    }
  }

  private static int taken(long course) {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            "SELECT COUNT(*) FROM enrollment WHERE course_id = ?", Integer.class, course));
  }
}
