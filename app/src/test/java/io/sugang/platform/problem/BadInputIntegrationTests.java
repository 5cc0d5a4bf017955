package io.sugang.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.http.RawHttp;
import io.sugang.rows.Rows;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Whatever is sent, the answer is the right 4xx with a sentence that helps, and no seat is taken.
 */
@SugangTest
class BadInputIntegrationTests {
  /** A student and a course that exist: a request that were read leniently would take a seat. */
  private static final long ID = 8_100_001;

  private static final String VALID = "{\"studentId\":%d,\"courseId\":%d}".formatted(ID, ID);
  private static final String RANGE = "a whole number from 1 to 9007199254740991";

  @Autowired private JdbcTemplate jdbc;
  @Autowired private StringRedisTemplate redis;
  @Autowired private RedisServer redisServer;
  @LocalServerPort private int port;

  private Map<String, Object> seatsBefore = Map.of();

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc, @Autowired StringRedisTemplate redis) {
    Rows rows = new Rows(jdbc);
    rows.professor(ID, "Kim");
    rows.student(ID);
    rows.course(ID, "Bad input", "Physics", ID, 5);
    // The first connection may take longer than the service would wait.
    await().ignoreExceptions().until(() -> redis.hasKey("student:0") != null);
  }

  @BeforeEach
  void rememberSeats() {
    seatsBefore = seats();
  }

  @AfterEach
  void noSeatWasTaken() {
    assertThat(seats()).isEqualTo(seatsBefore);
  }

  /** Every seat taken in MySQL and at the gate. */
  private Map<String, Object> seats() {
    Map<String, Object> seats = new TreeMap<>();
    seats.put("rows", jdbc.queryForList("SELECT * FROM enrollment ORDER BY enrollment_id"));
    seats.put(
        "counts",
        jdbc.queryForList(
            "SELECT course_id, enrolled FROM course WHERE enrolled > 0 ORDER BY course_id"));
    Set<String> keys = redisServer.keys("course:*:students");
    keys.forEach(key -> seats.put(key, String.valueOf(redis.opsForSet().members(key))));
    redisServer
        .keys("course:*:pending")
        .forEach(key -> seats.put(key, redis.opsForHash().entries(key)));
    return seats;
  }

  @Test
  void theDescriptionOfTheApiIsOffUnlessSwitchedOn() {
    for (String path :
        List.of("/v3/api-docs", "/v3/api-docs.yaml", "/v3/api-docs/swagger-config")) {
      HttpResponse<String> answer = new Api(port).get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(404);
      assertThat(answer.body()).contains("\"code\":\"NOT_FOUND\"");
    }
  }

  @Test
  void theValidRequestTakesASeat() {
    HttpResponse<String> taken = api().postJson("/api/enrollments", VALID);
    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
    assertThat(seats()).isNotEqualTo(seatsBefore);
    String path = taken.headers().firstValue("Location").orElseThrow();
    assertThat(call("DELETE", path, "").statusCode()).isEqualTo(204);
    await().untilAsserted(() -> assertThat(seats()).isEqualTo(seatsBefore));
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        // malformed JSON
        arguments("empty", "", "A body in JSON is required"),
        arguments("blank", "   ", "single JSON object"),
        arguments("cut off", "{\"studentId\":" + ID, "not valid JSON"),
        arguments("not JSON", "studentId=1&courseId=2", "not valid JSON (line 1, column"),
        arguments(
            "single quotes", "{'studentId':%d,'courseId':%d}".formatted(ID, ID), "not valid JSON"),
        arguments(
            "trailing comma",
            "{\"studentId\":%d,\"courseId\":%d,}".formatted(ID, ID),
            "not valid JSON"),
        arguments(
            "comment",
            "{/**/\"studentId\":%d,\"courseId\":%d}".formatted(ID, ID),
            "not valid JSON"),
        arguments(
            "leading zero",
            "{\"studentId\":0%d,\"courseId\":%d}".formatted(ID, ID),
            "not valid JSON"),
        arguments("NaN", "{\"studentId\":NaN,\"courseId\":%d}".formatted(ID), "not valid JSON"),
        arguments("a second object", VALID + VALID, "single JSON object"),
        arguments("text after the object", VALID + " x", "not valid JSON"),
        arguments("NUL", "\0" + VALID, "not valid JSON"),
        arguments("nested too deep", "[".repeat(2000), "single JSON object"),
        arguments(
            "nested too deep in a field",
            "{\"studentId\":" + "[".repeat(2000) + "]".repeat(2000) + "}",
            "'studentId' must be " + RANGE),
        // not an object
        arguments("null", "null", "required"),
        arguments("list", "[" + VALID + "]", "single JSON object"),
        arguments("number", "" + ID, "single JSON object"),
        arguments("text", "\"x\"", "single JSON object"),
        arguments("empty text", "\"\"", "single JSON object"),
        // missing and extra fields
        arguments("no field", "{}", "'courseId' is missing"),
        arguments("no student", "{\"courseId\":%d}".formatted(ID), "'studentId'"),
        arguments("no course", "{\"studentId\":%d}".formatted(ID), "'courseId'"),
        arguments(
            "null student", "{\"studentId\":null,\"courseId\":%d}".formatted(ID), "'studentId'"),
        arguments(
            "extra field",
            "{\"studentId\":%d,\"courseId\":%d,\"grade\":1}".formatted(ID, ID),
            "'grade' is unknown; allowed: courseId, studentId"),
        arguments(
            "other case",
            "{\"studentID\":%d,\"courseId\":%d}".formatted(ID, ID),
            "'studentID' is unknown"),
        arguments(
            "a field twice",
            "{\"studentId\":1,\"studentId\":%d,\"courseId\":%d}".formatted(ID, ID),
            "more than once"),
        arguments("long name of a field", "{\"%s\":1}".formatted("x".repeat(5000)), "is unknown"),
        arguments("markup as a field", "{\"<script>\\u0000\\\"\":1}", "is unknown"),
        // wrong types
        arguments(
            "text id",
            "{\"studentId\":\"%d\",\"courseId\":%d}".formatted(ID, ID),
            "'studentId' must be " + RANGE),
        arguments(
            "word id",
            "{\"studentId\":\"abc\",\"courseId\":%d}".formatted(ID),
            "'studentId' must be " + RANGE),
        arguments(
            "empty text id",
            "{\"studentId\":\"\",\"courseId\":%d}".formatted(ID),
            "'studentId' must be " + RANGE),
        arguments(
            "fraction",
            "{\"studentId\":%d.5,\"courseId\":%d}".formatted(ID, ID),
            "'studentId' must be " + RANGE),
        arguments(
            "whole fraction",
            "{\"studentId\":%d.0,\"courseId\":%d}".formatted(ID, ID),
            "'studentId' must be"),
        arguments(
            "exponent",
            "{\"studentId\":8100001e0,\"courseId\":%d}".formatted(ID),
            "'studentId' must be"),
        arguments(
            "true",
            "{\"studentId\":true,\"courseId\":%d}".formatted(ID),
            "'studentId' must be " + RANGE),
        arguments(
            "list id",
            "{\"studentId\":[%d],\"courseId\":%d}".formatted(ID, ID),
            "'studentId' must be " + RANGE),
        arguments(
            "object id",
            "{\"studentId\":{},\"courseId\":%d}".formatted(ID),
            "'studentId' must be " + RANGE),
        // out of range
        arguments(
            "zero",
            "{\"studentId\":0,\"courseId\":%d}".formatted(ID),
            "'studentId' must be " + RANGE),
        arguments(
            "negative",
            "{\"studentId\":%d,\"courseId\":-%d}".formatted(ID, ID),
            "'courseId' must be " + RANGE),
        arguments(
            "above JavaScript",
            "{\"studentId\":9007199254740992,\"courseId\":1}",
            "'studentId' must be " + RANGE),
        arguments("above long", "{\"studentId\":9223372036854775808,\"courseId\":1}", RANGE),
        arguments("below long", "{\"studentId\":1,\"courseId\":-9223372036854775809}", RANGE),
        arguments("huge", "{\"studentId\":%s,\"courseId\":1}".formatted("9".repeat(900)), RANGE),
        arguments(
            "longer than any number",
            "{\"studentId\":%s,\"courseId\":1}".formatted("9".repeat(5000)),
            "number"),
        arguments("huge exponent", "{\"studentId\":1e999999999,\"courseId\":1}", RANGE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void refusesBody(String name, String body, String sentence) {
    assertProblem(
        api().postJson("/api/enrollments", body),
        400,
        "INVALID_REQUEST",
        sentence,
        "/api/enrollments");
  }

  static Stream<Arguments> contentTypes() {
    return Stream.of(
        arguments("text/plain"),
        arguments("application/x-www-form-urlencoded"),
        arguments("multipart/form-data; boundary=x"),
        arguments("multipart/form-data"),
        arguments("application/xml"),
        arguments("application/octet-stream"),
        arguments("nonsense"),
        arguments(""));
  }

  @ParameterizedTest(name = "''{0}''")
  @MethodSource("contentTypes")
  void refusesContentType(String contentType) {
    HttpRequest.Builder request =
        api().request("/api/enrollments").POST(BodyPublishers.ofString(VALID));
    if (!contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    assertProblem(
        api().send(request),
        415,
        "UNSUPPORTED_MEDIA_TYPE",
        "Content-Type: application/json",
        "/api/enrollments");
  }

  static Stream<Arguments> idempotencyKeys() {
    return Stream.of(arguments("x".repeat(65)), arguments("two words"), arguments("열쇠"));
  }

  @ParameterizedTest(name = "''{0}''")
  @MethodSource("idempotencyKeys")
  void refusesIdempotencyKey(String key) {
    RawHttp.Answer answer =
        RawHttp.send(
            port,
            post(
                "Content-Type: application/json\r\nIdempotency-Key: " + latin1(key) + "\r\n",
                VALID));
    assertProblem(
        answer, 400, "INVALID_REQUEST", "'Idempotency-Key' must be 1 to 64 visible ASCII");
  }

  @Test
  void refusesEmptyIdempotencyKey() {
    RawHttp.Answer answer =
        RawHttp.send(port, post("Content-Type: application/json\r\nIdempotency-Key:\r\n", VALID));
    assertProblem(
        answer, 400, "INVALID_REQUEST", "'Idempotency-Key' must be 1 to 64 visible ASCII");
  }

  /** Also the same key twice: which of them counts would be a guess. */
  @ParameterizedTest(name = "''{0}'' and ''{1}''")
  @CsvSource({"a1, a2", "a1, a1", "a1, ''", "'', a1"})
  void refusesTwoIdempotencyKeys(String first, String second) {
    RawHttp.Answer answer =
        RawHttp.send(
            port,
            post(
                "Content-Type: application/json\r\nIdempotency-Key: %s\r\nidempotency-key: %s\r\n"
                    .formatted(first, second),
                VALID));
    assertProblem(
        answer,
        400,
        "INVALID_REQUEST",
        "'Idempotency-Key' must be 1 to 64 visible ASCII characters, in one header.");
  }

  static Stream<Arguments> unknownIds() {
    String reserved = "9007199254000000";
    String last = "9007199254740991";
    return Stream.of(
        arguments("GET", "/api/students/8199999", "", "STUDENT_NOT_FOUND", "student 8199999"),
        arguments("GET", "/api/students/" + reserved, "", "STUDENT_NOT_FOUND", reserved),
        arguments("GET", "/api/students/" + last, "", "STUDENT_NOT_FOUND", last),
        arguments(
            "GET", "/api/students/8199999/enrollments", "", "STUDENT_NOT_FOUND", "student 8199999"),
        arguments(
            "GET", "/api/students/" + reserved + "/enrollments", "", "STUDENT_NOT_FOUND", reserved),
        arguments("GET", "/api/courses/8199999", "", "COURSE_NOT_FOUND", "course 8199999"),
        arguments("GET", "/api/courses/" + reserved, "", "COURSE_NOT_FOUND", reserved),
        arguments(
            "GET", "/api/enrollments/8199999", "", "ENROLLMENT_NOT_FOUND", "enrollment 8199999"),
        arguments(
            "DELETE", "/api/enrollments/8199999", "", "ENROLLMENT_NOT_FOUND", "enrollment 8199999"),
        arguments("DELETE", "/api/enrollments/" + last, "", "ENROLLMENT_NOT_FOUND", last),
        arguments(
            "POST",
            "/api/enrollments",
            "{\"studentId\":8199999,\"courseId\":%d}".formatted(ID),
            "STUDENT_NOT_FOUND",
            "student 8199999"),
        arguments(
            "POST",
            "/api/enrollments",
            "{\"studentId\":%s,\"courseId\":%d}".formatted(last, ID),
            "STUDENT_NOT_FOUND",
            last),
        arguments(
            "POST",
            "/api/enrollments",
            "{\"studentId\":%d,\"courseId\":8199999}".formatted(ID),
            "COURSE_NOT_FOUND",
            "course 8199999"),
        arguments(
            "POST",
            "/api/enrollments",
            "{\"studentId\":%d,\"courseId\":%s}".formatted(ID, last),
            "COURSE_NOT_FOUND",
            last));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("unknownIds")
  void unknownIdsAreNotFound(
      String method, String path, String body, String code, String sentence) {
    assertProblem(call(method, path, body), 404, code, sentence, path);
  }

  static Stream<Arguments> badIds() {
    return Stream.of(
            "GET /api/students/%s",
            "GET /api/students/%s/enrollments",
            "GET /api/courses/%s",
            "GET /api/enrollments/%s",
            "DELETE /api/enrollments/%s")
        .flatMap(call ->
            Stream.of(
                    "0",
                    "-1",
                    "abc",
                    "1.5",
                    "1e3",
                    "0x1",
                    "%230x1",
                    "01",
                    "+1",
                    "%201",
                    "1%20",
                    "%EF%BC%91", // a full-width 1
                    "9007199254740992",
                    "9223372036854775808",
                    "9".repeat(300),
                    "null")
                .map(id -> arguments(call.split(" ")[0], call.split(" ")[1].formatted(id))));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("badIds")
  void refusesIdInPath(String method, String path) {
    assertProblem(call(method, path, ""), 400, "INVALID_REQUEST", RANGE, null);
  }

  @Test
  void unknownTypesOfProblemsAreNotFound() {
    assertProblem(api().get("/problems/x"), 404, "NOT_FOUND", "problem type", "/problems/x");
  }

  static Stream<Arguments> queries() {
    return Stream.of(
        arguments("page=-1", "'page' must be from 0"),
        arguments("page=x", "'page' must be a whole number"),
        arguments("page=1.5", "'page' must be a whole number"),
        arguments("page=2147483647", "'page' must be from 0"),
        arguments("page=99999999999", "'page' must be a whole number"),
        arguments("size=0", "'size' must be from 1 to 100"),
        arguments("size=101", "'size' must be from 1 to 100"),
        arguments("size=-5", "'size' must be from 1 to 100"),
        arguments("size=ten", "'size' must be a whole number"),
        arguments("size=0x10", "'size' must be a whole number"),
        arguments("q=" + "x".repeat(65), "'q' must have at most 64 characters"),
        arguments("department=" + "x".repeat(65), "'department' must have at most 64 characters"),
        arguments("page=-1&size=0", "'page' must be from 0"),
        arguments("page=-1&size=0", "'size' must be from 1"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("queries")
  void refusesQuery(String query, String sentence) {
    assertProblem(
        api().get("/api/courses?" + query), 400, "INVALID_REQUEST", sentence, "/api/courses");
  }

  static Stream<Arguments> unknownPaths() {
    return Stream.of(
            "/",
            "/api",
            "/api/",
            "/api/student/1",
            "/api/courses/",
            "/api/courses/1/",
            "/api/enrollments/1/2",
            "/API/courses",
            "/favicon.ico",
            "/index.html",
            "/error",
            "/actuator",
            "/actuator/health",
            "/problems",
            "/swagger-ui.html",
            "/api/students/1;x=1/y")
        .flatMap(path -> Stream.of("GET", "POST", "DELETE").map(method -> arguments(method, path)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("unknownPaths")
  void unknownPathsAreNotFound(String method, String path) {
    assertProblem(
        call(method, path, method.equals("POST") ? VALID : ""), 404, "NOT_FOUND", "", null);
  }

  static Stream<Arguments> methods() {
    return Stream.of(
        arguments("PUT", "/api/enrollments", "POST"),
        arguments("GET", "/api/enrollments", "POST"),
        arguments("DELETE", "/api/enrollments", "POST"),
        arguments("PATCH", "/api/enrollments", "POST"),
        arguments("POST", "/api/enrollments/1", "DELETE, GET"),
        arguments("POST", "/api/students/1", "GET"),
        arguments("PUT", "/api/students/1", "GET"),
        arguments("DELETE", "/api/students/1", "GET"),
        arguments("POST", "/api/students/1/enrollments", "GET"),
        arguments("POST", "/api/courses", "GET"),
        arguments("DELETE", "/api/courses/1", "GET"),
        arguments("FOO", "/api/courses", "GET"),
        arguments("POST", "/problems/course-full", "GET"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("methods")
  void refusesMethod(String method, String path, String allowed) {
    HttpResponse<String> answer = call(method, path, VALID);
    assertProblem(answer, 405, "METHOD_NOT_ALLOWED", "allowed: " + allowed, path);
    assertThat(answer.headers().firstValue("Allow").orElse("").split(", ?"))
        .containsExactlyInAnyOrder(allowed.split(", "));
  }

  @Test
  void refusesAnswerFormatsOtherThanJson() {
    HttpRequest.Builder request = api().request("/api/courses").header("Accept", "text/html").GET();
    assertProblem(api().send(request), 406, "NOT_ACCEPTABLE", "application/json", "/api/courses");
  }

  @Test
  void problemsAreJsonWhateverIsAccepted() {
    HttpRequest.Builder request =
        api().request("/api/students/0").header("Accept", "text/html").GET();
    assertThat(api().send(request).headers().firstValue("Content-Type"))
        .contains("application/problem+json");
  }

  @Test
  void refusesLargeBody() {
    String large = VALID + " ".repeat(16 * 1024);
    assertProblem(
        api().postJson("/api/enrollments", large),
        413,
        "PAYLOAD_TOO_LARGE",
        "16 KB",
        "/api/enrollments");
  }

  @Test
  void refusesLargeBodyOfUnannouncedLength() {
    String chunk = "800\r\n" + " ".repeat(0x800) + "\r\n";
    String body = "%x\r\n%s\r\n".formatted(VALID.length(), VALID) + chunk.repeat(9) + "0\r\n\r\n";
    assertProblem(
        RawHttp.send(port, chunked("/api/enrollments", body)), 413, "PAYLOAD_TOO_LARGE", "16 KB");
  }

  @Test
  void refusesEndlessBodyAtOnceByItsAnnouncement() {
    assertProblem(
        RawHttp.send(
            port,
            "POST /api/enrollments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 99999999999\r\n\r\n{"),
        413,
        "PAYLOAD_TOO_LARGE",
        "16 KB");
  }

  @Test
  void refusesLargeForm() {
    HttpRequest.Builder request =
        api()
            .request("/api/courses")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("q=" + "x".repeat(20_000)));
    assertProblem(api().send(request), 413, "PAYLOAD_TOO_LARGE", "16 KB", "/api/courses");
  }

  static Stream<Arguments> brokenHttp() {
    String host = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    String json = "Content-Type: application/json\r\n";
    return Stream.of(
        arguments("character not allowed in a URL", "GET /api/students/<1>" + host + "\r\n", 400),
        arguments("quote in a query", "GET /api/courses?q=\"x\"" + host + "\r\n", 400),
        arguments("wrong percent code in a path", "GET /api/students/%zz" + host + "\r\n", 400),
        arguments("percent code cut off", "GET /api/students/%e" + host + "\r\n", 400),
        arguments("percent code that is not UTF-8", "GET /api/students/%ff" + host + "\r\n", 400),
        arguments("NUL in a path", "GET /api/students/%00" + host + "\r\n", 400),
        arguments("encoded slash", "GET /api/students%2F1" + host + "\r\n", 400),
        arguments("encoded backslash", "GET /api/students%5C1" + host + "\r\n", 400),
        arguments("path that leaves the root", "GET /../etc/passwd" + host + "\r\n", 400),
        arguments("wrong percent code in a query", "GET /api/courses?q=%zz" + host + "\r\n", 400),
        arguments("query that is not UTF-8", "GET /api/courses?q=%ff" + host + "\r\n", 400),
        arguments(
            "name of a header with a blank",
            "GET /api/courses" + host + "Bad Header: x\r\n\r\n",
            400),
        arguments("header without a colon", "GET /api/courses" + host + "nonsense\r\n\r\n", 400),
        arguments("NUL in a header", "GET /api/courses" + host + "X: a\0b\r\n\r\n", 400),
        arguments("no Host", "GET /api/courses HTTP/1.1\r\n\r\n", 400),
        arguments("two Hosts", "GET /api/courses HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        arguments(
            "headers too large",
            "GET /api/courses" + host + "X: " + "x".repeat(30_000) + "\r\n\r\n",
            400),
        arguments("URL too long", "GET /api/courses?q=" + "x".repeat(30_000) + host + "\r\n", 400),
        arguments(
            "negative length",
            "POST /api/enrollments" + host + json + "Content-Length: -5\r\n\r\n" + VALID,
            400),
        arguments(
            "length as a word",
            "POST /api/enrollments" + host + json + "Content-Length: x\r\n\r\n" + VALID,
            400),
        arguments(
            "two lengths",
            "POST /api/enrollments"
                + host
                + json
                + "Content-Length: 39\r\nContent-Length: 1\r\n\r\n"
                + VALID,
            400),
        arguments(
            "length and chunks",
            "POST /api/enrollments"
                + host
                + json
                + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            400),
        arguments(
            "broken chunk", chunked("/api/enrollments", "zz\r\n" + VALID + "\r\n0\r\n\r\n"), 400),
        arguments(
            "chunk cut off", chunked("/api/enrollments", "%x\r\n{".formatted(VALID.length())), 400),
        arguments(
            "body shorter than announced",
            "POST /api/enrollments" + host + json + "Content-Length: 400\r\n\r\n" + VALID,
            400),
        arguments(
            "unknown transfer coding",
            "POST /api/enrollments" + host + json + "Transfer-Encoding: zip\r\n\r\n" + VALID,
            501),
        arguments("unknown version", "GET /api/courses HTTP/9.9\r\nHost: x\r\n\r\n", 505),
        arguments("no version", "GET /api/courses x\r\nHost: x\r\n\r\n", 400),
        arguments("not HTTP at all", "hello\r\n\r\n", 400),
        arguments("body not in UTF-8", post(json, "{\"studentId\":1,\"course\u00ff\":1}"), 400));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenHttp")
  void refusesBrokenHttp(String name, String request, int status) {
    assertProblem(RawHttp.send(port, request), status, "INVALID_REQUEST", "");
  }

  @Test
  void refusesTrace() {
    RawHttp.Answer answer =
        RawHttp.send(port, "TRACE /api/courses HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assertProblem(answer, 405, "METHOD_NOT_ALLOWED", "method");
  }

  @ParameterizedTest
  @MethodSource("typesOfProblems")
  void everyTypeIsALinkThatExplainsIt(ProblemType type) {
    HttpResponse<String> answer = api().get(type.type().toString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo(type.code());
    assertThat(JsonPath.<String>read(answer.body(), "$.meaning")).isNotBlank();
  }

  static Stream<ProblemType> typesOfProblems() {
    return Stream.of(ProblemType.values());
  }

  private Api api() {
    return new Api(port);
  }

  private HttpResponse<String> call(String method, String path, String body) {
    HttpRequest.Builder request =
        api()
            .request(path)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return api().send(request);
  }

  private static String post(String headers, String body) {
    return "POST /api/enrollments HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(headers, body.length(), body);
  }

  private static String chunked(String path, String chunks) {
    return "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s"
        .formatted(path, chunks);
  }

  /** UTF-8 bytes as the characters that a raw request writes one to one. */
  private static String latin1(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static void assertProblem(
      HttpResponse<String> answer,
      int status,
      String code,
      String sentence,
      @Nullable String instance) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertProblemBody(answer.body(), status, code, sentence);
    if (instance != null) {
      assertThat(JsonPath.<String>read(answer.body(), "$.instance")).isEqualTo(instance);
    }
  }

  private static void assertProblem(
      RawHttp.Answer answer, int status, String code, String sentence) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Content-Type"))
        .as(answer.toString())
        .startsWith("application/problem+json");
    assertProblemBody(answer.body(), status, code, sentence);
  }

  private static void assertProblemBody(String body, int status, String code, String sentence) {
    Map<String, Object> problem = JsonPath.read(body, "$");
    assertThat(problem).containsKeys("type", "title", "status", "detail", "code");
    assertThat(problem.get("type")).isEqualTo(ProblemType.valueOf(code).type().toString());
    assertThat(problem.get("status")).isEqualTo(status);
    assertThat(problem.get("code")).isEqualTo(code);
    assertThat((String) problem.get("detail"))
        .contains(sentence)
        .hasSizeBetween(20, 400)
        // in our words, not in those of the libraries
        .doesNotContain(
            "Exception",
            "java.",
            "tools.jackson",
            "springframework",
            "Cannot deserialize",
            " at [");
  }
}
