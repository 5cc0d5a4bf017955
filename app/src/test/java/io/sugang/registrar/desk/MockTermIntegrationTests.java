package io.sugang.registrar.desk;

import static io.sugang.registrar.desk.DeskInstances.atOnce;
import static io.sugang.registrar.desk.DeskInstances.code;
import static io.sugang.registrar.desk.DeskInstances.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.registrar.desk.DeskInstances.Staff;
import io.sugang.servers.HeldCourse;
import io.sugang.signin.StaffRole;
import io.sugang.signin.StudentCredentials;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mock terms at three instances: begun, used together with the term that they copy, and ended. */
@Timeout(300)
@Tag("extended")
class MockTermIntegrationTests {
  private static final String PATH = "/api/desk/mock-term";
  private static final Duration LONG = Duration.ofSeconds(90);
  private static final long FIRST_TERM = 1_000_000_000L;
  private static final long FIRST_COURSE = 1_000_000_000_000_000L;
  private static DeskInstances desk;
  private static long real;

  @BeforeAll
  static void start() {
    desk = new DeskInstances();
    real = desk.number("SELECT MAX(term_id) FROM course");
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  @AfterEach
  void endWhatIsLeft() {
    if (there().containsKey("current")) {
      end(desk.registrar());
      awaitEnded();
    }
  }

  // ---- Requests

  private static HttpResponse<String> begin(Staff staff) {
    return staff.post(
        PATH,
        "{\"opensAt\":\"%s\",\"closesAt\":\"%s\",\"reason\":\"the day before\"}"
            .formatted("2026-01-01T00:00:00Z", Instant.now().plusSeconds(3_600)));
  }

  private static HttpResponse<String> end(Staff staff) {
    return end(staff, termId());
  }

  private static HttpResponse<String> end(Staff staff, long termId) {
    return staff.post(
        PATH + "/end", "{\"termId\":%d,\"reason\":\"all have practised\"}".formatted(termId));
  }

  private static long termId() {
    return JsonPath.<Number>read(desk.registrar().get(PATH).body(), "$.current.termId").longValue();
  }

  private static Map<String, Object> there() {
    return JsonPath.read(desk.registrar().get(PATH).body(), "$");
  }

  private static String state() {
    return JsonPath.read(desk.registrar().get(PATH).body(), "$.current.state");
  }

  private static void awaitReady() {
    await().atMost(LONG).until(() -> state().equals("READY"));
  }

  private static void awaitEnded() {
    await().atMost(LONG).until(() -> !there().containsKey("current"));
  }

  private static long copyOf(long course) {
    return desk.number(
        "SELECT course_id FROM course WHERE term_id = ? AND course_id MOD 1000000000000 = ?",
        termId(),
        course);
  }

  private static HttpResponse<String> as(long student, String path) {
    Api api = desk.api(student);
    return api.send(
        api.request(path)
            .header("Authorization", "Bearer " + StudentCredentials.token(student))
            .GET());
  }

  private static HttpResponse<String> put(long student, String path, String json) {
    Api api = desk.api(student);
    return api.send(
        api.request(path)
            .header("Authorization", "Bearer " + StudentCredentials.token(student))
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(json)));
  }

  private static HttpResponse<String> ask(long student, long course) {
    Api api = desk.api(student);
    return api.send(
        api.request("/api/me/overrides")
            .header("Authorization", "Bearer " + StudentCredentials.token(student))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"please\"}"
                        .formatted(course))));
  }

  private static Stream<Callable<HttpResponse<String>>> clicks(
      long first, long last, long... courses) {
    return LongStream.rangeClosed(first, last)
        .boxed()
        .flatMap(student ->
            LongStream.of(courses).mapToObj(course -> () -> desk.enroll(student, course)));
  }

  private static List<Number> ids(HttpResponse<String> answer, String path) {
    return JsonPath.read(expect("200", answer).body(), path);
  }

  // ---- What is stored

  /**
   * A checksum of each table but of events, rejections and ids; without rows of mock terms where
   * asked.
   */
  private static Map<String, String> tables(boolean withoutMock) {
    List<String> names =
        desk.jdbc.query(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                + " AND table_type = 'BASE TABLE' AND table_name NOT IN"
                + " ('audit_event', 'enrollment_id_block', 'mock_term', 'removed_course', 'rejection')",
            (row, n) -> row.getString(1));
    Map<String, String> sums = new TreeMap<>();
    for (String table : names) {
      List<String> columns =
          desk.jdbc.query(
              "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                  + " AND table_name = ? ORDER BY ordinal_position",
              (row, n) -> row.getString(1),
              table);
      String where =
          withoutMock && columns.contains("course_id")
              ? " WHERE course_id < " + FIRST_COURSE
              : withoutMock && columns.contains("term_id") && !table.equals("transcript")
                  ? " WHERE term_id < " + FIRST_TERM
                  : "";
      sums.put(
          table,
          String.valueOf(
              desk.jdbc.queryForObject(
                  "SELECT CONCAT(COUNT(*), ' ', COALESCE(SUM(CRC32(CONCAT_WS(',', %s))), 0)) FROM `%s`%s"
                      .formatted(
                          columns.stream()
                              .map(column -> "COALESCE(HEX(`%s`), '-')".formatted(column))
                              .collect(Collectors.joining(", ")),
                          table,
                          where),
                  String.class)));
    }
    return sums;
  }

  private static Set<String> keysOfMockCourses() {
    return desk.redis.keys("course:*").stream()
        .filter(key -> key.matches("course:\\{\\d{16}}:.*"))
        .filter(key -> !key.startsWith("course:{9007"))
        // A pass that read the courses before their end takes a ticket for each, and removes it.
        .filter(key -> !key.endsWith(":ticket"))
        .collect(Collectors.toSet());
  }

  private static void mustBeValid() {
    var verified = desk.verify();
    assertThat(verified.exitStatus()).as(verified.table()).isZero();
  }

  // ---- Tests

  @Test
  void bothTermsAreUsedAtOnceAndTheEndLeavesOnlyTheRealOne() throws Exception {
    long course = desk.ownCourse(real, 20);
    long pooled = desk.ownCourse(real, 0);
    desk.pool(pooled, 5);
    long open = desk.ownCourse(real, 500);
    Map<String, String> before = tables(false);
    expect("202", begin(desk.registrar()));
    awaitReady();
    assertThat(tables(true)).isEqualTo(before);
    long term = termId();
    long mockCourse = copyOf(course);
    long mockPooled = copyOf(pooled);
    long mockOpen = copyOf(open);
    mustBeACopy(term);

    Map<String, Long> answers =
        atOnce(clicks(1, 60, course, mockCourse, pooled, mockPooled)).stream()
            .collect(Collectors.groupingBy(DeskInstances::code, Collectors.counting()));
    assertThat(answers).isEqualTo(Map.of("201", 50L, "COURSE_FULL", 190L));
    for (long each : new long[] {course, mockCourse}) {
      assertThat(desk.rows(each)).isEqualTo(20);
      await().atMost(LONG).until(() -> keptRejections(each) == 40);
    }
    assertThat(
            desk.jdbc.query(
                "SELECT COUNT(*) FROM enrollment JOIN course USING (course_id) WHERE pool_of IN (?, ?) GROUP BY pool_of",
                (row, n) -> row.getInt(1),
                pooled,
                mockPooled))
        .containsExactly(5, 5);
    mustBeValid();
    readsShowOneTermAtATime(term, open, mockOpen);
    Map<String, String> used = tables(true);

    endWhileStudentsEnroll(mockOpen);
    assertThat(tables(false)).as("every table without a trace").isEqualTo(used);
    assertThat(keysOfMockCourses()).isEmpty();
    mustBeValid();
    for (long student = 1; student <= 6; student++) {
      expect("COURSE_NOT_FOUND", desk.enroll(student, mockOpen));
    }
    assertThat(ids(as(7, "/api/me/plan?term=" + term), "$.courses[*].courseId")).isEmpty();
    expect("COURSE_NOT_FOUND", as(7, "/api/courses/" + mockOpen));
    assertThat(keysOfMockCourses()).isEmpty();
    mustBeValid();
    assertThat(
            desk.jdbc.query(
                "SELECT action FROM audit_event WHERE target = ? ORDER BY event_id",
                (row, n) -> row.getString(1),
                "term:" + term))
        .containsExactly("MOCK_TERM_BEGIN", "MOCK_TERM_END", "MOCK_TERM_WIPED");
    assertThat(
            desk.number(
                "SELECT detail->'$.before.enrollments' FROM audit_event WHERE target = ? AND action = 'MOCK_TERM_END'",
                "term:" + term))
        .isPositive();
    // What the thread does a minute later.
    assertThat(desk.number("SELECT COUNT(*) FROM removed_course")).isPositive();
    desk.jdbc.update("UPDATE removed_course SET removed_at = removed_at - INTERVAL 2 MINUTE");
    await().atMost(LONG).until(() -> desk.number("SELECT COUNT(*) FROM removed_course") == 0);
    assertThat(desk.number("SELECT COUNT(*) FROM rejection WHERE course_id >= ?", FIRST_COURSE))
        .isZero();
    assertThat(keptRejections(course)).isEqualTo(40);
  }

  private static long keptRejections(long course) {
    return desk.number("SELECT COUNT(*) FROM rejection WHERE course_id = ?", course);
  }

  private static void mustBeACopy(long term) {
    for (String part :
        List.of(
            "SELECT COUNT(*) FROM student_term WHERE term_id = ?",
            "SELECT SUM(credit_limit) FROM student_term WHERE term_id = ?",
            "SELECT SUM(capacity) FROM course WHERE term_id = ?",
            "SELECT COUNT(*) FROM course WHERE term_id = ?",
            "SELECT COUNT(*) FROM course WHERE term_id = ? AND pool_of IS NOT NULL",
            "SELECT COUNT(*) FROM course WHERE term_id = ? AND slot_mask IS NOT NULL",
            "SELECT COALESCE(SUM(audience_id), 0) FROM course WHERE term_id = ?",
            "SELECT COALESCE(SUM(CRC32(CONCAT_WS('-', weekday, start_minute, end_minute, room))), 0) FROM meeting JOIN course USING (course_id) WHERE term_id = ?")) {
      assertThat(desk.number(part, term)).as(part).isEqualTo(desk.number(part, real));
    }
    assertThat(desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", term))
        .isGreaterThan(20);
    assertThat(desk.number("SELECT COUNT(*) FROM registration_window WHERE term_id = ?", term))
        .isEqualTo(1);
  }

  private static void readsShowOneTermAtATime(long term, long open, long mockOpen) {
    long student = 150;
    expect("201", desk.enroll(student, mockOpen));
    expect("201", desk.enroll(student, open));
    String name = "/api/courses?q=Course" + open;
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(ids(as(student, name + "&term=" + term), "$.content[*].courseId"))
                .map(Number::longValue)
                .containsExactly(mockOpen));
    Function<String, List<Long>> plan =
        query ->
            ids(as(student, "/api/me/plan" + query), "$.courses[*].courseId").stream()
                .map(Number::longValue)
                .toList();
    assertThat(ids(as(student, name), "$.content[*].courseId"))
        .map(Number::longValue)
        .containsExactly(open);
    assertThat(ids(as(student, "/api/courses?ids=" + mockOpen), "$.content[*].termId"))
        .map(Number::longValue)
        .containsExactly(term);
    assertThat(plan.apply("")).containsExactly(open);
    assertThat(plan.apply("?term=" + term)).containsExactly(mockOpen);
    assertThat(plan.apply("?term=" + real)).containsExactly(open);
    assertThat(
            JsonPath.<String>read(as(student, "/api/me/plan?term=" + term).body(), "$.term.kind"))
        .isEqualTo("MOCK");
    for (String path :
        List.of("/api/me/enrollments", "/api/students/%d/enrollments".formatted(student))) {
      assertThat(ids(as(student, path), "$[*].courseId"))
          .map(Number::longValue)
          .containsExactly(open);
      assertThat(ids(as(student, path + "?term=" + term), "$[*].courseId"))
          .map(Number::longValue)
          .containsExactly(mockOpen);
    }
    String department = "/api/seats?department=Desk%20department";
    assertThat(ids(as(student, department), "$.courses[*].courseId"))
        .allMatch(id -> id.longValue() < FIRST_COURSE);
    assertThat(ids(as(student, department + "&term=" + term), "$.courses[*].courseId"))
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch(id -> id.longValue() >= FIRST_COURSE);
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(
                    JsonPath.<Number>read(
                            expect("200", as(student, "/api/me/windows")).body(), "$.mockTermId")
                        .longValue())
                .isEqualTo(term));
    assertThat(ids(as(student, "/api/me/windows"), "$.windows[*].termId"))
        .doesNotContain(term)
        .isNotEmpty();
    assertThat(ids(as(student, "/api/me/windows?term=" + term), "$.windows[*].termId")).hasSize(1);
    assertThat(
            JsonPath.<List<Boolean>>read(
                as(student, "/api/me/windows?term=" + term).body(),
                "$.actions[?(@.action=='ENROLL')].open"))
        .containsExactly(true);
    // The basket is that of the course's term.
    expect("200", put(151, "/api/me/basket/" + mockOpen, "{\"kind\":\"WANTED\"}"));
    assertThat(ids(as(151, "/api/me/basket"), "$.items[*].courseId")).isEmpty();
    assertThat(ids(as(151, "/api/me/basket?term=" + term), "$.items[*].courseId")).hasSize(1);
  }

  private static void endWhileStudentsEnroll(long mockOpen) throws Exception {
    Set<String> codes = new HashSet<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Set<String>>> crowd =
          LongStream.rangeClosed(61, 84)
              .mapToObj(student -> clients.submit(() -> clickUntilGone(student, mockOpen)))
              .toList();
      await().atMost(LONG).until(() -> desk.rows(mockOpen) > 10);
      expect("202", end(desk.registrar(desk.api(1))));
      awaitEnded();
      for (Future<Set<String>> each : crowd) {
        codes.addAll(each.get());
      }
    }
    assertThat(codes)
        .contains("201", "COURSE_NOT_FOUND")
        .isSubsetOf(
            "201",
            "ALREADY_ENROLLED",
            "CLOSED",
            "NOT_OPEN",
            "COURSE_CANCELLED",
            "COURSE_FULL",
            "NOT_IN_TERM",
            "COURSE_NOT_FOUND");
  }

  private static Set<String> clickUntilGone(long student, long course) {
    Set<String> codes = new HashSet<>();
    await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> {
          String code = code(desk.enroll(student, course));
          codes.add(code);
          return code.equals("COURSE_NOT_FOUND");
        });
    return codes;
  }

  @Test
  void anotherMockTermHasOtherIdsAndEndsAlsoWhileItIsCopied() {
    Map<String, String> before = tables(false);
    expect("202", begin(desk.registrar()));
    awaitReady();
    long first = termId();
    expect("202", end(desk.registrar()));
    awaitEnded();
    expect("202", begin(desk.registrar()));
    long second = termId();
    assertThat(second).isEqualTo(first + 1_000_000).isNotEqualTo(first);
    expect("202", end(desk.registrar()));
    awaitEnded();
    assertThat(tables(false)).isEqualTo(before);
    assertThat(keysOfMockCourses()).isEmpty();
    mustBeValid();
  }

  @Test
  void theCopyOfACourseWaitsForAnImportThatChangesIt() throws Exception {
    long course = desk.number("SELECT MIN(course_id) FROM course WHERE term_id = ?", real);
    long term;
    try (HeldCourse held = new HeldCourse(desk.database, course)) {
      expect("202", begin(desk.registrar()));
      term = termId();
      await().atMost(LONG).until(desk.database::waitsForALock);
      assertThat(desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", term)).isZero();
      held.release();
    }
    awaitReady();
    assertThat(desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", term))
        .isEqualTo(desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", real));
  }

  @Test
  void repeatedRequestsChangeNothing() throws Exception {
    List<HttpResponse<String>> begun =
        atOnce(
            desk.apis.stream()
                .flatMap(api -> Stream.of(api, api))
                .map(api -> () -> begin(desk.registrar(api))));
    assertThat(begun).map(HttpResponse::statusCode).containsOnlyOnce(202).contains(409);
    assertThat(desk.number("SELECT COUNT(*) FROM mock_term WHERE is_current = 1")).isEqualTo(1);
    HttpResponse<String> again = expect("MOCK_TERM", begin(desk.registrar()));
    long term = termId();
    assertThat(JsonPath.<Number>read(again.body(), "$.current.termId").longValue()).isEqualTo(term);
    expect("MOCK_TERM_NOT_FOUND", end(desk.registrar(), term + 1_000_000));
    expect("MOCK_TERM_NOT_FOUND", end(desk.registrar(), real));
    List<HttpResponse<String>> ended =
        atOnce(desk.apis.stream().map(api -> () -> end(desk.registrar(api), term)));
    assertThat(ended).map(HttpResponse::statusCode).containsOnly(202);
    awaitEnded();
    HttpResponse<String> late = expect("202", end(desk.registrar(), term));
    assertThat(JsonPath.<String>read(late.body(), "$.state")).isEqualTo("ENDED");
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE target = ? AND action LIKE 'MOCK_TERM%'",
                "term:" + term))
        .isEqualTo(3);
    assertThat(
            JsonPath.<Number>read(desk.registrar().get(PATH).body(), "$.last.termId").longValue())
        .isEqualTo(term);
  }

  @Test
  void anotherInstanceGoesOnWhenTheLeaseOfOneIsOver() {
    expect("202", begin(desk.registrar()));
    awaitReady();
    long term = termId();
    expect("202", end(desk.registrar()));
    // An instance that was killed: it had the lease, before the windows were closed.
    assertThat(
            desk.jdbc.update(
                "UPDATE mock_term SET instance = 42, leased_until = UTC_TIMESTAMP(3) + INTERVAL 15 SECOND WHERE term_id = ?",
                term))
        .isEqualTo(1);
    Instant sent = Instant.now();
    await()
        .during(Duration.ofSeconds(5))
        .atMost(Duration.ofSeconds(12))
        .until(() -> desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", term) > 0);
    awaitEnded();
    assertThat(Duration.between(sent, Instant.now())).isGreaterThan(Duration.ofSeconds(14));
    assertThat(desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", term)).isZero();
  }

  @Test
  void rolesAndPartsOfAMockTerm() {
    Staff viewer = desk.as(StaffRole.VIEWER, DeskInstances.VIEWER);
    Staff department = desk.as(StaffRole.DEPARTMENT, DeskInstances.DEPARTMENT);
    long course = desk.ownCourse(real, 3);
    for (Staff staff : List.of(viewer, department)) {
      expect("NO_DESK", begin(staff));
      expect("200", staff.get(PATH));
    }
    expect("NO_DESK", begin(desk.loadDriver()));
    expect("NO_DESK", as(1, PATH));
    expect("SIGN_IN_REQUIRED", desk.apis.getFirst().get(PATH));
    assertThat(JsonPath.<Number>read(viewer.get(PATH).body(), "$.next.courses").longValue())
        .isEqualTo(desk.number("SELECT COUNT(*) FROM course WHERE term_id = ?", real));
    expect("202", begin(desk.registrar()));
    awaitReady();
    long term = termId();
    expect("NO_DESK", end(viewer));
    expect("NO_DESK", end(department));
    assertThat(state()).isEqualTo("READY");
    long mockCourse = copyOf(course);
    // The desk's own practice: all but what a mock term does not have.
    expect("200", desk.registrar().change(mockCourse, "capacity", ",\"capacity\":4"));
    expect("200", desk.registrar().change(mockCourse, "close", ""));
    expect("200", desk.registrar().change(mockCourse, "reopen", ""));
    expect("MOCK_TERM", desk.registrar().change(mockCourse, "cancel", ""));
    expect("MOCK_TERM", ask(9, mockCourse));
    assertThat(desk.number("SELECT COUNT(*) FROM override WHERE course_id = ?", mockCourse))
        .isZero();
    Staff registrar = desk.registrar();
    HttpResponse<String> window =
        registrar.send(
            registrar
                .json("/api/desk/windows")
                .header("Idempotency-Key", "mock")
                .POST(
                    BodyPublishers.ofString(
                        """
                        {"termId":%d,"phase":"ENROLL","opensAt":"2027-03-02T10:00:00+09:00",
                        "closesAt":"2027-03-02T11:00:00+09:00","actions":["ENROLL"],"reason":"r"}\
                        """
                            .formatted(term))));
    expect("MOCK_TERM", window);
    String listed = registrar.get("/api/desk/windows?termId=" + term).body();
    String version = JsonPath.read(listed, "$.windows[0].version");
    int id = JsonPath.read(listed, "$.windows[0].windowId");
    expect(
        "200",
        registrar.post(
            "/api/desk/windows/%d/shift".formatted(id),
            "{\"version\":\"%s\",\"minutes\":10,\"reason\":\"later\"}".formatted(version)));
    assertThat(
            JsonPath.<Number>read(registrar.get("/api/desk/overview").body(), "$.seats.courses")
                .longValue())
        .isLessThanOrEqualTo(
            desk.number(
                "SELECT COUNT(*) FROM course WHERE course_id < ? AND pool_of IS NULL",
                FIRST_COURSE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                                    | opensAt
          {"opensAt":"soon","closesAt":"2099-01-01T00:00:00Z","reason":"r"}                     | must be a time like
          {"opensAt":"2098-01-01T00:00:00Z","closesAt":"later","reason":"r"}                    | must be a time like
          {"opensAt":"2098-01-01T00:00:00Z","closesAt":"2097-01-01T00:00:00Z","reason":"r"}     | later than opensAt
          {"opensAt":"2020-01-01T00:00:00Z","closesAt":"2021-01-01T00:00:00Z","reason":"r"}     | in the future
          {"opensAt":"2098-01-01T00:00:00Z","closesAt":"2099-01-01T00:00:00Z","reason":"  "}    | reason
          {"opensAt":"2098-01-01T00:00:00Z","closesAt":"2099-01-01T00:00:00Z"}                  | reason
          {"opensAt":1,"closesAt":"2099-01-01T00:00:00Z","reason":"r"}                          | opensAt
          []                                                                                    | JSON
          """)
  void badInputIsExplained(String body, String explained) {
    HttpResponse<String> answer = expect("INVALID_REQUEST", desk.registrar().post(PATH, body));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(explained);
    expect("INVALID_REQUEST", desk.registrar().post(PATH + "/end", "{\"termId\":0}"));
    expect("INVALID_REQUEST", desk.registrar().post(PATH + "/end", "{\"reason\":\"r\"}"));
    assertThat(desk.number("SELECT COUNT(*) FROM mock_term WHERE ended_at IS NULL")).isZero();
  }
}
