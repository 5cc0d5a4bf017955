package io.sugang.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.servers.FaultTest;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.StatementLog;
import io.sugang.signin.StaffCredentials;
import io.sugang.signin.StaffRole;
import io.sugang.signin.StudentCredentials;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * How MySQL finds the rows of every statement that the service issues. The statements are those
 * that MySQL's own log recorded while an instance started, warmed up, served every operation with
 * and without the gate, and reconciled. So there is no list to maintain.
 */
@FaultTest(
    properties = {
      "sugang.seed.students=5000",
      "sugang.seed.professors=300",
      "sugang.seed.courses=500"
    })
@Tag("extended")
class StatementPlanIntegrationTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Set<String> SCANS = Set.of("ALL", "index");

  // A statement about rows that are gone by now (the warm-up's own) has no plan: others are tried.
  private static final int EXAMPLES = 20;

  private static final int LONGEST_PAGE = 100;

  private static final List<String> TABLES =
      List.of(
          "student",
          "professor",
          "course",
          "enrollment",
          "department",
          "meeting",
          "seat_release",
          "subject",
          "student_term",
          "term",
          "audience",
          "program",
          "student_program",
          "audit_event",
          "audience_row",
          "registration_window",
          "window_request",
          "course_cancellation",
          "notice",
          "staff",
          "subject_relation",
          "transcript",
          "retake_rule",
          "classification_rule",
          "override",
          "staff",
          "basket",
          "basket_item",
          "rejection",
          "mock_term",
          "removed_course",
          "mocked_term",
          "mocked_student_term",
          "mocked_window",
          "mocked_basket",
          "mocked_meeting",
          "mocked_seat_release",
          "mocked_rejection");

  /** Of a table: InnoDB tells half of it at most when it estimates how long a range is. */
  private static final double MOST_OF_A_TABLE = 0.4;

  /** Less is read with the page that it is in. */
  private static final long FEW_ROWS = 100;

  /**
   * Why a statement may read all of a table or an index.
   *
   * @param statement regular expression for the whole of it, as the test writes it
   */
  private record Permission(String statement, String why) {}

  private static final List<Permission> PERMITTED =
      List.of(
          new Permission(
              ".* enrollment_id_block .*", "one row, by its CHECK: there is nothing to look for"),
          new Permission(
              "SELECT COUNT\\(\\*\\) FROM \\(SELECT \\? FROM \\w+ FORCE INDEX \\(\\w+\\) LIMIT \\?\\) scanned",
              "the warm-up reads pages so that they are in memory, and as many as its limit says"),
          new Permission(
              "SELECT (\\w+) FROM (student|course) WHERE \\1 < \\? (AND pool_of IS NULL )?ORDER BY \\1 LIMIT \\?",
              "the warm-up asks for ids to use, in the order of the key and as many as its limit says"),
          new Permission(
              "SELECT course_id, capacity, enrolled, status FROM course WHERE course_id < \\?",
              "the reconciler looks at every course, in one instance once a second; lists do so while they are asked for"),
          new Permission(
              "SELECT course_id, COUNT\\(\\*\\) FROM enrollment WHERE course_id < \\? GROUP BY course_id",
              "without Redis an instance counts the seats of every course, from the index alone"),
          new Permission(
              "SELECT window_id, term_id, phase, audience_id, opens_at, closes_at, actions FROM registration_window",
              "all windows are in memory, some dozen a year"),
          new Permission(
              "SELECT \\(SELECT .* FROM registration_window\\), \\(SELECT .* FROM notice\\)",
              "whether windows or notices changed; a second's answers to seats share it"),
          new Permission(
              "SELECT a\\.audience_id, .* FROM audience a LEFT JOIN audience_row r .*",
              "all audiences are in memory, some dozen"),
          new Permission(
              "SELECT s\\.student_id, .* FROM student s LEFT JOIN department d .* BETWEEN \\? AND \\? ORDER BY s\\.student_id LIMIT \\?",
              "what audiences ask of students is in memory, read a thousand rows at a time, twice a minute"),
          new Permission(
              "SELECT course_id, term_id, audience_id, pool_of, merges_at, status FROM course WHERE course_id IN \\(.*\\)",
              "rejections read the courses that they are about again, together and by their keys"),
          new Permission(
              "SELECT course_id, term_id, audience_id, pool_of, merges_at, status FROM course",
              "term and audience of every course are in memory, read every five seconds"),
          new Permission(
              "SELECT c\\.course_id, .*, s\\.repeatable FROM course c JOIN subject s .* WHERE c\\.term_id IS NOT NULL",
              "subjects and times of every course are in memory, read every five seconds"),
          new Permission(
              "SELECT w\\.window_id, .* FROM registration_window w JOIN term t .* ORDER BY w\\.opens_at, w\\.window_id LIMIT \\?",
              "the desk looks at all windows, some dozen a year"),
          new Permission(
              "SELECT term_id, year, season, kind FROM term ORDER BY .* LIMIT \\?",
              "the desk chooses a term, some dozen"),
          new Permission(
              "SELECT audience_id, name FROM audience ORDER BY name LIMIT \\?",
              "the desk chooses an audience, some dozen"),
          new Permission(
              "SELECT t\\.term_id FROM term t WHERE EXISTS .* LIMIT \\?",
              "the desk presets a term, one of some dozen"),
          new Permission(
              "SELECT (COUNT\\(\\*\\) FROM audience_row|r\\.audience_id, .* FROM audience_row r .*)",
              "the desk looks for an equal audience among some dozen before it makes one"),
          new Permission(
              "SELECT COUNT\\(\\*\\).* FROM student s LEFT JOIN department d .*",
              "the desk sees how many students an audience has before it makes a window"),
          new Permission(
              "SELECT r\\.kind, .* FROM subject_relation r JOIN subject s .*",
              "the relations of all subjects are in memory, a hundred or so"),
          new Permission(
              "SELECT subject_id, other_id, from_term, to_term FROM subject_relation .*",
              "a ledger's transaction reads the subjects that count as one every ten seconds at most"),
          new Permission(
              "SELECT audience_id, .* FROM retake_rule ORDER BY rule_id",
              "all rules of retakes, some dozen"),
          new Permission(
              "SELECT term_id, classification, most_courses FROM classification_rule",
              "the limits of all terms are in memory, a few a term"),
          new Permission(
              "SELECT student_id, .* FROM transcript WHERE student_id BETWEEN \\? AND \\?",
              "histories are in memory, read a thousand students at a time, twice an hour"),
          new Permission(
              "SELECT course_id, weekday, start_minute, end_minute, room FROM meeting ORDER BY .*",
              "lists and searches are in memory, read again after half a minute at the earliest"),
          new Permission(
              "SELECT STRAIGHT_JOIN o\\.override_id, .* ORDER BY o\\.override_id (ASC|DESC) LIMIT \\?",
              "the desk's list is read in the order of the key, as far as its page is long"),
          new Permission(
              "SELECT c\\.course_id, c\\.title, .* FROM course c JOIN professor p .*",
              "lists and searches are in memory, read again after half a minute at the earliest"),
          new Permission(
              "SELECT course_id, COUNT\\(\\*\\) FROM basket_item WHERE kind = \\? GROUP BY course_id",
              "the demand of all courses is read with them, from the index alone"),
          new Permission(
              "(INSERT INTO|DELETE FROM) mocked_\\w+ .*",
              "a mock term is copied and taken away as a whole, in portions, when the desk wants it"),
          new Permission(
              "INSERT INTO course .* SELECT c\\.course_id \\+ .*",
              "a mock term copies the courses of a term in portions, when the desk wants it"),
          new Permission(
              "SELECT (course_id|student_id|COALESCE\\(SUM\\(enrolled\\), \\?\\)) FROM (course|student_term) (FORCE INDEX \\(\\w+\\) )?WHERE term_id = \\?.*",
              "a mock term is a whole term, which is copied and taken away when the desk wants it"),
          new Permission(
              "SELECT t\\.term_id, t\\.year, t\\.season, \\(SELECT COUNT.*",
              "the desk sees how much a mock term would copy"),
          new Permission(
              "(SELECT course_id|DELETE) FROM removed_course.*",
              "courses that were deleted within the last minute"),
          new Permission(".* mock_term .*", "one row for each mock term, some a year"),
          new Permission(
              "SELECT department_id, college, name_ko, name_en, aliases FROM department ORDER BY .*",
              "all departments, read again after half a minute at the earliest"));

  @Autowired MySqlDatabase database;
  @Autowired RedisServer redis;
  @Autowired StringRedisTemplate gate;

  private JdbcTemplate root;
  private StatementLog log;

  /**
   * @param line of EXPLAIN: {@code table}, {@code type}, {@code key}, {@code rows}, {@code Extra}
   */
  private record Access(String statement, Map<String, @Nullable Object> line) {
    /** All of a table or an index is read, or about that: a range over all keys is no better. */
    boolean readsATable(Map<String, Long> sizes) {
      // What is inserted is looked for nowhere, but EXPLAIN calls it ALL too.
      if ("INSERT".equals(line.get("select_type")) || stopsAtItsLimit()) {
        return false;
      }
      return SCANS.contains(String.valueOf(line.get("type"))) || readsMostOf(sizes);
    }

    private boolean readsMostOf(Map<String, Long> sizes) {
      long size = sizes.getOrDefault(table(), 0L);
      return size > FEW_ROWS
          && line.get("rows") instanceof Number rows
          && rows.longValue() >= MOST_OF_A_TABLE * size;
    }

    /** By its own name, where the statement gives it another one. */
    String table() {
      String name = String.valueOf(line.get("table"));
      Matcher renamed =
          Pattern.compile(
                  "(?i)\\b(%s) (?:as )?%s\\b"
                      .formatted(String.join("|", TABLES), Pattern.quote(name)))
              .matcher(statement);
      return renamed.find() ? renamed.group(1) : name;
    }

    boolean permitted() {
      return PERMITTED.stream().anyMatch(one -> statement.matches("(?is)" + one.statement()));
    }

    // In the order of an index it is read from the beginning, and no further than the page is long.
    private boolean stopsAtItsLimit() {
      return Set.of("index", "range").contains(String.valueOf(line.get("type")))
          && statement.matches("(?is).* order by .* limit .*")
          && line.get("rows") instanceof Number rows
          && rows.longValue() <= LONGEST_PAGE;
    }

    String text() {
      return path() + " | " + statement;
    }

    String path() {
      return "%s | %s | %s | %s | %s"
          .formatted(
              line.get("table"),
              line.get("type"),
              line.get("key"),
              line.get("rows"),
              line.get("Extra"));
    }
  }

  @BeforeEach
  void aSemesterOfEnrollmentsAndALogOfStatements() {
    root = database.jdbc();
    root.update(
        """
        INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)
        SELECT 5000000000000000 + course_id * 1000 + student_id, student_id, course_id, UTC_TIMESTAMP(6)
        FROM course JOIN student ON student_id <= 50 WHERE course_id > 50 AND course_id < 9000000000000000
        """);
    root.update(
        "UPDATE course SET enrolled = 50 WHERE course_id > 50 AND course_id < 9000000000000000");
    // A merged pool with free seats, and a portion that is due among those of earlier terms.
    root.update(
        """
        INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, slot_mask, pool_of, merges_at)
        SELECT 7000, title, department, professor_id, credits, 3, term_id, subject_id, slot_mask, course_id, '2026-01-01'
        FROM course WHERE course_id = 100
        """);
    root.update(
        """
        INSERT INTO seat_release (course_id, releases_at, seats, released_at)
        SELECT course_id, '2025-07-01', 1, '2025-07-01' FROM course WHERE course_id <= 500
        """);
    root.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (101, '2026-01-01', 1)");
    root.update(
        """
        INSERT INTO override (student_id, course_id, lifts, request_text, state, requested_at)
        SELECT course_id, course_id, 'CAPACITY', 'of an earlier term', 'WITHDRAWN', '2025-07-01' FROM course WHERE course_id <= 400
        """);
    for (String table : TABLES) {
      root.execute("ANALYZE TABLE " + table);
    }
    log = new StatementLog(database);
  }

  @AfterEach
  void noMoreLog() {
    log.close();
  }

  @Test
  void noStatementReadsATableUnlessItIsMeantTo() throws Exception {
    try (Instances instances =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            redis,
            Instances.SHIPPED_LIMITS,
            "sugang.rules.enabled=true",
            "sugang.warmup.enabled=true",
            "sugang.warmup.http-time-limit=1s",
            "sugang.sign-in.session-key=" + StudentCredentials.KEY)) {
      useTheBasket(instances);
      useEverything(instances, 4_102);
      useTheDesk(instances);
      refuseAStudentOnLeave(instances);
      useOverrides(instances, 4_104, 70);
      useAMockTerm(instances);
      await()
          .atMost(LONG)
          .until(() -> recorded().keySet().stream().anyMatch(this::isOfTheReconciler));
      // Without Redis the instance counts the seats of all courses in MySQL.
      redis.stop();
      await().atMost(LONG).until(() -> recorded().keySet().stream().anyMatch(this::countsAllSeats));
      redis.start();
    }
    try (Instances instances =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            redis,
            "sugang.seat.control=lock",
            "sugang.student.cache=none")) {
      useEverything(instances, 4_101);
    }
    try (Instances instances =
        Instances.start(SugangApplication.class, 1, database, redis, "sugang.rules.enabled=true")) {
      fillAPlan(instances);
    }
    log.close();

    Map<String, List<String>> recorded = recorded();
    Set<String> statements = recorded.keySet();
    // That the log and the way it is read work at all: statements of different parts are there.
    assertThat(statements)
        .anyMatch(sql -> sql.contains("FOR UPDATE"))
        .anyMatch(sql -> sql.contains("SET enrolled = enrolled + CASE"))
        .anyMatch(sql -> sql.startsWith("INSERT INTO enrollment"))
        .anyMatch(sql -> sql.startsWith("INSERT INTO audit_event"))
        .anyMatch(sql -> sql.startsWith("DELETE FROM enrollment"))
        .anyMatch(sql -> sql.contains("idempotency_key ="))
        .anyMatch(sql -> sql.contains("FROM meeting"))
        .anyMatch(sql -> sql.contains("FROM seat_release"))
        .anyMatch(sql -> sql.startsWith("UPDATE seat_release"))
        .anyMatch(sql -> sql.startsWith("UPDATE course SET capacity = capacity +"))
        .anyMatch(sql -> sql.toLowerCase(Locale.ROOT).startsWith("update student"))
        .anyMatch(sql -> sql.toLowerCase(Locale.ROOT).contains("count("));

    List<Access> accesses = new ArrayList<>();
    List<String> unexplained = new ArrayList<>();
    recorded.forEach((statement, examples) -> {
      List<Access> plan = explain(statement, examples);
      accesses.addAll(plan);
      if (plan.isEmpty()
          && !looksForOneRow(examples)
          && statement.matches("(?is).*\\b(from|into|update)\\b.*")) {
        unexplained.add(statement);
      }
    });
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (String table : TABLES) {
      sizes.put(table, root.queryForObject("SELECT COUNT(*) FROM " + table, Long.class));
    }
    write(recorded, accesses, sizes);
    assertThat(accesses).hasSizeGreaterThan(20);
    assertThat(unexplained).isEmpty();
    // Otherwise nothing would be known of its size.
    assertThat(accesses)
        .extracting(Access::table)
        .filteredOn(table -> !table.startsWith("<"))
        .allMatch(table -> TABLES.contains(table) || table.equals("enrollment_id_block"));
    assertThat(
            accesses.stream()
                .filter(access -> access.readsATable(sizes) && !access.permitted())
                .map(Access::text))
        .isEmpty();
    // A permission that nothing needs any more would hide what takes its place.
    assertThat(PERMITTED)
        .allSatisfy(permission ->
            assertThat(statements).anyMatch(sql -> sql.matches("(?is)" + permission.statement())));
  }

  private boolean countsAllSeats(String sql) {
    return sql.startsWith("SELECT course_id, COUNT(*) FROM enrollment");
  }

  private boolean isOfTheReconciler(String sql) {
    return sql.contains("GROUP_CONCAT(student_id");
  }

  private static void useTheBasket(Instances instances) {
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    String basket = "/api/me/basket";
    for (String student : List.of("5", "6")) {
      String token = "Bearer " + StudentCredentials.token(Long.parseLong(student));
      for (long course : List.of(3L, 4L, 5L)) {
        assertThat(put(api, token, basket + "/" + course, "{\"kind\":\"RESERVE\"}")).isEqualTo(200);
      }
      assertThat(put(api, token, basket, "{\"courseIds\":[5,4,3]}")).isEqualTo(200);
      var delete = api.request(basket + "/4").DELETE().header("Authorization", token);
      assertThat(api.send(delete).statusCode()).isEqualTo(204);
      for (String path : List.of(basket, "/api/me/windows", "/api/departments", "/api/me/plan")) {
        var get = api.request(path).header("Authorization", token);
        assertThat(api.send(get).statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  private static int put(Api api, String token, String path, String body) {
    return api.send(
            api.request(path)
                .header("Authorization", token)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body)))
        .statusCode();
  }

  // Until a rule refuses what the plan has no place for, which follows from a read of its own.
  private static void fillAPlan(Instances instances) {
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    List<HttpResponse<String>> answers = new ArrayList<>();
    for (long course = 1; course <= 49; course++) {
      answers.add(enroll(api, 4_103, course, null));
    }
    Number id =
        answers.stream()
            .filter(answer -> answer.statusCode() == 201)
            .map(answer -> JsonPath.<Number>read(answer.body(), "$.enrollmentId"))
            .findFirst()
            .orElseThrow();
    assertThat(answers)
        .anyMatch(answer -> answer.body().matches(".*(CREDIT_LIMIT|TIME_CONFLICT|PREREQUISITE).*"));
    assertThat(api.send(api.request("/api/enrollments/" + id).DELETE()).statusCode())
        .isEqualTo(204);
  }

  // A refusal by a rule follows from a read of its own.
  private void refuseAStudentOnLeave(Instances instances) {
    long student =
        root.queryForList(
                "SELECT MIN(student_id) FROM student WHERE standing = 'LEAVE'", Long.class)
            .getFirst();
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    assertThat(enroll(api, student, 3, null).body()).contains("NOT_ELIGIBLE");
  }

  private void useOverrides(Instances instances, long student, long course) {
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    root.update(
        "UPDATE %s.student SET standing = 'ENROLLED' WHERE student_id = ?"
            .formatted(database.name()),
        student);
    String own = StudentCredentials.token(student);
    String desk = StaffCredentials.token(StaffRole.REGISTRAR, 1);
    String asking =
        "{\"courseId\":%d,\"lifts\":[\"CAPACITY\",\"TIME_CONFLICT\",\"CREDIT_LIMIT\",\"PREREQUISITE\",\"RETAKE\",\"AUDIENCE\"],\"text\":\"x\"}";
    String path = "/api/me/overrides";
    Number withdrawn =
        JsonPath.read(
            with(api, own, "POST", path, asking.formatted(course)).body(), "$.overrideId");
    assertThat(with(api, own, "DELETE", path + "/" + withdrawn, null).statusCode()).isEqualTo(204);
    Number id =
        JsonPath.read(
            with(api, own, "POST", path, asking.formatted(course)).body(), "$.overrideId");
    assertThat(with(api, own, "POST", path, asking.formatted(course)).statusCode()).isEqualTo(409);
    for (String query :
        List.of(
            "",
            "?state=REQUESTED",
            "?state=GRANTED",
            "?state=EXPIRED",
            "?courseId=" + course,
            "?studentId=" + student,
            "?department=Physics")) {
      assertThat(with(api, desk, "GET", "/api/desk/overrides" + query, null).statusCode())
          .as(query)
          .isEqualTo(200);
    }
    String expiry = Instant.now().plusSeconds(3_600).toString();
    assertThat(
            with(
                    api,
                    desk,
                    "POST",
                    "/api/desk/overrides/" + id + "/decision",
                    "{\"decision\":\"GRANT\",\"reason\":\"x\",\"expiresAt\":\"%s\"}"
                        .formatted(expiry))
                .statusCode())
        .isEqualTo(200);
    HttpResponse<String> confirmed = with(api, own, "POST", path + "/" + id + "/confirm", null);
    assertThat(confirmed.statusCode()).as(confirmed.body()).isEqualTo(201);
    String enrollment = confirmed.headers().firstValue("Location").orElseThrow();
    assertThat(with(api, own, "DELETE", enrollment, null).statusCode()).isEqualTo(204);
    assertThat(with(api, own, "GET", path, null).body()).contains("CANCELLED", "WITHDRAWN");
    // Stays granted, so that there is a row to ask for when all statements are explained.
    long full = course + 1;
    root.update(
        "UPDATE %s.course SET capacity = enrolled WHERE course_id = ?".formatted(database.name()),
        full);
    String openAsking = asking.formatted(full).replace("\"CAPACITY\",", "");
    Number open = JsonPath.read(with(api, own, "POST", path, openAsking).body(), "$.overrideId");
    assertThat(
            with(
                    api,
                    desk,
                    "POST",
                    "/api/desk/overrides/" + open + "/decision",
                    "{\"decision\":\"GRANT\",\"reason\":\"x\",\"expiresAt\":\"%s\"}"
                        .formatted(expiry))
                .statusCode())
        .isEqualTo(200);
    assertThat(with(api, own, "POST", path + "/" + open + "/confirm", null).body())
        .contains("COURSE_FULL");
    assertThat(with(api, own, "POST", path, openAsking).body()).contains("OVERRIDE_OPEN");
  }

  private static HttpResponse<String> with(
      Api api, String token, String method, String path, @Nullable String body) {
    return api.send(
        api.request(path)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  private void useEverything(Instances instances, long lasting) {
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    Api management =
        new Api(
            instances
                .contexts()
                .getFirst()
                .getEnvironment()
                .getRequiredProperty("local.management.port", Integer.class));
    for (String path :
        List.of(
            "/api/students/4711",
            "/api/students/7/enrollments",
            "/api/students/7/plan",
            "/api/courses",
            "/api/courses?department=컴퓨터공학과",
            "/api/courses?q=개론&page=1&size=10",
            "/api/seats?department=컴퓨터공학과",
            "/api/courses/17")) {
      assertThat(api.get(path).statusCode()).as(path).isEqualTo(200);
    }
    assertThat(api.get("/api/students/400000000").statusCode()).isEqualTo(404);
    assertThat(api.get("/api/courses/400000000").statusCode()).isEqualTo(404);
    // The seed has students on leave, who may not enroll.
    root.update(
        "UPDATE %s.student SET standing = 'ENROLLED' WHERE student_id IN (4000, 4001, ?)"
            .formatted(database.name()),
        lasting);
    HttpResponse<String> won = enroll(api, 4_000, 3, "statements");
    assertThat(won.statusCode()).isEqualTo(201);
    assertThat(enroll(api, 4_000, 3, "statements").statusCode()).isEqualTo(201);
    assertThat(enroll(api, 4_000, 3, null).statusCode()).isEqualTo(409);
    assertThat(enroll(api, 4_001, 400, null).statusCode()).isEqualTo(409);
    // Without the gate, a course that was full is read before any lock.
    assertThat(enroll(api, 4_001, 400, null).statusCode()).isEqualTo(409);
    // A course that the gate has forgotten is loaded by the first who asks.
    gate.delete(redis.keys("course:{4}:*"));
    HttpResponse<String> other = enroll(api, 4_000, 4, null);
    assertThat(other.statusCode()).isEqualTo(201);
    for (HttpResponse<String> answer : List.of(won, other)) {
      Number id = JsonPath.read(answer.body(), "$.enrollmentId");
      assertThat(api.get("/api/enrollments/" + id).statusCode()).isEqualTo(200);
      assertThat(api.send(api.request("/api/enrollments/" + id).DELETE()).statusCode())
          .isEqualTo(204);
    }
    // Stays, so that there is a row to ask for when all statements are explained.
    HttpResponse<String> kept = enroll(api, lasting, 5, "lasting-" + lasting);
    assertThat(kept.statusCode()).isEqualTo(201);
    Number keptId = JsonPath.read(kept.body(), "$.enrollmentId");
    assertThat(api.get("/api/enrollments/" + keptId).statusCode()).isEqualTo(200);
    assertThat(enroll(api, lasting, 5, "lasting-" + lasting).statusCode()).isEqualTo(201);
    assertThat(enroll(api, lasting, 5, null).statusCode()).isEqualTo(409);
    assertThat(management.postJson("/actuator/courses/60", "{\"capacity\":50}").statusCode())
        .isEqualTo(200);
    assertThat(management.postJson("/actuator/courses/60", "{\"capacity\":49}").statusCode())
        .isEqualTo(400);
    assertThat(management.postJson("/actuator/students/4002", "{\"grade\":2}").statusCode())
        .isEqualTo(200);
    assertThat(
            management
                .postJson("/actuator/students/4002", "{\"email\":\"statements@sugang.example\"}")
                .statusCode())
        .isEqualTo(200);
  }

  private void useAMockTerm(Instances instances) {
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    String desk = StaffCredentials.token(StaffRole.REGISTRAR, 1);
    String path = "/api/desk/mock-term";
    assertThat(with(api, desk, "GET", path, null).body()).contains("\"next\":{");
    HttpResponse<String> begun =
        with(
            api,
            desk,
            "POST",
            path,
            "{\"opensAt\":\"2026-01-01T00:00:00Z\",\"closesAt\":\"2099-01-01T00:00:00Z\",\"reason\":\"r\"}");
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    Number term = JsonPath.read(begun.body(), "$.termId");
    await().atMost(LONG).until(() -> with(api, desk, "GET", path, null).body().contains("READY"));
    String plan = "/api/students/7/plan?term=" + term;
    assertThat(api.get(plan).body()).contains("MOCK");
    long free =
        LongStream.range(10, 49)
            .map(course -> 1_001_000_000_000_000L + course)
            .filter(course -> enroll(api, 4_100, course, null).statusCode() == 201)
            .findFirst()
            .orElseThrow();
    assertThat(api.get("/api/courses/" + free).statusCode()).isEqualTo(200);
    String end = "{\"termId\":%s,\"reason\":\"r\"}".formatted(term);
    assertThat(with(api, desk, "POST", path + "/end", end).statusCode()).isEqualTo(202);
    await()
        .atMost(LONG)
        .until(() -> with(api, desk, "GET", path, null).body().startsWith("{\"last\""));
    // Stays, so that there is a row to ask for when all statements are explained.
    assertThat(
            with(
                    api,
                    desk,
                    "POST",
                    path,
                    "{\"opensAt\":\"2026-01-01T00:00:00Z\",\"closesAt\":\"2099-01-01T00:00:00Z\",\"reason\":\"r\"}")
                .statusCode())
        .isEqualTo(202);
    await().atMost(LONG).until(() -> with(api, desk, "GET", path, null).body().contains("READY"));
    root.update(
        "UPDATE %s.removed_course SET removed_at = removed_at - INTERVAL 2 MINUTE"
            .formatted(database.name()));
    await()
        .atMost(LONG)
        .until(() ->
            recorded().keySet().stream()
                .anyMatch(sql -> sql.contains("DELETE FROM removed_course")));
  }

  private void useTheDesk(Instances instances) {
    Api api = new Api(instances.baseUrls().getFirst().getPort());
    root.update(
        "INSERT INTO %s.staff VALUES (9001, 'Desk', 'REGISTRAR', NULL)".formatted(database.name()));
    root.update(
        "INSERT INTO %s.notice (student_id, kind, source, at) SELECT student_id, 'COURSE_CANCELLED', 'cancellation:1', UTC_TIMESTAMP(3) FROM %1$s.student WHERE student_id <= 2000"
            .formatted(database.name()));
    root.update(
        "INSERT INTO %s.course_cancellation SELECT course_id, UTC_TIMESTAMP(3), 'REGISTRAR', 1, 1, 'r', 0, NULL, NULL, UTC_TIMESTAMP(3) - INTERVAL course_id SECOND FROM %1$s.course WHERE course_id BETWEEN 200 AND 400"
            .formatted(database.name()));
    root.update(
        "INSERT INTO %s.audit_event (at, actor, action, target) SELECT UTC_TIMESTAMP(3) - INTERVAL student_id MINUTE - INTERVAL 2 DAY, 'student:1', 'ENROLL', 'student:1' FROM %1$s.student"
            .formatted(database.name()));
    for (String table : List.of("notice", "course_cancellation", "audit_event", "staff")) {
      root.execute("ANALYZE TABLE " + table);
    }
    String registrar = "Bearer " + StaffCredentials.token(StaffRole.REGISTRAR, 9_001);
    String student = "Bearer " + StudentCredentials.token(4_100);
    for (String path :
        List.of(
            "/api/desk/overview",
            "/api/desk/windows",
            "/api/desk/windows?termId=20261",
            "/api/desk/audiences/count?grades=4&others=1",
            "/api/desk/audit?student=4100",
            "/api/desk/students?q=" + studentNumber(4_100),
            "/api/desk/students/4100",
            "/api/desk/audit.csv")) {
      assertThat(desk(api, registrar, path, null).statusCode()).as(path).isEqualTo(200);
    }
    HttpResponse<String> made =
        desk(
            api,
            registrar,
            "/api/desk/windows",
            "{\"termId\":20261,\"phase\":\"ENROLL\",\"opensAt\":\"2090-01-01T00:00:00Z\",\"closesAt\":\"2091-01-01T00:00:00Z\",\"actions\":[\"ENROLL\"],\"audience\":{\"grades\":[4],\"departments\":[1]},\"reason\":\"r\"}");
    assertThat(made.statusCode()).isEqualTo(201);
    Number window = JsonPath.read(made.body(), "$.windowId");
    String version = JsonPath.read(made.body(), "$.version");
    assertThat(
            desk(
                    api,
                    registrar,
                    "/api/desk/windows/%s/shift".formatted(window),
                    "{\"version\":\"%s\",\"minutes\":1,\"reason\":\"r\"}".formatted(version))
                .statusCode())
        .isEqualTo(200);
    root.update(
        "UPDATE %s.student SET standing = 'ENROLLED' WHERE student_id = 4100"
            .formatted(database.name()));
    // Until a rule allows one.
    long held =
        LongStream.range(10, 49)
            .filter(course -> enroll(api, 4_100, course, null).statusCode() == 201)
            .findFirst()
            .orElseThrow();
    String course = "/api/desk/courses/" + held;
    for (String action : List.of("capacity", "close", "reopen", "cancel")) {
      String current = JsonPath.read(desk(api, registrar, course, null).body(), "$.version");
      String capacity = action.equals("capacity") ? ",\"capacity\":60" : "";
      assertThat(
              desk(
                      api,
                      registrar,
                      course + "/" + action,
                      "{\"version\":\"%s\",\"reason\":\"r\"%s}".formatted(current, capacity))
                  .statusCode())
          .as(action)
          .isBetween(200, 202);
    }
    await()
        .atMost(LONG)
        .until(() -> {
          String notices = desk(api, student, "/api/me/notices", null).body();
          return !JsonPath.<List<Object>>read(notices, "$.notices").isEmpty();
        });
    Number notice =
        JsonPath.read(desk(api, student, "/api/me/notices", null).body(), "$.notices[0].noticeId");
    assertThat(desk(api, student, "/api/me/notices/%s/read".formatted(notice), "{}").statusCode())
        .isEqualTo(204);
    await()
        .atMost(LONG)
        .until(() ->
            recorded().keySet().stream()
                .anyMatch(sql -> sql.startsWith("UPDATE course_cancellation SET finished_at")));
  }

  private String studentNumber(long student) {
    return Objects.requireNonNull(
        root.queryForObject(
            "SELECT student_number FROM %s.student WHERE student_id = ?".formatted(database.name()),
            String.class,
            student));
  }

  /** Asks as a user who is signed in; with a body it is a POST. */
  private static HttpResponse<String> desk(
      Api api, String bearer, String path, @Nullable String body) {
    var request =
        api.request(path).header("Authorization", bearer).header("Idempotency-Key", "statements");
    return api.send(
        body == null
            ? request
            : request
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> enroll(
      Api api, long student, long course, @Nullable String key) {
    var request =
        api.request("/api/enrollments")
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course)));
    return api.send(key == null ? request : request.header("Idempotency-Key", key));
  }

  /**
   * Each statement of the service's account without its values, in the order of their first use,
   * and its last examples, the latest first.
   */
  private Map<String, List<String>> recorded() {
    Map<String, List<String>> recorded = new LinkedHashMap<>();
    root.query(
        """
        SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log
        WHERE command_type IN ('Query', 'Execute') AND user_host LIKE 'sugang[%' ORDER BY event_time
        """,
        row -> {
          String sql = row.getString(1).strip().replaceFirst("^/\\*.*?\\*/\\s*", "");
          if (asksForRows(sql)) {
            List<String> examples = recorded.computeIfAbsent(shape(sql), none -> new ArrayList<>());
            examples.addFirst(sql);
            if (examples.size() > EXAMPLES) {
              examples.removeLast();
            }
          }
        });
    return recorded;
  }

  /** Not settings, and not what Hibernate asks about the schema when it compares it at start. */
  private static boolean asksForRows(String sql) {
    return sql.toLowerCase(Locale.ROOT).matches("(?s)(select|insert|update|delete|with)\\b.*")
        && !sql.contains("@@")
        && !sql.contains("INFORMATION_SCHEMA");
  }

  /** The statement without its values; a list of many is a list of one. */
  private static String shape(String sql) {
    return sql.replaceAll("'(?:[^'\\\\]|\\\\.|'')*'", "?")
        .replaceAll("\\b\\d+\\b", "?")
        .replaceAll("\\?(?:\\s*,\\s*\\?)+", "?")
        .replaceAll("\\(\\?\\s*,\\s*(?i:null)\\)", "(?)")
        .replaceAll("\\(\\?\\)(?:\\s*,\\s*\\(\\?\\))+", "(?)")
        .replaceAll("(?:WHEN \\? THEN \\?\\s*)+", "WHEN ? THEN ? ")
        .replaceAll("\\s+", " ");
  }

  // By a unique key that no row has: MySQL says so at once, and shows no table.
  private boolean looksForOneRow(List<String> examples) {
    return examples.stream()
        .flatMap(sql -> root.queryForList("EXPLAIN FORMAT=TRADITIONAL " + sql).stream())
        .anyMatch(line -> "no matching row in const table".equals(line.get("Extra")));
  }

  private List<Access> explain(String statement, List<String> examples) {
    for (String sql : examples) {
      List<Access> plan =
          root.queryForList("EXPLAIN FORMAT=TRADITIONAL " + sql).stream()
              .filter(line -> line.get("table") != null)
              .map(line -> new Access(statement, line))
              .toList();
      if (!plan.isEmpty()) {
        return plan;
      }
    }
    return List.of();
  }

  /** Every access path, and how long each read took. */
  private void write(
      Map<String, List<String>> recorded, List<Access> accesses, Map<String, Long> sizes)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "How MySQL %s finds the rows of each statement of the service, with rows per table: %s."
            .formatted(root.queryForObject("SELECT VERSION()", String.class), sizes));
    lines.add("Written by StatementPlanIntegrationTests. Times are of one machine.");
    lines.add(
        "Each statement is followed by a line per table (table | type | key | rows | extra), and each read by its EXPLAIN ANALYZE, which executes it.");
    lines.add("");
    lines.add(
        "Unique key against a plain index on (course_id, student_id), the same rows: a pair, and the roster of a course");
    lines.addAll(uniqueAgainstPlain());
    Map<String, List<Access>> byStatement =
        accesses.stream().collect(Collectors.groupingBy(Access::statement));
    recorded.forEach((statement, examples) -> {
      List<Access> plan = byStatement.getOrDefault(statement, List.of());
      if (plan.isEmpty()) {
        return;
      }
      lines.add("");
      lines.add(statement);
      plan.forEach(access -> lines.add("  " + access.path()));
      if (statement.toLowerCase(Locale.ROOT).startsWith("select")) {
        lines.add(analyzed(examples.getFirst()));
      }
    });
    Files.write(Path.of("target", "statements.txt"), lines);
  }

  private String analyzed(String read) {
    return String.join("\n", root.queryForList("EXPLAIN ANALYZE " + read, String.class))
        .stripTrailing();
  }

  /** Both plans, as they are on the same rows. */
  private List<String> uniqueAgainstPlain() {
    root.execute("CREATE TABLE plain_enrollment LIKE enrollment");
    try {
      root.execute(
          "ALTER TABLE plain_enrollment DROP INDEX uk_enrollment_seat, ADD INDEX ix_plain_seat (course_id, student_id)");
      root.execute("INSERT INTO plain_enrollment SELECT * FROM enrollment");
      root.execute("ANALYZE TABLE plain_enrollment");
      List<String> lines = new ArrayList<>();
      for (String where : List.of("course_id = 400 AND student_id = 7", "course_id = 400")) {
        for (String table : List.of("enrollment", "plain_enrollment")) {
          String sql =
              "SELECT enrollment_id, course_id, student_id FROM %s WHERE %s"
                  .formatted(table, where);
          Access access = explain(sql, List.of(sql)).getFirst();
          boolean one = table.equals("enrollment") && where.contains("AND");
          // The unique key ends with the row it found; otherwise the next entry is looked at too.
          assertThat(access.line()).containsEntry("type", one ? "const" : "ref");
          lines.add("");
          lines.add(access.text());
          lines.add(analyzed(sql));
        }
      }
      return lines;
    } finally {
      root.execute("DROP TABLE plain_enrollment");
    }
  }
}
