package io.sugang.server.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.http.RawHttp;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rows.Rows;
import io.sugang.server.tomcat.RequestLoop;
import io.sugang.server.tomcat.RequestLoopWaits;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/** The fast path answers as Spring MVC does, and handles the usual form of a request only. */
@ExtendWith(RequestLoopWaits.class)
@SugangTest(properties = "sugang.fastpath.in-place=on")
@Import({
  FastPathIntegrationTests.Dispatched.class,
  FastPathIntegrationTests.Failing.class,
  FastPathIntegrationTests.Holding.class,
  FastPathIntegrationTests.Waiting.class
})
class FastPathIntegrationTests {
  private static final long ID = 8_700_001;
  private static final long FULL = 8_700_002;
  private static final long LATE = 8_700_003;
  private static final String UNKNOWN = "8799999";
  private static final String JSON = "application/json";

  /** Handled by Spring MVC, not by the fast path. */
  private static final String OTHER_JSON = "application/vnd.sugang+json";

  @Autowired private Dispatched dispatched;
  @Autowired private Environment environment;
  @Autowired private Waiting waiting;
  @Autowired private Holding holding;
  @Autowired private JdbcTemplate jdbc;
  @Autowired private MySqlDatabase database;
  @Autowired private MeterRegistry meters;
  @Autowired private RequestTimingFilter timing;
  @Autowired private RequestLoop loop;
  @Autowired ServletWebServerApplicationContext context;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    rows.professor(ID, "Lee");
    rows.student(ID);
    rows.course(ID, "Fast path", "Physics", ID, 5);
    rows.course(LATE, "Fast path of one", "Physics", ID, 1);
    rows.course(FULL, "Fast path without seats", "Physics", ID, 0);
  }

  @Test
  void theEndpointIsTheOneThatTheLoopReads() {
    assertThat(ServingClasses.of(context)).anyMatch(ServingClasses::isOfTheService);
  }

  static Stream<String> paths() {
    return Stream.of(
        "/api/students/" + ID,
        "/api/students/" + UNKNOWN,
        "/api/students/1",
        "/api/students/999999999999999",
        "/api/students/" + ID + "?language=ko");
  }

  @ParameterizedTest
  @MethodSource("paths")
  void aStudentIsAnsweredAsBySpringMvc(String path) {
    RawHttp.Answer direct = byFastPath(get(path, ""));
    assertThat(direct.status())
        .isEqualTo(path.contains(UNKNOWN) || path.contains("99") ? 404 : 200);
    assertSame(direct, bySpringMvc(get(path, "Accept: application/json;q=0.9\r\n")));
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        arguments(409, body(ID, FULL)),
        arguments(404, body(ID, 8_799_999)),
        arguments(404, body(8_799_999, ID)),
        arguments(400, body(0, ID)),
        arguments(400, body(-1, 0)),
        arguments(400, "{\"studentId\":1}"),
        arguments(400, "{\"studentId\":\"1\",\"courseId\":2}"),
        arguments(400, "{"),
        arguments(400, ""));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void anEnrollmentIsRejectedAsBySpringMvc(int status, String body) {
    RawHttp.Answer direct = byFastPath(post(JSON, "", body));
    assertThat(direct.status()).isEqualTo(status);
    assertSame(direct, bySpringMvc(post(OTHER_JSON, "", body)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Idempotency-Key: two words\r\n",
        "Idempotency-Key: one\r\nIdempotency-Key: two\r\n"
      })
  void aWrongIdempotencyKeyIsRejectedAsBySpringMvc(String key) {
    RawHttp.Answer direct = byFastPath(post(JSON, key, body(ID, ID)));
    assertThat(direct.status()).isEqualTo(400);
    assertSame(direct, bySpringMvc(post(OTHER_JSON, key, body(ID, ID))));
  }

  @Test
  void aBodyThatTurnsOutTooLongIsRejectedAsBySpringMvc() {
    RawHttp.Answer direct = byFastPath(chunked(JSON));
    assertThat(direct.status()).isEqualTo(413);
    assertSame(direct, bySpringMvc(chunked(OTHER_JSON)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json;charset=utf-8",
        "application/json;charset=UTF-8",
        "application/json; charset=utf-8",
        "application/json; charset=UTF-8"
      })
  void aRequestInUtf8IsHandledByTheFastPath(String type) {
    assertThat(byFastPath(post(type, "", body(ID, FULL))).status()).isEqualTo(409);
  }

  @Test
  void aSeatIsTakenAndHeldAsBySpringMvc() {
    RawHttp.Answer direct = byFastPath(post(JSON, "", body(ID, ID)));
    assertThat(direct.status()).as(direct.body()).isEqualTo(201);
    RawHttp.Answer held = byFastPath(post(JSON, "", body(ID, ID)));
    assertThat(held.status()).isEqualTo(409);
    assertSame(held, bySpringMvc(post(OTHER_JSON, "", body(ID, ID))));
    cancel(direct);

    RawHttp.Answer bySpringMvc = bySpringMvc(post(OTHER_JSON, "", body(ID, ID)));
    assertThat(withoutNumbers(bySpringMvc)).isEqualTo(withoutNumbers(direct));
    assertThat(
            jdbc.queryForObject(
                "SELECT COUNT(*) FROM enrollment WHERE student_id = ? AND course_id = ?",
                Long.class,
                ID,
                ID))
        .isEqualTo(1);
    cancel(bySpringMvc);
  }

  private void cancel(RawHttp.Answer enrolled) {
    String path = enrolled.header("Location");
    assertThat(answerTo("DELETE " + path + " HTTP/1.1\r\nHost: test\r\n\r\n").status())
        .isEqualTo(204);
  }

  @ParameterizedTest
  @CsvSource({
    "unavailable, 503, TEMPORARILY_UNAVAILABLE",
    "unexpected, 500, INTERNAL_ERROR",
    "error, 500, INTERNAL_ERROR",
    "later/unavailable, 503, TEMPORARILY_UNAVAILABLE",
    "later/unexpected, 500, INTERNAL_ERROR",
    "later/error, 500, INTERNAL_ERROR",
    "never/unavailable, 503, TEMPORARILY_UNAVAILABLE",
    "never/unexpected, 500, INTERNAL_ERROR",
    "never/error, 500, INTERNAL_ERROR"
  })
  void aFailureOfARouteIsAnsweredAsByTheDispatcher(String how, int status, String code) {
    RawHttp.Answer answer = byFastPath(get("/failing/" + how, ""));
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.body()).startsWith("{").endsWith("}").contains("\"code\":\"" + code + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/students/0 HTTP/1.1\r\n",
        "GET /api/students/01 HTTP/1.1\r\n",
        "GET /api/students/+1 HTTP/1.1\r\n",
        "GET /api/students/%31 HTTP/1.1\r\n",
        "GET /api/students/1;v=2 HTTP/1.1\r\n",
        "GET /api/students/9007199254740991 HTTP/1.1\r\n",
        "GET /api/students/1/enrollments HTTP/1.1\r\n",
        "HEAD /api/students/1 HTTP/1.1\r\n",
        "GET /api/students/1 HTTP/1.1\r\nAccept: */*;q=0\r\n",
        "GET /api/students/1 HTTP/1.1\r\nAccept: text/html\r\n",
        "GET /api/enrollments/1 HTTP/1.1\r\nContent-Type: application/json\r\n",
      })
  void anUnusualRequestIsHandledBySpringMvc(String lines) {
    bySpringMvc(lines + "Host: test\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*/*", "application/json", "application/json, text/plain, */*"})
  void aRequestThatAcceptsJsonIsHandledByTheFastPath(String accept) {
    assertThat(
            byFastPath(
                    get(
                        "/api/students/" + ID,
                        accept.isEmpty() ? "" : "Accept: " + accept + "\r\n"))
                .status())
        .isEqualTo(200);
  }

  @Test
  void bothPathsAreOneOperationInTheMetrics() {
    long before = requests("/api/students/{id}", "200");
    byFastPath(get("/api/students/" + ID, ""));
    bySpringMvc(get("/api/students/" + ID, "Accept: application/json;q=0.9\r\n"));
    await().until(() -> requests("/api/students/{id}", "200") == before + 2);
    assertThat(
            meters
                .find("http.server.requests")
                .tags("uri", "/api/students/{id}", "status", "200")
                .timers())
        .as("one timer for both: the same tags")
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "unavailable, 503",
    "unexpected, 500",
    "error, 500",
    "later/unavailable, 503",
    "later/error, 500",
    "never/unexpected, 500"
  })
  void aFailureOfARouteIsCountedOnce(String how, String status) {
    long before = requests("/failing/{how}", status);
    byFastPath(get("/failing/" + how, ""));
    await().until(() -> requests("/failing/{how}", status) == before + 1);
    assertThat(meters.get("http.server.requests").tags("uri", "/failing/{how}").timers())
        .allSatisfy(timer -> assertThat(timer.getId().getTag("status")).isIn("500", "503"));
  }

  static Stream<FilterChain> failures() {
    return Stream.of(
        (request, response) -> {
          throw new EOFException("for a test");
        },
        (request, response) -> {
          throw new ServletException(new EOFException("for a test"));
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureWithoutAnAnswerIsCountedAsAnErrorOfTheServer(FilterChain failing) {
    long before = brokenOff();
    assertThatThrownBy(() ->
            timing.doFilter(
                new MockHttpServletRequest("GET", "/failing/broken"),
                new MockHttpServletResponse(),
                failing))
        .hasStackTraceContaining("EOFException: for a test");
    assertThat(brokenOff()).isEqualTo(before + 1);
  }

  private long brokenOff() {
    return meters
        .find("http.server.requests")
        .tags("uri", "/failing/{how}", "status", "500", "exception", "EOFException")
        .timers()
        .stream()
        .mapToLong(Timer::count)
        .sum();
  }

  private long requests(String path, String status) {
    return meters.find("http.server.requests").tags("uri", path, "status", status).timers().stream()
        .mapToLong(Timer::count)
        .sum();
  }

  @Test
  void aRequestThatWaitsForItsAnswerHoldsNoThread() throws Exception {
    int threads = environment.getRequiredProperty("server.tomcat.threads.max", Integer.class);
    waiting.again();
    long before = requests("/waiting", "200");
    List<Future<RawHttp.Answer>> answers = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2 * threads; i++) {
        answers.add(clients.submit(() -> answerTo(get("/waiting", ""))));
      }
      await().until(() -> waiting.begun.get() == 2 * threads && underWay() == 2 * threads);
      assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
      assertThat(underWay()).as("still waiting").isEqualTo(2 * threads);
      waiting.answerAll();
      for (Future<RawHttp.Answer> answer : answers) {
        assertThat(answer.get().body()).isEqualTo("x");
      }
    }
    await().until(() -> underWay() == 0);
    await().until(() -> requests("/waiting", "200") == before + 2 * threads);
  }

  /** Otherwise it would wait behind all later requests, and its client would be gone. */
  @Test
  void anEnrollmentIsAnsweredThoughNoThreadIsFree() throws Exception {
    int threads = environment.getRequiredProperty("server.tomcat.threads.max", Integer.class);
    try (HeldCourse course = new HeldCourse(database, LATE);
        HttpClient client = HttpClient.newHttpClient();
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      // On a connection that stays open, as NGINX keeps them.
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/enrollments"))
                  .header("Content-Type", JSON)
                  .POST(BodyPublishers.ofString(body(ID, LATE)))
                  .build(),
              BodyHandlers.ofString());
      await().until(() -> underWay() == 1);
      try {
        for (int i = 0; i < threads; i++) {
          clients.submit(() -> answerTo(get("/holding", "")));
        }
        await().until(() -> holding.threads.get() == threads);
        assertReadersAreAnswered();
        course.release();
        assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
      } finally {
        holding.free.countDown();
      }
      // The client sent header and body apart, so an HTTP thread began the request and ends it.
      await().until(() -> underWay() == 0);
    }
  }

  /** All HTTP threads are held. */
  void assertReadersAreAnswered() throws IOException {
    // Their end needs a thread, so it is not awaited here.
    try (Socket reader = new Socket("127.0.0.1", port)) {
      send(reader, get("/api/students/" + ID, ""));
      assertThat(statuses(reader, 1)).as("answered by the loop").containsExactly(200);
      send(reader, post(JSON, "", body(ID, FULL)));
      assertThat(statuses(reader, 1)).as("also without a seat").containsExactly(409);
    }
  }

  @Test
  void aRequestThatComesInPiecesIsAnswered() throws IOException {
    String request = post(JSON, "", body(ID, FULL));
    try (Socket client = new Socket("127.0.0.1", port)) {
      client.setTcpNoDelay(true);
      for (int from = 0; from < request.length(); from += 60) {
        String piece = request.substring(from, Math.min(request.length(), from + 60));
        client.getOutputStream().write(piece.getBytes(StandardCharsets.ISO_8859_1));
        // An answer on another connection, so that the loop has met this piece alone.
        assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
      }
      assertThat(statuses(client, 1)).containsExactly(409);
    }
  }

  static Stream<Arguments> following() {
    return Stream.of(
        arguments(200, get("/api/students/" + ID, "")),
        arguments(409, post(JSON, "", body(ID, FULL))),
        arguments(409, post(OTHER_JSON, "", body(ID, FULL))),
        arguments(200, get("/api/courses/" + ID, "")));
  }

  @ParameterizedTest
  @MethodSource("following")
  void requestsInOnePieceAreAnsweredInTheirOrder(int status, String second) throws IOException {
    String requests = post(JSON, "", body(ID, FULL)) + second + get("/api/students/" + UNKNOWN, "");
    try (Socket client = new Socket("127.0.0.1", port)) {
      client.getOutputStream().write(requests.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(statuses(client, 3)).containsExactly(409, status, 404);
    }
  }

  @ParameterizedTest
  @MethodSource("following")
  void aConnectionServesOneRequestAfterTheOther(int status, String next) throws IOException {
    try (Socket client = new Socket("127.0.0.1", port)) {
      for (int i = 0; i < 20; i++) {
        client.getOutputStream().write(next.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(statuses(client, 1)).containsExactly(status);
        client
            .getOutputStream()
            .write(get("/api/students/" + ID, "").getBytes(StandardCharsets.ISO_8859_1));
        assertThat(statuses(client, 1)).containsExactly(200);
      }
    }
  }

  @Test
  void aRequestSentBeforeTheAnswerToThePreviousOneIsAnsweredAfterIt() throws IOException {
    waiting.again();
    try (Socket client = new Socket("127.0.0.1", port)) {
      send(client, get("/waiting", ""));
      await().until(() -> waiting.begun.get() == 1);
      send(client, post(JSON, "", body(ID, FULL)));
      // Another connection is answered, so the loop has met the early request.
      assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
      waiting.answerAll();
      assertThat(statuses(client, 2)).containsExactly(200, 409);
      send(client, get("/api/students/" + ID, ""));
      assertThat(statuses(client, 1)).containsExactly(200);
    }
  }

  /** Its end reads the rest of the body, which the loop must not wait for. */
  @Test
  void anAnswerToARequestWithAnUnreadBodyDoesNotStopTheLoop() throws IOException {
    waiting.again();
    try (Socket client = new Socket("127.0.0.1", port)) {
      send(client, get("/waiting", "Content-Length: 12000\r\n") + "x".repeat(12_000));
      await().until(() -> waiting.begun.get() == 1);
      loop.loop().execute(waiting::answerAll);
      assertThat(statuses(client, 1)).containsExactly(200);
      assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
      await().until(() -> underWay() == 0);
    }
  }

  @Test
  void aClientThatLeavesBeforeItsAnswerHoldsNothing() throws IOException {
    waiting.again();
    try (Socket client = new Socket("127.0.0.1", port)) {
      send(client, get("/waiting", ""));
      await().until(() -> waiting.begun.get() == 1);
    }
    assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
    waiting.answerAll();
    await().until(() -> underWay() == 0);
  }

  /** Requests of all kinds, which end in the loop, in HTTP threads and behind the gate. */
  @Test
  void connectionsOfManyClientsLoseNoRequest() throws Exception {
    int rounds = 50;
    List<Future<List<Integer>>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 48; i++) {
        clients.add(
            threads.submit(() -> {
              List<Integer> statuses = new ArrayList<>();
              try (Socket client = new Socket("127.0.0.1", port)) {
                for (int round = 0; round < rounds; round++) {
                  for (String request :
                      List.of(
                          get("/api/students/" + ID, ""),
                          post(JSON, "", body(ID, FULL)),
                          post(JSON, "", body(ID, FULL)),
                          get("/api/courses/" + ID, ""),
                          post(OTHER_JSON, "", body(ID, FULL)))) {
                    send(client, request);
                    statuses.addAll(statuses(client, 1));
                  }
                }
              }
              return statuses;
            }));
      }
      List<Integer> expected =
          Collections.nCopies(rounds, List.of(200, 409, 409, 200, 409)).stream()
              .flatMap(List::stream)
              .toList();
      for (Future<List<Integer>> client : clients) {
        assertThat(client.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
      }
    }
    await().until(() -> underWay() == 0);
  }

  private static void send(Socket client, String request) throws IOException {
    client.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static List<Integer> statuses(Socket client, int count) throws IOException {
    client.setSoTimeout(15_000);
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String head = "";
      while (!head.endsWith("\r\n\r\n")) {
        head += (char) client.getInputStream().read();
      }
      statuses.add(Integer.parseInt(head.substring(9, 12)));
      int length =
          head.lines()
              .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
              .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
              .findFirst()
              .orElse(0);
      assertThat(client.getInputStream().readNBytes(length)).hasSize(length);
    }
    return statuses;
  }

  /** A look-up waits for MySQL; the thread that reads all connections must not. */
  @Test
  void aLookUpOfAnUnknownCourseHoldsUpNoOtherRequest() throws Exception {
    assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<RawHttp.Answer> answer =
          database
              .jdbc()
              .execute(
                  (ConnectionCallback<Future<RawHttp.Answer>>)
                      locking -> whileCoursesAreLocked(locking, clients));
      assertThat(answer.get().status()).isEqualTo(404);
    }
  }

  private Future<RawHttp.Answer> whileCoursesAreLocked(Connection locking, ExecutorService clients)
      throws SQLException {
    try (Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES course WRITE");
      try {
        Future<RawHttp.Answer> answer =
            clients.submit(() -> answerTo(post(JSON, "", body(ID, 8_799_998))));
        await().until(() -> underWay() == 1);
        assertThat(answerTo(get("/api/students/" + ID, "")).status()).isEqualTo(200);
        assertThat(underWay()).as("still waiting").isEqualTo(1);
        return answer;
      } finally {
        statement.execute("UNLOCK TABLES");
      }
    }
  }

  private double underWay() {
    return meters.get("sugang.fastpath.under.way").gauge().value();
  }

  private RawHttp.Answer byFastPath(String request) {
    int before = dispatched.requests.get();
    RawHttp.Answer answer = answerTo(request);
    assertThat(dispatched.requests.get()).as(request).isEqualTo(before);
    return answer;
  }

  private RawHttp.Answer bySpringMvc(String request) {
    int before = dispatched.requests.get();
    RawHttp.Answer answer = answerTo(request);
    assertThat(dispatched.requests.get()).as(request).isGreaterThan(before);
    return answer;
  }

  private RawHttp.Answer answerTo(String request) {
    return RawHttp.send(port, request);
  }

  private static void assertSame(RawHttp.Answer one, RawHttp.Answer other) {
    assertThat(one.body()).isEqualTo(other.body());
    assertThat(headers(one)).isEqualTo(headers(other));
  }

  private static String headers(RawHttp.Answer answer) {
    return answer.head().replaceAll("\r\nDate: [^\r]*", "");
  }

  private static String withoutNumbers(RawHttp.Answer answer) {
    return (headers(answer) + answer.body()).replaceAll("[0-9]+", "N");
  }

  private static String get(String path, String headers) {
    return "GET " + path + " HTTP/1.1\r\nHost: test\r\n" + headers + "\r\n";
  }

  private static String post(String type, String headers, String body) {
    return "POST /api/enrollments HTTP/1.1\r\nHost: test\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n%s"
        .formatted(type, body.length(), headers, body);
  }

  /** 17 KB of blanks whose length is not announced. */
  private static String chunked(String type) {
    return "POST /api/enrollments HTTP/1.1\r\nHost: test\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n4400\r\n%s\r\n0\r\n\r\n"
        .formatted(type, " ".repeat(0x4400));
  }

  private static String body(long student, long course) {
    return "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course);
  }

  /** Counts the requests that Spring MVC's dispatcher looks for a handler for. */
  @TestConfiguration(proxyBeanMethods = false)
  static class Dispatched implements HandlerMapping, Ordered {
    private final AtomicInteger requests = new AtomicInteger();

    @Override
    public int getOrder() {
      return HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) {
      requests.incrementAndGet();
      return null; // the next mapping may have one
    }
  }

  /** Fails in every way that a route can, with half of an answer written. */
  @TestConfiguration(proxyBeanMethods = false)
  static class Failing implements FastPathRoute {
    /** So late that the thread of the request is gone. */
    private static final Executor LATER =
        CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    @Override
    public String pathPattern() {
      return "/failing/{how}";
    }

    @Override
    public boolean matches(String method, String path, @Nullable String contentType) {
      return path.startsWith("/failing/");
    }

    @Override
    public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request) {
      String[] how = request.getRequestURI().split("/");
      HttpHeaders headers = new HttpHeaders();
      headers.setContentType(MediaType.TEXT_PLAIN);
      headers.setContentLength(1_000);
      ResponseEntity<?> half =
          new ResponseEntity<>("x", headers, HttpStatus.CREATED) {
            @Override
            public String getBody() {
              fail(how[how.length - 1]);
              return "x";
            }
          };
      return switch (how[2]) {
        case "later" -> CompletableFuture.supplyAsync(() -> half, LATER);
        case "never" ->
            CompletableFuture.runAsync(() -> fail(how[3]), LATER).thenApply(ended -> half);
        default -> CompletableFuture.completedFuture(half);
      };
    }

    private static void fail(String how) {
      switch (how) {
        case "unavailable" ->
            throw new TemporarilyUnavailableException("Not now.", new IOException("for a test"));
        case "unexpected" -> throw new IllegalStateException("for a test");
        default -> throw new NoClassDefFoundError("for a test");
      }
    }
  }

  /** Answers when the test says so, and waits until then with a thread or without. */
  @TestConfiguration(proxyBeanMethods = false)
  static class Waiting implements FastPathRoute {
    private final AtomicInteger begun = new AtomicInteger();
    private volatile CompletableFuture<ResponseEntity<?>> answer = new CompletableFuture<>();

    void again() {
      begun.set(0);
      answer = new CompletableFuture<>();
    }

    void answerAll() {
      answer.complete(ResponseEntity.ok("x".getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public String pathPattern() {
      return "/waiting";
    }

    @Override
    public boolean matches(String method, String path, @Nullable String contentType) {
      return path.equals("/waiting");
    }

    @Override
    public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request) {
      begun.incrementAndGet();
      return answer;
    }
  }

  /** Holds an HTTP thread until the test says so. */
  @RestController
  static class Holding {
    private final AtomicInteger threads = new AtomicInteger();
    private final CountDownLatch free = new CountDownLatch(1);

    @GetMapping("/holding")
    ResponseEntity<?> hold() throws InterruptedException {
      threads.incrementAndGet();
      free.await();
      return ResponseEntity.ok().build();
    }
  }
}
