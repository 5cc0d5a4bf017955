package io.sugang.server.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sugang.SugangApplication;
import io.sugang.http.RawHttp;
import io.sugang.rows.Rows;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.web.MockHttpServletRequest;

/** The same requests to an instance with a fast path and to one without, on the same data. */
@SugangTest
@Tag("extended")
class FastPathDisabledIntegrationTests {
  private static final long ID = 8_710_001;
  private static final long FULL = 8_710_002;
  private static final long UNKNOWN = 8_719_999;
  private static final String JSON = "application/json";

  private static @Nullable Instances disabled;
  private static int portWithout;

  @LocalServerPort private int port;

  @BeforeAll
  static void start(
      @Autowired JdbcTemplate jdbc,
      @Autowired MySqlDatabase database,
      @Autowired RedisServer redis) {
    Rows rows = new Rows(jdbc);
    rows.professor(ID, "Lee");
    rows.student(ID);
    rows.course(ID, "Without a fast path", "Physics", ID, 5);
    rows.course(FULL, "Without a fast path or seats", "Physics", ID, 0);
    Instances started =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            redis,
            "sugang.warmup.enabled=false",
            "sugang.fastpath.enabled=false");
    disabled = started;
    portWithout = started.baseUrls().getFirst().getPort();
    assertThat(
            started
                .contexts()
                .getFirst()
                .getBean(FastPathRoutes.class)
                .find(new MockHttpServletRequest("GET", "/api/students/" + ID)))
        .as("no route matches")
        .isNull();
  }

  @AfterAll
  static void stop() {
    if (disabled != null) {
      disabled.close();
    }
  }

  static Stream<Arguments> requests() {
    return Stream.of(
        arguments(200, get("/api/students/" + ID)),
        arguments(200, get("/api/students/" + ID + "?language=ko")),
        arguments(404, get("/api/students/" + UNKNOWN)),
        arguments(404, get("/api/students/9007199254740001")),
        arguments(400, get("/api/students/0")),
        arguments(400, get("/api/students/x")),
        arguments(
            406, get("/api/students/" + ID).replace("\r\n\r\n", "\r\nAccept: text/html\r\n\r\n")),
        arguments(405, "PUT /api/students/" + ID + " HTTP/1.1\r\nHost: test\r\n\r\n"),
        arguments(200, "HEAD /api/students/" + ID + " HTTP/1.1\r\nHost: test\r\n\r\n"),
        arguments(200, get("/api/students/" + ID + "/enrollments")),
        arguments(200, get("/api/courses?department=Physics&size=5")),
        arguments(200, get("/api/courses/" + FULL)),
        arguments(404, get("/api/enrollments/9000000000")),
        arguments(200, get("/problems/course-full")),
        arguments(404, get("/api/no-such-path")),
        arguments(409, post(JSON, "", body(ID, FULL))),
        arguments(409, post("application/json;charset=utf-8", "", body(ID, FULL))),
        arguments(409, post(JSON, "Idempotency-Key: one\r\n", body(ID, FULL))),
        arguments(404, post(JSON, "", body(ID, UNKNOWN))),
        arguments(404, post(JSON, "", body(UNKNOWN, ID))),
        arguments(404, post(JSON, "", body(9_007_199_254_740_001L, ID))),
        arguments(404, post(JSON, "", body(ID, 9_007_199_254_740_001L))),
        arguments(400, post(JSON, "", body(0, -1))),
        arguments(400, post(JSON, "", "{\"studentId\":1}")),
        arguments(400, post(JSON, "", "{\"studentId\":\"1\",\"courseId\":2}")),
        arguments(400, post(JSON, "", "{\"studentId\":1,\"courseId\":2,\"seat\":3}")),
        arguments(400, post(JSON, "", "{\"studentId\":1,\"studentId\":2}")),
        arguments(400, post(JSON, "", "{\"studentId\":99999999999999999999}")),
        arguments(400, post(JSON, "", "{\"studentId\":1,\"courseId\":2} {}")),
        arguments(400, post(JSON, "", "[]")),
        arguments(400, post(JSON, "", "null")),
        arguments(400, post(JSON, "", "{")),
        arguments(400, post(JSON, "", "")),
        arguments(400, post(JSON, "Idempotency-Key: two words\r\n", body(ID, ID))),
        arguments(400, post(JSON, "Idempotency-Key:\r\n", body(ID, ID))),
        arguments(
            400, post(JSON, "Idempotency-Key: one\r\nIdempotency-Key: two\r\n", body(ID, ID))),
        arguments(415, post("text/plain", "", body(ID, ID))),
        arguments(413, chunked("4400\r\n" + " ".repeat(0x4400) + "\r\n0\r\n\r\n")));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void anAnswerIsTheSameWithoutTheFastPath(int status, String request) {
    RawHttp.Answer without = RawHttp.send(portWithout, request);
    assertThat(without.status()).as(without.body()).isEqualTo(status);
    assertSame(RawHttp.send(port, request), without);
  }

  @Test
  void anEnrollmentIsTheSameWithoutTheFastPath() {
    String enroll = post(JSON, "Idempotency-Key: the-key\r\n", body(ID, ID));
    RawHttp.Answer with = RawHttp.send(port, enroll);
    assertThat(with.status()).as(with.body()).isEqualTo(201);
    assertSame(with, RawHttp.send(portWithout, enroll));
    assertSame(with, RawHttp.send(port, enroll));
    assertEnrolled();
    assertCancelled(with);

    RawHttp.Answer without = RawHttp.send(portWithout, enroll);
    assertThat(withoutNumbers(without)).isEqualTo(withoutNumbers(with));
    assertSame(without, RawHttp.send(port, enroll));
    assertEnrolled();
    assertCancelled(without);
  }

  private void assertEnrolled() {
    for (String held :
        new String[] {
          post(JSON, "", body(ID, ID)),
          post(JSON, "Idempotency-Key: the-key\r\n", body(ID, FULL)),
          get("/api/students/" + ID + "/enrollments"),
          get("/api/courses/" + ID)
        }) {
      assertSame(RawHttp.send(port, held), RawHttp.send(portWithout, held));
    }
  }

  private void assertCancelled(RawHttp.Answer enrolled) {
    String path = enrolled.header("Location");
    assertSame(RawHttp.send(port, get(path)), RawHttp.send(portWithout, get(path)));
    String cancel = "DELETE " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
    assertThat(RawHttp.send(portWithout, cancel).status()).isEqualTo(204);
    assertSame(RawHttp.send(port, cancel), RawHttp.send(portWithout, cancel));
  }

  private static void assertSame(RawHttp.Answer one, RawHttp.Answer other) {
    assertThat(headers(one)).isEqualTo(headers(other));
    assertThat(one.body()).isEqualTo(other.body());
  }

  private static String headers(RawHttp.Answer answer) {
    return answer.head().replaceAll("\r\nDate: [^\r]*", "");
  }

  private static String withoutNumbers(RawHttp.Answer answer) {
    return (headers(answer) + answer.body()).replaceAll("[0-9]+", "N");
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
  }

  private static String post(String type, String headers, String body) {
    return "POST /api/enrollments HTTP/1.1\r\nHost: test\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n%s"
        .formatted(type, body.length(), headers, body);
  }

  private static String chunked(String chunks) {
    return "POST /api/enrollments HTTP/1.1\r\n"
        + "Host: test\r\n"
        + "Content-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
        + chunks;
  }

  private static String body(long student, long course) {
    return "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course);
  }
}
