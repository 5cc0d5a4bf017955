package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.rows.Meeting;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * All rules of registration at three instances. Memory is not refreshed, so a rejection must come
 * from a read that its request waited for.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class HistoryRulesIntegrationTests {
  private static final int INSTANCES = 3;

  /** Students who race, a tenth of the thousand of a full run. */
  private static final int RACES = 100;

  private static final long TERM = 20261;
  private static final int WEDNESDAY = 3;
  private static final Duration QUIET = Duration.ofSeconds(20);

  private final JsonMapper json = new JsonMapper();
  private RedisServer redis;
  private MySqlDatabase database;
  private Instances instances;
  private JdbcTemplate jdbc;
  private Rows rows;
  private TermRows terms;
  private List<Api> apis;
  private ExecutorService clicks;
  private long lastId = 1_000;

  private record Answer(int status, JsonNode body) {
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
            "sugang.rules.enabled=true",
            "sugang.registration.refresh=1m",
            "sugang.registration.course-refresh=10m",
            "sugang.registration.student-ttl=1h",
            "sugang.registration.history-ttl=1d");
    apis =
        instances.contexts().stream()
            .map(context ->
                new Api(
                    context
                        .getEnvironment()
                        .getRequiredProperty("local.server.port", Integer.class)))
            .toList();
    jdbc = database.jdbc();
    rows = new Rows(jdbc);
    terms = new TermRows(jdbc);
    clicks = Executors.newVirtualThreadPerTaskExecutor();
    rows.professor(1, "Professor");
    terms.spring(TERM, 2026);
    terms.department(1, "Physics", "");
    terms.openWindow(1, TERM);
    terms.audience(1, "grade_from", 4);
    jdbc.update(
        "INSERT INTO retake_rule VALUES (1, 1, 20241, NULL, 'B+', 1, NULL, NULL, NULL),"
            + " (2, NULL, NULL, 20233, 'B-', 2, 6, NULL, 'A0'), (3, NULL, 20241, NULL, 'C+', 2, 6, 8, 'A0')");
    await()
        .atMost(QUIET)
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  @AfterAll
  void stop() {
    clicks.close();
    instances.close();
    redis.close();
  }

  @BeforeEach
  void freeIds() {
    lastId += 10_000;
  }

  private long student(int creditLimit) {
    long id = ++lastId;
    rows.student(id);
    terms.plan(id, TERM, creditLimit);
    return id;
  }

  private long subject() {
    long id = ++lastId;
    terms.subject(id, "PHY" + id, "Subject", 1);
    return id;
  }

  private long course(long subject, int credits, @Nullable Meeting meeting) {
    long id = ++lastId;
    rows.course(id, "Course " + id, "Physics", 1, 500);
    terms.offer(id, TERM, subject, Long.toString(id, 36), credits, meeting);
    return id;
  }

  private long course() {
    return course(subject(), 3, null);
  }

  private Answer enroll(int instance, long student, long course) {
    try {
      Api api = apis.get(instance);
      HttpResponse<String> response =
          api.send(
              api.request("/api/enrollments")
                  .header("Content-Type", "application/json")
                  .POST(
                      BodyPublishers.ofString(
                          "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))));
      return new Answer(response.statusCode(), json.readTree(response.body()));
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  private void enrolled(long student, long course) {
    assertThat(enroll(0, student, course).status()).isEqualTo(201);
  }

  /** The same rejection from every instance, twice: the second time it is remembered. */
  private Answer rejected(long student, long course, String code) {
    Answer last = enroll(0, student, course);
    for (int click = 0; click < 2 * INSTANCES; click++) {
      Answer answer = enroll(click % INSTANCES, student, course);
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.code()).isEqualTo(code);
      assertThat(answer.body()).isEqualTo(last.body());
    }
    return last;
  }

  private List<Answer> together(List<Callable<Answer>> requests) throws Exception {
    List<Answer> answers = new ArrayList<>();
    for (Future<Answer> answer : clicks.invokeAll(requests)) {
      answers.add(answer.get());
    }
    return answers;
  }

  private long count(String sql, Object... values) {
    Long count = jdbc.queryForObject(sql, Long.class, values);
    return count == null ? -1 : count;
  }

  private double reads(int instance) {
    return meters(instance).get("sugang.registration.read").timer().count();
  }

  private long transactions(int instance) {
    return meters(instance).get("sugang.ledger.transaction").timer().count();
  }

  private MeterRegistry meters(int instance) {
    return instances.contexts().get(instance).getBean(MeterRegistry.class);
  }

  @Test
  void aRejectionByTheLimitSaysHowManyCreditsAreUsedAllowedAndNeeded() {
    long student = student(18);
    enrolled(student, course(subject(), 16, null));
    JsonNode body = rejected(student, course(), "CREDIT_LIMIT").body();
    assertThat(body.path("usedCredits").asInt()).isEqualTo(16);
    assertThat(body.path("creditLimit").asInt()).isEqualTo(18);
    assertThat(body.path("neededCredits").asInt()).isEqualTo(3);
  }

  @Test
  void ofTwoClicksAtOnceThatFitOnlyOnceOneWins() throws Exception {
    long first = course();
    long second = course();
    List<Callable<Answer>> requests = new ArrayList<>();
    List<Long> students = new ArrayList<>();
    for (int race = 0; race < RACES; race++) {
      long student = student(3);
      int instance = race;
      students.add(student);
      requests.add(() -> enroll(instance % INSTANCES, student, first));
      requests.add(() -> enroll((instance + 1) % INSTANCES, student, second));
    }
    List<Answer> answers = together(requests);
    for (int race = 0; race < RACES; race++) {
      assertThat(List.of(answers.get(2 * race).code(), answers.get(2 * race + 1).code()))
          .containsExactlyInAnyOrder("", "CREDIT_LIMIT");
      assertThat(count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", students.get(race)))
          .isEqualTo(1);
    }
    assertThat(count("SELECT SUM(enrolled) FROM course WHERE course_id IN (?, ?)", first, second))
        .isEqualTo(RACES);
  }

  private enum Race {
    TIME_CONFLICT,
    SAME_SUBJECT
  }

  @ParameterizedTest
  @EnumSource(Race.class)
  void ofThreeClicksAtOnceThatExcludeEachOtherOneWins(Race race) throws Exception {
    Meeting meeting = race == Race.TIME_CONFLICT ? new Meeting(WEDNESDAY, "10:30", "11:45") : null;
    long subject = subject();
    List<Long> courses = new ArrayList<>();
    for (int instance = 0; instance < INSTANCES; instance++) {
      courses.add(course(race == Race.SAME_SUBJECT ? subject : subject(), 3, meeting));
    }
    List<Callable<Answer>> requests = new ArrayList<>();
    for (int student = 0; student < RACES / 2; student++) {
      long id = student(30);
      for (int instance = 0; instance < INSTANCES; instance++) {
        int at = instance;
        requests.add(() -> enroll(at, id, courses.get(at)));
      }
    }
    List<Answer> answers = together(requests);
    for (int first = 0; first < answers.size(); first += INSTANCES) {
      assertThat(answers.subList(first, first + INSTANCES))
          .extracting(Answer::code)
          .containsExactlyInAnyOrder("", race.name(), race.name());
    }
    long seats = 0;
    for (long course : courses) {
      seats += count("SELECT enrolled FROM course WHERE course_id = ?", course);
      assertThat(count("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course))
          .isEqualTo(count("SELECT enrolled FROM course WHERE course_id = ?", course));
    }
    assertThat(seats).isEqualTo(RACES / 2);
  }

  @Test
  void meetingsThatTouchAreNoConflictAndFiveMinutesTogetherAre() {
    long student = student(30);
    long morning = course(subject(), 3, new Meeting(WEDNESDAY, "10:30", "11:45"));
    enrolled(student, morning);
    JsonNode body =
        rejected(
                student,
                course(subject(), 3, new Meeting(WEDNESDAY, "11:40", "13:00")),
                "TIME_CONFLICT")
            .body();
    assertThat(body.path("conflictingCourseId").asLong()).isEqualTo(morning);
    assertThat(body.path("weekday").asInt()).isEqualTo(WEDNESDAY);
    assertThat(body.path("from").asString()).isEqualTo("11:40");
    assertThat(body.path("until").asString()).isEqualTo("11:45");
    enrolled(student, course(subject(), 3, new Meeting(WEDNESDAY, "11:45", "13:00")));
  }

  @Test
  void anotherSectionAnEquivalentAndACrossListedSubjectAreTheSame() {
    long student = student(30);
    long subject = subject();
    long held = course(subject, 3, null);
    long equivalent = subject();
    long crossListed = subject();
    terms.relation(subject, equivalent, "EQUIVALENT");
    terms.relation(subject, crossListed, "CROSS_LISTED");
    enrolled(student, held);
    for (long same : List.of(subject, equivalent, crossListed)) {
      JsonNode body = rejected(student, course(same, 3, null), "SAME_SUBJECT").body();
      assertThat(body.path("conflictingCourseId").asLong()).isEqualTo(held);
    }
  }

  @Test
  void aGoodGradeIsNotImprovedAndALowOneIsEnrolledAsRetake() {
    long student = student(30);
    long subject = subject();
    long crossListed = subject();
    terms.relation(subject, crossListed, "CROSS_LISTED");
    terms.taken(student, subject, 20241, "B0");
    for (long same : List.of(subject, crossListed)) {
      JsonNode body = rejected(student, course(same, 3, null), "RETAKE_NOT_ALLOWED").body();
      assertThat(body.path("grade").asString()).isEqualTo("B0");
      assertThat(body.path("gradeAtMost").asString()).isEqualTo("C+");
      assertThat(body.path("subjectId").asLong()).isEqualTo(subject);
    }
    long low = subject();
    long equivalentOfLow = subject();
    terms.relation(low, equivalentOfLow, "EQUIVALENT");
    terms.taken(student, low, 20243, "C+");
    enrolled(student, course(equivalentOfLow, 3, null));
    assertThat(count("SELECT retake_of FROM enrollment WHERE student_id = ?", student))
        .isEqualTo(low);
  }

  @Test
  void aRuleForAnAudienceComesFirst() {
    long student = student(30);
    jdbc.update("UPDATE student SET grade = 4 WHERE student_id = ?", student);
    long subject = subject();
    terms.taken(student, subject, 20243, "B0");
    enrolled(student, course(subject, 3, null));
    long second = subject();
    terms.taken(student, second, 20243, "B0");
    JsonNode body = rejected(student, course(second, 3, null), "RETAKE_LIMIT").body();
    assertThat(body.path("retakeLimit").asInt()).isEqualTo(1);
  }

  @Test
  void ofThreeRetakesAtOnceTwoAreTheLimit() throws Exception {
    List<Long> subjects = List.of(subject(), subject(), subject());
    List<Long> courses = subjects.stream().map(subject -> course(subject, 3, null)).toList();
    List<Callable<Answer>> requests = new ArrayList<>();
    List<Long> students = new ArrayList<>();
    for (int race = 0; race < RACES / 2; race++) {
      long student = student(30);
      students.add(student);
      subjects.forEach(subject -> terms.taken(student, subject, 20243, "C+"));
      for (int instance = 0; instance < INSTANCES; instance++) {
        int at = instance;
        requests.add(() -> enroll(at, student, courses.get(at)));
      }
    }
    List<Answer> answers = together(requests);
    for (int race = 0; race < students.size(); race++) {
      List<Answer> own = answers.subList(race * INSTANCES, (race + 1) * INSTANCES);
      assertThat(own).extracting(Answer::code).containsExactlyInAnyOrder("", "", "RETAKE_LIMIT");
      assertThat(own)
          .filteredOn(answer -> answer.status() == 409)
          .allSatisfy(answer -> {
            assertThat(answer.body().path("usedRetakes").asInt()).isEqualTo(2);
            assertThat(answer.body().path("retakeLimit").asInt()).isEqualTo(2);
            assertThat(answer.body().path("retakeUnit").asString()).isEqualTo("COURSES_OF_TERM");
          });
      assertThat(
              count(
                  "SELECT COUNT(*) FROM enrollment WHERE student_id = ? AND retake_of IS NOT NULL",
                  students.get(race)))
          .isEqualTo(2);
    }
  }

  @Test
  void aPrerequisiteIsNeededAndAFailedOneDoesNotCount() {
    long needed = subject();
    long advanced = subject();
    terms.relation(advanced, needed, "PREREQUISITE");
    long course = course(advanced, 3, null);
    long student = student(30);
    terms.taken(student, needed, 20253, "F");
    JsonNode body = rejected(student, course, "PREREQUISITE").body();
    assertThat(body.path("missing").asString()).isEqualTo("PHY" + needed);
    long passed = student(30);
    terms.taken(passed, needed, 20253, "D-");
    enrolled(passed, course);
  }

  @Test
  void aCorequisiteIsPassedOrInThePlan() {
    long lecture = subject();
    long lab = subject();
    terms.relation(lab, lecture, "COREQUISITE");
    long course = course(lab, 1, null);
    long student = student(30);
    JsonNode body = rejected(student, course, "COREQUISITE").body();
    assertThat(body.path("missing").asString()).isEqualTo("PHY" + lecture);
    enrolled(student, course(lecture, 3, null));
    assertThat(enroll(1, student, course).status()).isEqualTo(201);
    long passed = student(30);
    terms.taken(passed, lecture, 20253, "C0");
    enrolled(passed, course);
  }

  @Test
  void aCancelAtAnotherInstanceCountsAtOnce() {
    long student = student(3);
    long first = course();
    long second = course();
    for (int round = 0; round < 5; round++) {
      Answer held = enroll(0, student, round % 2 == 0 ? first : second);
      assertThat(held.status()).isEqualTo(201);
      rejected(student, round % 2 == 0 ? second : first, "CREDIT_LIMIT");
      long id = held.body().path("enrollmentId").asLong();
      try {
        Api api = apis.get(1);
        assertThat(api.send(api.request("/api/enrollments/" + id).DELETE()).statusCode())
            .isEqualTo(204);
      } catch (Exception failure) {
        throw new AssertionError(failure);
      }
    }
    assertThat(enroll(2, student, first).status()).isEqualTo(201);
  }

  @Test
  void clicksOnARejectedCourseCostReadsAndNoTransactions() {
    long student = student(3);
    enrolled(student, course());
    long rejected = course();
    enroll(0, student, rejected);
    double reads = reads(0);
    long transactions = transactions(0);
    for (int click = 0; click < 10; click++) {
      assertThat(enroll(0, student, rejected).code()).isEqualTo("CREDIT_LIMIT");
    }
    assertThat(transactions(0)).isEqualTo(transactions);
    assertThat(reads(0)).isGreaterThan(reads);
  }

  @Test
  void clicksOnAFullCourseCostNoRead() {
    long full = course();
    jdbc.update("UPDATE course SET capacity = 1 WHERE course_id = ?", full);
    enrolled(student(30), full);
    long student = student(3);
    enrolled(student, course());
    // The gate says so once, to a student whom no rule rejects.
    await()
        .atMost(QUIET)
        .untilAsserted(
            () -> assertThat(enroll(0, student(30), full).code()).isEqualTo("COURSE_FULL"));
    double reads = reads(0);
    long transactions = transactions(0);
    for (int click = 0; click < 10; click++) {
      assertThat(enroll(0, student, full).code()).isEqualTo("COURSE_FULL");
    }
    assertThat(reads(0)).isEqualTo(reads);
    assertThat(transactions(0)).isEqualTo(transactions);
  }

  @Test
  void aRetakeNamesTheSubjectThatItReplacesInEveryAnswer() throws Exception {
    long student = student(30);
    long subject = subject();
    jdbc.update("INSERT INTO transcript VALUES (?, ?, 20243, 'C0', 3, NULL)", student, subject);
    long course = course(subject, 3, null);
    JsonNode first = enrollWithKey(0, student, course, "retake-" + student);
    assertThat(first.path("retakeOf").asLong()).isEqualTo(subject);
    assertThat(enrollWithKey(1, student, course, "retake-" + student)).isEqualTo(first);
    Api api = apis.get(2);
    String path = "/api/enrollments/" + first.path("enrollmentId").asLong();
    assertThat(json.readTree(api.send(api.request(path).GET()).body())).isEqualTo(first);
    assertThat(enroll(0, student, course()).body().has("retakeOf")).isFalse();
  }

  private JsonNode enrollWithKey(int instance, long student, long course, String key)
      throws Exception {
    Api api = apis.get(instance);
    HttpResponse<String> response =
        api.send(
            api.request("/api/enrollments")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(
                    BodyPublishers.ofString(
                        "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))));
    assertThat(response.statusCode()).isEqualTo(201);
    return json.readTree(response.body());
  }
}
