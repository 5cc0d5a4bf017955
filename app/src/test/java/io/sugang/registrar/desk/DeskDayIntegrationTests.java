package io.sugang.registrar.desk;

import static io.sugang.registrar.desk.DeskInstances.atOnce;
import static io.sugang.registrar.desk.DeskInstances.code;
import static io.sugang.registrar.desk.DeskInstances.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.registrar.desk.DeskInstances.Staff;
import io.sugang.signin.StaffRole;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows, the overview and the audit at three instances; the last test stops one of them. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DeskDayIntegrationTests {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Instant LATER = Instant.parse("2090-03-02T01:00:00Z");
  private static DeskInstances desk;

  @BeforeAll
  static void start() {
    desk = new DeskInstances();
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String values(long term, Instant opens, Instant closes) {
    return "{\"termId\":%d,\"phase\":\"ENROLL\",\"opensAt\":\"%s\",\"closesAt\":\"%s\",\"actions\":[\"ENROLL\",\"DROP\"],\"reason\":\"a test\"}"
        .formatted(term, opens, closes);
  }

  private static HttpResponse<String> create(Staff staff, String key, String body) {
    return staff.send(
        staff
            .json("/api/desk/windows")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }

  private static Map<String, Object> window(HttpResponse<String> answer, String path) {
    return JsonPath.read(answer.body(), path);
  }

  private static HttpResponse<String> change(
      Map<String, Object> window, String action, String fields) {
    return desk.registrar()
        .post(
            "/api/desk/windows/%s/%s".formatted(window.get("windowId"), action),
            "{\"version\":\"%s\",\"reason\":\"a test\"%s}"
                .formatted(window.get("version"), fields));
  }

  private static Instant time(Map<String, Object> window, String field) {
    return Instant.parse(String.valueOf(window.get(field)));
  }

  @Test
  @Order(1)
  void aWindowIsMadeShiftedOpenedAndClosedAndEveryInstanceFollows() {
    long term = desk.term();
    long course = desk.ownCourse(term, 200);
    Map<String, Object> made =
        window(
            expect(
                "201",
                create(
                    desk.registrar(),
                    "day-" + term,
                    values(term, LATER, LATER.plus(Duration.ofHours(8))))),
            "$");
    assertThat(made)
        .containsEntry("state", "BEFORE")
        .containsEntry("term", "%d SPRING MOCK".formatted(term - 1_000_000 + 2000));
    await()
        .atMost(LONG)
        .untilAsserted(() -> {
          HttpResponse<String> early = expect("NOT_OPEN", desk.enroll(1, course));
          assertThat(JsonPath.<String>read(early.body(), "$.opensAt")).isEqualTo(LATER.toString());
        });
    Map<String, Object> shifted =
        window(expect("200", change(made, "shift", ",\"minutes\":10")), "$.after");
    assertThat(time(shifted, "opensAt")).isEqualTo(LATER.plusSeconds(600));
    assertThat(time(shifted, "closesAt"))
        .isEqualTo(LATER.plus(Duration.ofHours(8)).plusSeconds(600));
    // The lost answer of the shift: it is not done twice.
    HttpResponse<String> again =
        expect("CHANGED_MEANWHILE", change(made, "shift", ",\"minutes\":10"));
    assertThat(window(again, "$.current")).isEqualTo(shifted);

    Map<String, Object> open = window(expect("200", change(shifted, "open", "")), "$.after");
    for (long student = 1; student <= 6; student++) {
      expect("201", desk.enroll(student, course));
    }
    expect("WINDOW_STATE", change(open, "open", ""));
    Map<String, Object> longer =
        window(expect("200", change(open, "shift", ",\"minutes\":-5")), "$.after");
    assertThat(time(longer, "opensAt")).isEqualTo(time(open, "opensAt"));
    assertThat(time(longer, "closesAt")).isEqualTo(time(open, "closesAt").minusSeconds(300));

    HttpResponse<String> closing = expect("200", change(longer, "close", ""));
    Map<String, Object> closed = window(closing, "$.after");
    Instant end = time(closed, "closesAt");
    List<HttpResponse<String>> clicks = new ArrayList<>();
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> {
          clicks.add(desk.enroll(7 + clicks.size() % 190, course));
          return clicks.size() > 20
              && clicks.reversed().stream()
                  .limit(6)
                  .allMatch(click -> code(click).equals("CLOSED"));
        });
    assertThat(clicks)
        .extracting(DeskInstances::code)
        .isSubsetOf("201", "CLOSED", "ALREADY_ENROLLED");
    // I7: what was admitted arrived within the window, by the clock of all instances.
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM enrollment e JOIN registration_window w ON w.window_id = ?"
                    + " WHERE e.course_id = ? AND (e.enrolled_at < w.opens_at OR e.enrolled_at >= w.closes_at)",
                Objects.requireNonNull(closed.get("windowId")),
                course))
        .isZero();
    assertThat(desk.rows(course))
        .isEqualTo(6 + clicks.stream().filter(click -> click.statusCode() == 201).count());
    expect("WINDOW_STATE", change(closed, "close", ""));
    assertThat(
            desk.jdbc.queryForList(
                "SELECT CONCAT(actor, ' ', action, ' ', reason, ' ', detail->>'$.before.closesAt' IS NOT NULL) FROM audit_event WHERE target = ? ORDER BY event_id",
                String.class,
                "window:" + closed.get("windowId")))
        .containsExactly(
            "registrar:9003 WINDOW_CREATE a test 0",
            "registrar:9003 WINDOW_SHIFT a test 1",
            "registrar:9003 WINDOW_OPEN a test 1",
            "registrar:9003 WINDOW_SHIFT a test 1",
            "registrar:9003 WINDOW_CLOSE a test 1");
    assertThat(end).isAfter(time(closed, "opensAt"));
  }

  @Test
  @Order(1)
  void aWindowThatWasPutOffIsNotOpenedForCenturies() {
    long term = desk.term();
    long course = desk.ownCourse(term, 5);
    expect(
        "201",
        create(desk.registrar(), "put-off-" + term, values(term, LATER, LATER.plusSeconds(60))));
    // As ./sugang open-at does.
    desk.jdbc.update(
        "UPDATE registration_window SET opens_at = opens_at + INTERVAL 4800 YEAR, closes_at = closes_at + INTERVAL 4800 YEAR WHERE term_id = ?",
        term);
    Map<String, Object> made =
        window(desk.registrar().get("/api/desk/windows?termId=" + term), "$.windows[0]");
    HttpResponse<String> refused = expect("WINDOW_STATE", change(made, "open", ""));
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(JsonPath.<String>read(refused.body(), "$.detail"))
        .contains("Restore it first, or change both of its times. Nothing was changed.");
    assertThat(window(refused, "$.current")).isEqualTo(made);
    await().atMost(LONG).untilAsserted(() -> expect("NOT_OPEN", desk.enroll(1, course)));
  }

  @Test
  @Order(2)
  void twelveRequestsWithOneKeyMakeOneWindow() throws Exception {
    long term = desk.term();
    String body = values(term, LATER, LATER.plusSeconds(60));
    List<HttpResponse<String>> answers =
        atOnce(
            IntStream.range(0, 12)
                .<Callable<HttpResponse<String>>>mapToObj(
                    turn -> () -> create(desk.registrar(desk.api(turn)), "once-" + term, body)));
    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(desk.number("SELECT COUNT(*) FROM registration_window WHERE term_id = ?", term))
        .isOne();
    expect(
        "IDEMPOTENCY_KEY_REUSED",
        create(desk.registrar(), "once-" + term, values(term, LATER, LATER.plusSeconds(61))));
    HttpResponse<String> listed = desk.registrar().get("/api/desk/windows?termId=" + term);
    assertThat(JsonPath.<List<Object>>read(listed.body(), "$.windows[*]"))
        .containsExactly(window(answers.getFirst(), "$"));
    assertThat(JsonPath.<List<Integer>>read(listed.body(), "$.terms[*].termId"))
        .contains((int) term);
  }

  @Test
  @Order(2)
  void aKeyIsItsMembersOwn() {
    long term = desk.term();
    desk.jdbc.update("INSERT IGNORE INTO staff VALUES (9004, 'Second', 'REGISTRAR', NULL)");
    Staff second = desk.as(StaffRole.REGISTRAR, 9_004);
    String body = values(term, LATER, LATER.plusSeconds(60));
    Map<String, Object> first =
        window(expect("201", create(desk.registrar(), "own-" + term, body)), "$");
    Map<String, Object> others = window(expect("201", create(second, "own-" + term, body)), "$");
    assertThat(others.get("windowId")).isNotEqualTo(first.get("windowId"));
    assertThat(window(expect("201", create(desk.registrar(), "own-" + term, body)), "$"))
        .isEqualTo(first);
    assertThat(window(expect("201", create(second, "own-" + term, body)), "$")).isEqualTo(others);
    expect("201", create(second, "own-" + term + "-2", values(term, LATER, LATER.plusSeconds(61))));
    assertThat(desk.number("SELECT COUNT(*) FROM registration_window WHERE term_id = ?", term))
        .isEqualTo(3);
  }

  @Test
  @Order(3)
  void oneOfTenShiftsOfOneVersionIsDone() throws Exception {
    long term = desk.term();
    Map<String, Object> made =
        window(
            create(desk.registrar(), "shift-" + term, values(term, LATER, LATER.plusSeconds(600))),
            "$");
    List<HttpResponse<String>> answers =
        atOnce(
            IntStream.rangeClosed(1, 10)
                .<Callable<HttpResponse<String>>>mapToObj(
                    minutes -> () -> change(made, "shift", ",\"minutes\":" + minutes)));
    assertThat(
            answers.stream()
                .collect(Collectors.groupingBy(DeskInstances::code, Collectors.counting())))
        .isEqualTo(Map.of("200", 1L, "CHANGED_MEANWHILE", 9L));
    Map<String, Object> after =
        window(
            answers.stream().filter(answer -> answer.statusCode() == 200).findFirst().orElseThrow(),
            "$.after");
    assertThat(answers)
        .filteredOn(answer -> answer.statusCode() == 409)
        .allSatisfy(answer -> assertThat(window(answer, "$.current")).isEqualTo(after));
    // A change to what is there is none, also of the version before: a proxy repeats a PUT.
    for (Object version : List.of(after.get("version"), made.get("version"))) {
      HttpResponse<String> same =
          desk.registrar()
              .put(
                  "/api/desk/windows/" + made.get("windowId"),
                  values(term, time(after, "opensAt"), time(after, "closesAt"))
                      .replace("\"termId\":" + term, "\"version\":\"" + version + "\""));
      expect("200", same);
    }
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE target = ?",
                "window:" + made.get("windowId")))
        .isEqualTo(2);
  }

  @ParameterizedTest
  @Order(4)
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "\"termId\":1 | \"termId\":null | 'termId' is missing",
        "\"termId\":1 | \"termId\":1 | no term 1",
        "\"ENROLL\",\"DROP\" | \"ENROLL\",\"TAKE\" | ENROLL, DROP, SWAP or WAITLIST",
        "[\"ENROLL\",\"DROP\"] | [] | needs an action",
        "\"phase\":\"ENROLL\" | \"phase\":\"NOW\" | must be BASKET",
        "2090-03-02T01:00:00Z | tomorrow | must be a time like",
        "2090-03-02T01:00:00Z | 2091-03-02T01:00:00Z | must open before it closes",
        "2090-03-02T01:00:00Z | 1999-03-02T01:00:00Z | from 2000 to 2999",
        "\"phase\" | \"audienceId\":4711,\"phase\" | no audience 4711",
        "\"a test\" | \"\" | 1 to 255 characters",
      })
  void aBadWindowIsToldAndNotMade(String part, String instead, String detail) {
    long term = part.startsWith("\"termId\"") ? 1 : desk.term();
    long before = desk.number("SELECT COUNT(*) FROM registration_window");
    String body = values(term, LATER, LATER.plusSeconds(60)).replace(part, instead);
    HttpResponse<String> answer =
        expect("INVALID_REQUEST", create(desk.registrar(), "bad-" + term, body));
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(detail);
    assertThat(desk.number("SELECT COUNT(*) FROM registration_window")).isEqualTo(before);
  }

  @Test
  @Order(5)
  void aWindowNeedsAKeyAndAnExistingId() {
    String body = values(desk.term(), LATER, LATER.plusSeconds(60));
    expect("INVALID_REQUEST", desk.registrar().post("/api/desk/windows", body));
    expect("INVALID_REQUEST", create(desk.registrar(), "a key", body));
    expect("INVALID_REQUEST", create(desk.registrar(), "x".repeat(65), body));
    String change = "{\"version\":\"v\",\"reason\":\"r\"}";
    expect("WINDOW_NOT_FOUND", desk.registrar().post("/api/desk/windows/99999999/open", change));
    expect("INVALID_REQUEST", desk.registrar().post("/api/desk/windows/0/open", change));
    String shift = change.replace("}", ",\"minutes\":%s}");
    for (String minutes : List.of("0", "10081", "-10081", "1.5", "null")) {
      expect(
          "INVALID_REQUEST",
          desk.registrar().post("/api/desk/windows/1/shift", shift.formatted(minutes)));
    }
  }

  // ---- Audit

  @Test
  @Order(6)
  void theAuditIsSearchedByEveryConditionAndPagedByCursor() {
    Instant begin = Instant.parse("2001-02-03T04:05:06Z");
    for (int i = 0; i < 25; i++) {
      desk.jdbc.update(
          "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, reason, detail) VALUES (TIMESTAMP '2001-02-03 04:05:06' + INTERVAL ? SECOND, ?, ?, ?, ?, ?, ?, ?)",
          i / 5,
          "registrar:" + i % 3,
          i % 2 == 0 ? "COURSE_CLOSE" : "ENROLL",
          "course:" + i,
          1_000 + i % 4,
          2_000 + i % 6,
          i == 3 ? "=HYPERLINK(\"x\")" : "reason " + i,
          "{\"after\":%d}".formatted(i));
    }
    String range = "from=2001-02-03T04:05:06Z&to=2001-02-03T04:05:11Z";
    List<Integer> all = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      String page =
          expect(
                  "200",
                  desk.registrar().get("/api/desk/audit?limit=7&" + range + "&cursor=" + cursor))
              .body();
      all.addAll(JsonPath.<List<Integer>>read(page, "$.events[*].detail.after"));
      cursor = JsonPath.<Map<String, String>>read(page, "$").get("next");
      pages++;
    } while (cursor != null);
    assertThat(pages).isEqualTo(4);
    assertThat(all).isEqualTo(IntStream.range(0, 25).mapToObj(i -> 24 - i).toList());
    assertThat(found(range + "&student=1002")).containsExactly(22, 18, 14, 10, 6, 2);
    assertThat(found(range + "&course=2005")).containsExactly(23, 17, 11, 5);
    assertThat(found(range + "&actor=registrar:1&action=ENROLL")).containsExactly(19, 13, 7, 1);
    assertThat(found(range + "&target=course:9")).containsExactly(9);
    assertThat(found("from=2001-02-03T04:05:07Z&to=2001-02-03T04:05:08Z"))
        .containsExactly(9, 8, 7, 6, 5);
    assertThat(found("from=2001-02-03T13:05:07%2B09:00&to=2001-02-03T04:05:08Z"))
        .containsExactly(9, 8, 7, 6, 5);
    assertThat(found("from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z")).isEmpty();
    // By default the last day.
    assertThat(desk.registrar().get("/api/desk/audit").body()).doesNotContain("2001-02-03");

    HttpResponse<String> csv = desk.registrar().get("/api/desk/audit.csv?" + range);
    assertThat(csv.headers().firstValue("Content-Type")).contains("text/csv;charset=UTF-8");
    assertThat(csv.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"audit.csv\"");
    assertThat(csv.headers().firstValue("Link")).isEmpty();
    assertThat(csv.body().split("\r\n")).hasSize(26);
    assertThat(csv.body()).contains("\"'=HYPERLINK(\"\"x\"\")\"");
    assertThat(begin).isBefore(LATER);
  }

  private static List<Integer> found(String query) {
    String page = expect("200", desk.registrar().get("/api/desk/audit?" + query)).body();
    assertThat(JsonPath.<Map<String, Object>>read(page, "$")).doesNotContainKey("next");
    return JsonPath.read(page, "$.events[*].detail.after");
  }

  @Test
  @Order(7)
  void aLongSearchSaysHowFarItCameAndGoesOn() {
    desk.jdbc.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id)"
            + " WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)"
            + " SELECT TIMESTAMP '2002-01-01 00:00:00' + INTERVAL a.i SECOND, 'student:1', 'ENROLL', 'student:1', 1"
            + " FROM n a JOIN n b ON b.i < 25");
    desk.jdbc.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id) VALUES ('2002-01-01', 'student:2', 'ENROLL', 'student:2', 2)");
    String query = "from=2002-01-01T00:00:00Z&to=2002-01-02T00:00:00Z&student=2";
    String first = expect("200", desk.registrar().get("/api/desk/audit?" + query)).body();
    assertThat(JsonPath.<List<Object>>read(first, "$.events")).isEmpty();
    String next = JsonPath.read(first, "$.next");
    assertThat(JsonPath.<String>read(first, "$.searchedTo")).isEqualTo("2002-01-01T00:03:20Z");
    String second =
        expect("200", desk.registrar().get("/api/desk/audit?" + query + "&cursor=" + next)).body();
    assertThat(JsonPath.<List<Object>>read(second, "$.events")).hasSize(1);
    assertThat(JsonPath.<Map<String, Object>>read(second, "$")).doesNotContainKey("next");

    String csv = "/api/desk/audit.csv?from=2002-01-01T00:00:00Z&to=2002-01-02T00:00:00Z";
    int lines = 0;
    int parts = 0;
    @Nullable String path = csv;
    while (path != null) {
      HttpResponse<String> part = desk.registrar().get(path);
      assertThat(part.statusCode()).isEqualTo(200);
      lines += part.body().split("\r\n").length - 1;
      parts++;
      path =
          part.headers()
              .firstValue("Link")
              .map(link -> link.replaceFirst("^<(.*)>; rel=\"next\"$", "$1"))
              .orElse(null);
    }
    assertThat(lines).isEqualTo(25_001);
    assertThat(parts).isEqualTo(3);
    aMemberWhoAsksInALoopTakesNoFileFromAnother(csv);
  }

  private static void aMemberWhoAsksInALoopTakesNoFileFromAnother(String csv) {
    Staff viewer = desk.as(StaffRole.VIEWER, DeskInstances.VIEWER);
    var made = new AtomicInteger();
    var refused = new AtomicInteger();
    var over = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2; i++) {
        threads.submit(() -> {
          while (!over.get()) {
            (viewer.get(csv).statusCode() == 200 ? made : refused).incrementAndGet();
          }
        });
      }
      try {
        await().atMost(LONG).until(() -> made.get() > 0 && refused.get() > 0);
        for (int i = 0; i < 10; i++) {
          expect("200", desk.registrar().get(csv));
        }
      } finally {
        over.set(true);
      }
    }
  }

  @Test
  @Order(8)
  void theAuditIsSearchedByWhatTheRegistrarKnowsAndSaysItInWords() {
    long course = desk.course(50);
    String code = "D" + course;
    desk.jdbc.update("UPDATE student SET name = '감사 하준' WHERE student_id = 5");
    String number =
        Objects.requireNonNull(
            desk.jdbc.queryForObject(
                "SELECT student_number FROM student WHERE student_id = 5", String.class));
    desk.jdbc.update("UPDATE student SET name = '감사 하준' WHERE student_id = 6");
    desk.jdbc.update("INSERT INTO staff VALUES (9077, '최 수연', 'REGISTRAR', NULL)");
    for (long student : new long[] {5, 6, 7}) {
      desk.jdbc.update(
          "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, detail) VALUES (TIMESTAMP '2003-02-03 04:05:06' + INTERVAL ? SECOND, ?, 'ENROLL', ?, ?, ?, NULL)",
          student,
          "student:" + student,
          "student:" + student,
          student,
          course);
    }
    desk.jdbc.update(
        "INSERT INTO audit_event (at, actor, action, target, course_id, detail, reason) VALUES ('2003-02-03 04:06:00', 'viewer:9077', 'COURSE_CAPACITY', ?, ?, ?, '큰 강의실')",
        "course:" + course,
        course,
        "{\"before\":{\"seats\":[{\"capacity\":50}]},\"after\":{\"seats\":[{\"capacity\":55}]}}");
    assertThat(students("student=" + number)).containsExactly(5);
    assertThat(students("student=" + encoded("감사 하준"))).containsExactly(6, 5);
    assertThat(students("student=7")).containsExactly(7);
    assertThat(students("student=student:7")).containsExactly(7);
    for (String spelled :
        List.of(
            code, code + "-001", code + "-1", code + " 001", code + " (01)", "course:" + course)) {
      assertThat(students("course=" + encoded(spelled) + "&action=ENROLL"))
          .as(spelled)
          .containsExactly(7, 6, 5);
    }
    assertThat(students("actor=" + number)).containsExactly(5);
    String changed =
        expect("200", desk.registrar().get(AUDIT_OF_2003 + "actor=" + encoded("최 수연"))).body();
    assertThat(JsonPath.<List<String>>read(changed, "$.events[*].words.change"))
        .containsExactly("정원 50 → 55");
    assertThat(JsonPath.<List<String>>read(changed, "$.events[*].words.actor"))
        .containsExactly("조회 전용 최 수연");
    assertThat(JsonPath.<List<String>>read(changed, "$.events[*].words.courseCode"))
        .containsExactly(code + "-001");
    String enrolled =
        expect("200", desk.registrar().get(AUDIT_OF_2003 + "language=en&student=" + number)).body();
    assertThat(JsonPath.<List<String>>read(enrolled, "$.events[*].words.actor"))
        .containsExactly("Student " + number + " 감사 하준");

    for (String unknown :
        List.of("2099999999", encoded("홍길동전"), "student:x", "99999999999999999", "%00")) {
      expect("STUDENT_NOT_FOUND", desk.registrar().get(AUDIT_OF_2003 + "student=" + unknown));
    }
    for (String unknown : List.of(code + "-002", encoded("알고리즘"), "4711000", "%27")) {
      expect("COURSE_NOT_FOUND", desk.registrar().get(AUDIT_OF_2003 + "course=" + unknown));
    }
    HttpResponse<String> unnamed =
        expect("INVALID_REQUEST", desk.registrar().get(AUDIT_OF_2003 + "actor=" + encoded("홍길동전")));
    assertThat(JsonPath.<String>read(unnamed.body(), "$.parameter")).isEqualTo("actor");
    expect("STUDENT_NOT_FOUND", desk.registrar().get("/api/desk/audit.csv?student=2099999999"));
    HttpResponse<String> csv =
        desk.registrar()
            .get(AUDIT_OF_2003.replace("audit?", "audit.csv?") + "student=" + encoded("감사 하준"));
    assertThat(csv.body())
        .contains("\"%s\",\"감사 하준\"".formatted(number), "\"2003-02-03 13:05:11\"");
    assertThat(csv.body().split("\r\n")).hasSize(3);
  }

  private static final String AUDIT_OF_2003 =
      "/api/desk/audit?from=2003-02-03T00:00:00Z&to=2003-02-04T00:00:00Z&";

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static List<Integer> students(String query) {
    String page = expect("200", desk.registrar().get(AUDIT_OF_2003 + query)).body();
    return JsonPath.read(page, "$.events[*].studentId");
  }

  @ParameterizedTest
  @Order(8)
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "limit=0 | from 1 to 200",
        "limit=201 | from 1 to 200",
        "from=now | must be a time",
        "from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z | before 'to'",
        "cursor=x | must be one that an answer gave",
        "cursor=99999999999999999999-1 | must be one that an answer gave",
        "student=0 | whole number",
        "language=fr | ko or en",
        "actor=a%20b | letters, digits",
        "action= | letters, digits"
      })
  void aBadSearchIsTold(String query, String detail) {
    HttpResponse<String> answer =
        expect("INVALID_REQUEST", desk.registrar().get("/api/desk/audit?" + query));
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(detail);
  }

  // ---- Overview

  @Test
  @Order(9)
  void theOverviewCountsTheAnswersOfAllInstances() throws Exception {
    long course = desk.course(30);
    long before = total("ENROLLED");
    long full = total("COURSE_FULL");
    long dayBefore = totalOfDay("ENROLLED");
    atOnce(
        IntStream.rangeClosed(1, 60)
            .<Callable<HttpResponse<String>>>mapToObj(
                student -> () -> desk.enroll(student, course)));
    for (Api api : desk.apis) {
      await()
          .atMost(LONG)
          .untilAsserted(() -> {
            String overview = desk.registrar(api).get("/api/desk/overview").body();
            assertThat(answers(overview, "ENROLLED") - before).isEqualTo(30);
            assertThat(answers(overview, "COURSE_FULL") - full).isEqualTo(30);
            assertThat(JsonPath.<List<String>>read(overview, "$.instances[*].state"))
                .containsExactly("READY", "READY", "READY");
            assertThat(JsonPath.<List<String>>read(overview, "$.instances[*].gate"))
                .containsExactly("IN_USE", "IN_USE", "IN_USE");
            assertThat(JsonPath.<Boolean>read(overview, "$.complete")).isTrue();
            assertThat(JsonPath.<List<Integer>>read(overview, "$.fullest[*].courseId"))
                .hasSize(20)
                .contains((int) course);
            assertThat(
                    JsonPath.<List<Integer>>read(
                            overview, "$.answers.perSecond[*].answers.ENROLLED")
                        .stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isGreaterThanOrEqualTo(30);
            assertThat(JsonPath.<Integer>read(overview, "$.seats.taken"))
                .isEqualTo((int) desk.number("SELECT SUM(enrolled) FROM course"));
            assertThat(JsonPath.<List<Object>>read(overview, "$.answers.perSecond")).hasSize(180);
          });
    }
    // Once the minute is over.
    await()
        .atMost(LONG.multipliedBy(2))
        .until(() -> totalOfDay("ENROLLED") - dayBefore, more -> more >= 30);
    String day = desk.registrar().get("/api/desk/day").body();
    assertThat(JsonPath.<Boolean>read(day, "$.complete")).isTrue();
    assertThat(JsonPath.<List<Integer>>read(day, "$.minutes[*].taken")).isNotEmpty();
    expect("SIGN_IN_REQUIRED", desk.apis.getFirst().get("/api/desk/day"));
  }

  private static long totalOfDay(String code) {
    return JsonPath.<List<Number>>read(
            desk.registrar().get("/api/desk/day").body(), "$.minutes[*].answers." + code)
        .stream()
        .mapToLong(Number::longValue)
        .sum();
  }

  private static long total(String code) {
    return answers(desk.registrar().get("/api/desk/overview").body(), code);
  }

  private static long answers(String overview, String code) {
    Map<String, Number> total = JsonPath.read(overview, "$.answers.total");
    return total.getOrDefault(code, 0).longValue();
  }

  @Test
  @Order(10)
  void withoutRedisTheOverviewShowsWhatItHas() {
    // What an instance knows of the others is what it read at the last question.
    desk.registrar().get("/api/desk/overview");
    desk.redis.stop();
    try {
      await()
          .atMost(LONG)
          .untilAsserted(() -> {
            String overview = desk.registrar().get("/api/desk/overview").body();
            assertThat(JsonPath.<Boolean>read(overview, "$.complete")).isFalse();
            assertThat(JsonPath.<List<String>>read(overview, "$.alarms[*].code"))
                .contains("REDIS_AWAY", "FALLBACK", "SILENT");
            assertThat(JsonPath.<List<String>>read(overview, "$.instances[*].state"))
                .containsExactlyInAnyOrder("READY", "SILENT", "SILENT");
            assertThat(JsonPath.<Object>read(overview, "$.seats")).isNotNull();
          });
    } finally {
      desk.redis.start();
    }
    desk.awaitGate();
    await()
        .atMost(LONG)
        .untilAsserted(() -> {
          String overview = desk.registrar().get("/api/desk/overview").body();
          assertThat(JsonPath.<Boolean>read(overview, "$.complete")).isTrue();
          assertThat(JsonPath.<List<String>>read(overview, "$.instances[*].state"))
              .containsExactly("READY", "READY", "READY");
          assertThat(JsonPath.<List<Object>>read(overview, "$.alarms")).isEmpty();
        });
  }

  @Test
  @Order(11)
  void anInstanceThatStopsLeaves() {
    desk.instances.contexts().getLast().close();
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(
                    JsonPath.<List<String>>read(
                        desk.registrar().get("/api/desk/overview").body(), "$.instances[*].state"))
                .containsExactly("READY", "READY"));
  }
}
