package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.platform.clock.OnAFastHost;
import io.sugang.platform.clock.SharedClock;
import io.sugang.rows.TermRows;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Windows over HTTP, with three instances of which one is on a host whose clock is wrong. */
class WindowIntegrationTests {
  private static final Duration DAY = Duration.ofDays(1);

  /** As far as instances may be apart. */
  private static final Duration APART = Duration.ofMillis(50);

  private static final String ALL_ACTIONS = "ENROLL,DROP,SWAP,WAITLIST";
  private static final AtomicInteger IDS = new AtomicInteger(1_000);
  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();
  private static JdbcTemplate jdbc;
  private static TermRows terms;
  private static Instances right;
  private static Instances fast;
  private static List<Api> apis;

  @BeforeAll
  static void start() {
    // The cached rules are not refreshed: answers must come from reads that requests wait for.
    String[] properties = {
      "sugang.rules.enabled=true",
      "sugang.registration.refresh=1m",
      "sugang.registration.course-refresh=10m",
      "sugang.registration.student-ttl=1h",
      "sugang.seed.courses=20"
    };
    right = Instances.start(SugangApplication.class, 2, DATABASE, REDIS, properties);
    fast = Instances.start(OnAFastHost.class, 1, DATABASE, REDIS, properties);
    apis = contexts().map(WindowIntegrationTests::api).toList();
    jdbc = DATABASE.jdbc();
    terms = new TermRows(jdbc);
    terms.department(9001, "T 9001", "");
  }

  @AfterAll
  static void stop() {
    right.close();
    fast.close();
    REDIS.close();
  }

  private static Stream<? extends ApplicationContext> contexts() {
    return Stream.of(right, fast).flatMap(instances -> instances.contexts().stream());
  }

  private static Api api(ApplicationContext context) {
    return new Api(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }

  private static Instant now() {
    return right.contexts().getFirst().getBean(SharedClock.class).now();
  }

  private static Instant millis(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  /** A term of its own with a course of 50 seats. */
  private record Fixture(long termId, long courseId) {
    static Fixture create(@Nullable Long courseAudience) {
      int id = IDS.incrementAndGet();
      long term = 1_000_000 + id;
      terms.spring(term, 2000 + id);
      terms.subject(900_000 + id, "T" + id, "T", 9001);
      jdbc.update(
          "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, section_no, audience_id)"
              + " SELECT ?, 'T', 'T', MIN(professor_id), 3, 50, ?, ?, '001', ? FROM professor",
          id,
          term,
          900_000 + id,
          courseAudience);
      // All that plans ask for.
      jdbc.update(
          "INSERT INTO student_term (student_id, term_id, credit_limit) SELECT student_id, ?, 30 FROM student",
          term);
      return new Fixture(term, id);
    }

    void window(@Nullable Long audience, Instant opens, Instant closes, String actions) {
      terms.window(IDS.incrementAndGet(), termId, audience, opens, closes, actions);
    }

    HttpResponse<String> enroll(Api api, long student) {
      return enroll(api, student, null);
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

    void open() {
      window(null, now().minus(DAY), now().plus(DAY), ALL_ACTIONS);
    }
  }

  private static long audience(String columns, Object... values) {
    long id = IDS.incrementAndGet();
    terms.audience(id, columns, values);
    return id;
  }

  private static String code(HttpResponse<String> answer) {
    return answer.statusCode() == 201
        ? "201"
        : answer.statusCode() + " " + JsonPath.<String>read(answer.body(), "$.code");
  }

  private static double reads() {
    return contexts()
        .mapToLong(context ->
            context.getBean(MeterRegistry.class).get("sugang.registration.read").timer().count())
        .sum();
  }

  private record Click(Instant sent, Instant answered, HttpResponse<String> answer) {
    boolean rejected() {
      return answer.statusCode() == 409;
    }
  }

  @Test
  void opensOnEveryInstanceWithinFiftyMillisecondsOfItsMinute() throws Exception {
    Fixture course = Fixture.create(null);
    Instant opens = millis(now().plus(Duration.ofSeconds(5)));
    course.window(null, opens, opens.plus(DAY), ALL_ACTIONS);
    List<Click> clicks = new CopyOnWriteArrayList<>();
    try (ExecutorService students = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 3; i++) {
        Api api = apis.get(i);
        long student = 20 + i;
        students.submit(() -> {
          Click click;
          do {
            Instant sent = now();
            HttpResponse<String> answer = course.enroll(api, student);
            click = new Click(sent, now(), answer);
            clicks.add(click);
          } while (click.rejected() && click.sent().isBefore(opens.plusSeconds(20)));
          return click;
        });
      }
    }
    assertThat(clicks).hasSizeGreaterThan(30);
    assertThat(clicks)
        .filteredOn(click -> click.answered().isBefore(opens.minus(APART)))
        .isNotEmpty()
        .allSatisfy(click -> assertThat(code(click.answer())).isEqualTo("409 NOT_OPEN"));
    assertThat(clicks)
        .filteredOn(click -> click.sent().isAfter(opens.plus(APART)))
        .allSatisfy(click -> assertThat(code(click.answer())).isEqualTo("201"));
    assertThat(clicks)
        .filteredOn(Click::rejected)
        .allSatisfy(click -> {
          assertThat(Instant.parse(JsonPath.read(click.answer().body(), "$.opensAt")))
              .isEqualTo(opens);
          long wait = JsonPath.<Number>read(click.answer().body(), "$.waitMs").longValue();
          assertThat(click.sent().plusMillis(wait)).isBefore(opens.plus(APART));
          assertThat(click.answered().plusMillis(wait)).isAfter(opens.minus(APART));
        });
    assertThat(clicks).filteredOn(click -> !click.rejected()).hasSize(3);
    assertThat(
            jdbc.queryForList(
                "SELECT enrolled_at FROM enrollment WHERE course_id = ?",
                LocalDateTime.class,
                course.courseId()))
        .hasSize(3)
        .allSatisfy(at -> assertThat(at).isAfterOrEqualTo(TermRows.utc(opens)));
  }

  @Test
  void aStudentIsToldTheOwnTimeAndNoRowOfAnotherAudienceExists() {
    jdbc.update("UPDATE student SET grade = 3, student_number = 'W31' WHERE student_id = 31");
    jdbc.update("UPDATE student SET grade = 2, student_number = 'W32' WHERE student_id = 32");
    jdbc.update("UPDATE student SET grade = 2, student_number = 'W33' WHERE student_id = 33");
    long thirdYear = audience("grade_from, grade_to", 3, 3);
    long secondYearOdd = audience("grade_from, grade_to, number_parity", 2, 2, "ODD");
    Fixture course = Fixture.create(null);
    Instant tomorrow = millis(now().plus(DAY));
    course.window(secondYearOdd, now().minus(DAY), tomorrow, ALL_ACTIONS);
    course.window(thirdYear, tomorrow, tomorrow.plus(DAY), ALL_ACTIONS);

    for (Api api : apis) {
      HttpResponse<String> third = course.enroll(api, 31);
      assertThat(code(third)).isEqualTo("409 NOT_OPEN");
      assertThat(Instant.parse(JsonPath.read(third.body(), "$.opensAt"))).isEqualTo(tomorrow);
      assertThat(code(course.enroll(api, 32))).as("even").isEqualTo("409 NOT_ELIGIBLE");
    }
    assertThat(code(course.enroll(apis.getFirst(), 33))).as("odd").isEqualTo("201");
    assertThat(
            jdbc.queryForList(
                "SELECT student_id FROM enrollment WHERE course_id = ?",
                Long.class,
                course.courseId()))
        .containsExactly(33L);
    assertThat(REDIS.keys("course:{" + course.courseId() + "}:students"))
        .as("only one has been at the gate")
        .hasSize(1);
  }

  @Test
  void aCourseOfAnotherAudienceSaysForWhomItIs() {
    jdbc.update("UPDATE student SET department = 'T 9001' WHERE student_id = 41");
    long department = audience("department_id", 9001);
    Fixture course = Fixture.create(department);
    course.open();
    for (Api api : apis) {
      HttpResponse<String> answer = course.enroll(api, 42);
      assertThat(code(answer)).isEqualTo("409 NOT_ELIGIBLE");
      assertThat(JsonPath.<String>read(answer.body(), "$.audience"))
          .isEqualTo("audience " + department);
    }
    assertThat(code(course.enroll(apis.getFirst(), 41))).isEqualTo("201");
  }

  @Test
  void aStudentOnLeaveIsToldSoUntilTheRegisterSaysOtherwise() {
    jdbc.update("UPDATE student SET standing = 'LEAVE' WHERE student_id = 51");
    Fixture course = Fixture.create(null);
    course.open();
    HttpResponse<String> away = course.enroll(apis.getFirst(), 51);
    assertThat(code(away)).isEqualTo("409 NOT_ELIGIBLE");
    assertThat(JsonPath.<String>read(away.body(), "$.standing")).isEqualTo("LEAVE");
    jdbc.update("UPDATE student SET standing = 'ENROLLED' WHERE student_id = 51");
    assertThat(code(course.enroll(apis.getFirst(), 51))).isEqualTo("201");
  }

  @Test
  void whatTheDeskOpensIsOpenForTheNextRequestAtEveryInstance() {
    Fixture course = Fixture.create(null);
    for (Api api : apis) {
      HttpResponse<String> answer = course.enroll(api, 60);
      assertThat(code(answer)).isEqualTo("409 NOT_OPEN");
      assertThat(answer.body()).as("none is announced").doesNotContain("opensAt", "waitMs");
    }
    course.open();
    for (int i = 0; i < apis.size(); i++) {
      assertThat(code(course.enroll(apis.get(i), 61 + i))).isEqualTo("201");
    }
  }

  @Test
  void aFloodBeforeTheOpeningSharesItsReads() throws Exception {
    Fixture course = Fixture.create(null);
    course.window(null, now().plus(DAY), now().plus(DAY.multipliedBy(2)), ALL_ACTIONS);
    double before = reads();
    long begin = System.nanoTime();
    List<String> codes = new CopyOnWriteArrayList<>();
    try (ExecutorService students = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int student = 1; student <= 100; student++) {
        int id = student;
        students.submit(() -> {
          for (int i = 0; i < 20; i++) {
            codes.add(code(course.enroll(apis.get((id + i) % 3), id)));
          }
        });
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    assertThat(codes).hasSize(2_000).containsOnly("409 NOT_OPEN");
    // Each of three instances reads every 20 ms at most, and once at the begin.
    assertThat(reads() - before).isLessThan(3 * (seconds / 0.02 + 2)).isLessThan(1_000);
    assertThat(REDIS.keys("course:{" + course.courseId() + "}:students"))
        .as("nobody was at the gate")
        .isEmpty();
  }

  @Test
  void aRequestAfterTheCloseIsRejectedAndARepetitionOfAnEarlierOneIsNot() {
    Fixture course = Fixture.create(null);
    Instant closes = millis(now().plus(Duration.ofSeconds(5)));
    course.window(null, closes.minus(DAY), closes, ALL_ACTIONS);
    HttpResponse<String> first = course.enroll(apis.getFirst(), 71, "window-71");
    assertThat(code(first)).isEqualTo("201");
    await().until(() -> !now().isBefore(closes));

    for (Api api : apis) {
      HttpResponse<String> late = course.enroll(api, 72, "window-72");
      assertThat(code(late)).isEqualTo("409 CLOSED");
      assertThat(Instant.parse(JsonPath.read(late.body(), "$.closedAt"))).isEqualTo(closes);
      HttpResponse<String> repeated = course.enroll(api, 71, "window-71");
      assertThat(code(repeated)).isEqualTo("201");
      assertThat(repeated.body()).isEqualTo(first.body());
      assertThat(code(course.enroll(api, 71))).as("without the key").isEqualTo("409 CLOSED");
    }
  }

  @Test
  void aCancelNeedsAWindowForCancels() {
    Fixture course = Fixture.create(null);
    course.window(null, now().minus(DAY), now().plus(DAY), "ENROLL");
    Instant drops = millis(now().plus(DAY));
    course.window(null, drops, drops.plus(DAY), "DROP");
    HttpResponse<String> enrolled = course.enroll(apis.getFirst(), 81);
    String path = enrolled.headers().firstValue("Location").orElseThrow();

    List<HttpResponse<String>> rejected = new ArrayList<>();
    apis.forEach(api -> rejected.add(api.send(api.request(path).DELETE())));
    assertThat(rejected)
        .allSatisfy(answer -> {
          assertThat(code(answer)).isEqualTo("409 NOT_OPEN");
          assertThat(Instant.parse(JsonPath.read(answer.body(), "$.opensAt"))).isEqualTo(drops);
          assertThat(JsonPath.<Number>read(answer.body(), "$.waitMs").longValue())
              .isBetween(DAY.toMillis() - 60_000, DAY.toMillis());
        });
    course.window(null, now().minus(DAY), now().plus(DAY), "DROP");
    Api last = apis.getLast();
    assertThat(last.send(last.request(path).DELETE()).statusCode()).isEqualTo(204);
  }

  @Test
  void withoutRulesNobodyIsRejected() {
    Fixture course = Fixture.create(audience("grade_from", 6));
    try (Instances free =
        Instances.start(
            SugangApplication.class, 1, DATABASE, REDIS, "sugang.rules.enabled=false")) {
      Api api = api(free.contexts().getFirst());
      HttpResponse<String> enrolled = course.enroll(api, 91);
      assertThat(code(enrolled)).isEqualTo("201");
      String path = enrolled.headers().firstValue("Location").orElseThrow();
      assertThat(api.send(api.request(path).DELETE()).statusCode()).isEqualTo(204);
    }
  }

  @Test
  void rejectionsAreCountedByReason() {
    Fixture course = Fixture.create(null);
    ApplicationContext first = right.contexts().getFirst();
    double before = rejections(first);
    IntStream.range(0, 5).forEach(i -> course.enroll(apis.getFirst(), 95));
    assertThat(rejections(first) - before).isEqualTo(5);
  }

  private static double rejections(ApplicationContext context) {
    return context
        .getBean(MeterRegistry.class)
        .get("sugang.registration.refusals")
        .tags("action", "enroll", "reason", "not_open")
        .counter()
        .count();
  }
}
