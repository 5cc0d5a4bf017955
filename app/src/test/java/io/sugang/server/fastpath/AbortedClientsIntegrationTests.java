package io.sugang.server.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.server.tomcat.RequestLoopWaits;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Clients that reset their connection at any moment of a request. There are more of them than
 * permits, so a permit that one of them takes along is missed.
 */
@ExtendWith(RequestLoopWaits.class)
@SugangTest(
    properties = {
      "sugang.fastpath.under-way=" + AbortedClientsIntegrationTests.PERMITS,
      "sugang.fastpath.in-place=on"
    })
@Tag("extended")
class AbortedClientsIntegrationTests {
  static final int PERMITS = 16;
  private static final int CLIENTS = 3 * PERMITS;
  private static final int SEATS = 20;
  private static final long FIRST = 8_950_000;
  private static final Duration SOON = Duration.ofSeconds(30);

  @Autowired private JdbcTemplate jdbc;
  @Autowired private RedisServer redis;
  @Autowired private MySqlDatabase database;
  @Autowired private MeterRegistry meters;
  @LocalServerPort private int port;

  @BeforeAll
  static void students(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    rows.professor(FIRST, "Lee");
    for (int i = 0; i < CLIENTS; i++) {
      rows.student(FIRST + i);
    }
    // A course for each test, because each fills its own.
    for (int course = 1; course <= 3; course++) {
      rows.course(FIRST + course, "Aborted " + course, "Physics", FIRST, SEATS);
    }
  }

  @BeforeEach
  void nothingIsUnderWay() {
    awaitEnd();
  }

  @Test
  void anAbortBeforeTheAnswerReturnsThePermit() throws Exception {
    long course = FIRST + 1;
    List<Socket> clients = new ArrayList<>();
    try (HeldCourse held = new HeldCourse(database, course)) {
      for (int i = 0; i < PERMITS; i++) {
        clients.add(send(enrollment(FIRST + i, course)));
      }
      await().atMost(SOON).until(() -> underWay() == PERMITS);
      for (Socket client : clients) {
        abort(client);
      }
      held.release();
    }
    awaitEnd();
    assertSeatsAreExact(course);
  }

  @Test
  void anAbortAtAnyMomentOfAnEnrollmentReturnsThePermit() throws Exception {
    long course = FIRST + 2;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 10; round++) {
        List<Future<?>> aborted = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          String request = enrollment(FIRST + i, course);
          aborted.add(
              threads.submit(() -> {
                // From half of the body that is missing to an answer that is on its way.
                int bytes =
                    ThreadLocalRandom.current().nextInt(request.length() / 2, 2 * request.length());
                Socket client = send(request.substring(0, Math.min(bytes, request.length())));
                spin(ThreadLocalRandom.current().nextLong(5_000_000));
                abort(client);
                return null;
              }));
        }
        for (Future<?> one : aborted) {
          one.get();
        }
      }
    }
    awaitEnd();
    assertSeatsAreExact(course);
  }

  @Test
  void anAbortWhileTheAnswerIsWrittenReturnsThePermit() throws Exception {
    // More than the buffers of both sides hold: the last answers cannot be written.
    String reads =
        ("GET /api/students/" + FIRST + " HTTP/1.1\r\nHost: test\r\n\r\n").repeat(20)
            + "GET /api/courses?size=100 HTTP/1.1\r\nHost: test\r\n\r\n".repeat(200);
    String mixed = enrollment(FIRST, FIRST + 3).repeat(50) + reads;
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Socket client = new Socket();
      client.setReceiveBufferSize(1_024);
      connect(client);
      clients.add(client);
      write(client, i % 2 == 0 ? reads : mixed);
    }
    for (Socket client : clients) {
      // The beginning of an answer, so that the next ones are being written.
      assertThat(client.getInputStream().read()).isEqualTo('H');
      abort(client);
    }
    awaitEnd();
    assertSeatsAreExact(FIRST + 3);
  }

  /** All permits are back, and requests are answered as ever. */
  private void awaitEnd() {
    await("permits").atMost(SOON).until(this::underWay, inFlight -> inFlight == 0);
    await("threads")
        .atMost(SOON)
        .until(() -> gauge("sugang.admission.waiting"), waiting -> waiting == 0);
    await().atMost(SOON).until(() -> gauge("sugang.ledger.queue") == 0);
    assertThat(new Api(port).get("/api/students/" + FIRST).statusCode()).isEqualTo(200);
  }

  /** Fills the course, and compares rows, counter and gate. */
  private void assertSeatsAreExact(long course) {
    Api api = new Api(port);
    for (int i = 0; i < CLIENTS; i++) {
      api.postJson("/api/enrollments", body(FIRST + i, course));
    }
    assertThat(number("SELECT COUNT(*) FROM enrollment WHERE course_id = " + course))
        .isEqualTo(SEATS);
    assertThat(number("SELECT enrolled FROM course WHERE course_id = " + course)).isEqualTo(SEATS);
    String keys = "course:{" + course + "}:";
    try (RedisAdministrator administrator = redis.administrator()) {
      await()
          .atMost(SOON)
          .untilAsserted(() -> {
            assertThat(administrator.commands().hlen(keys + "pending")).isZero();
            assertThat(administrator.commands().scard(keys + "students")).isEqualTo(SEATS);
          });
    }
  }

  private long number(String sql) {
    Long value = jdbc.queryForObject(sql, Long.class);
    return value == null ? -1 : value;
  }

  private double underWay() {
    return gauge("sugang.fastpath.under.way");
  }

  private double gauge(String name) {
    return meters.get(name).gauge().value();
  }

  private Socket send(String request) throws IOException {
    Socket client = new Socket();
    connect(client);
    write(client, request);
    return client;
  }

  private void connect(Socket client) throws IOException {
    client.setSoTimeout(15_000);
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  private static void write(Socket client, String request) throws IOException {
    client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  /** Varies the moment of the abort; nothing is awaited by it. */
  private static void spin(long nanos) {
    long since = System.nanoTime();
    while (System.nanoTime() - since < nanos) {
      Thread.onSpinWait();
    }
  }

  /** Sends a reset, not an end. */
  private static void abort(Socket client) throws IOException {
    client.setSoLinger(true, 0);
    client.close();
  }

  private static String enrollment(long student, long course) {
    String body = body(student, course);
    return "POST /api/enrollments HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(body.length(), body);
  }

  private static String body(long student, long course) {
    return "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course);
  }
}
