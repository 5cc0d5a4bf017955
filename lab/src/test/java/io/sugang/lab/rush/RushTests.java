package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.sugang.lab.loadgen.Schedule;
import io.sugang.lab.signin.StudentSessions;
import io.sugang.servers.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver against doubles of the service that answer, stall, or break the connection. */
class RushTests {
  private static final Dataset DATASET =
      new Dataset(
          LongStream.rangeClosed(1, 500).toArray(), LongStream.rangeClosed(1, 20).toArray());
  private static final Schedule CLOSED = new Schedule.ClosedLoop();

  @TempDir Path folder;

  private Map<String, String> environment = Map.of();
  private final Tally tally = new Tally();
  private final CountDownLatch released = new CountDownLatch(1);
  private AutoCloseable target = () -> {};

  @AfterEach
  void stopTarget() throws Exception {
    released.countDown();
    target.close();
  }

  @Test
  void sendsEveryRequestOnceAndKeepsEveryAnswer() throws Exception {
    Set<String> bodies = ConcurrentHashMap.newKeySet();
    AtomicInteger received = new AtomicInteger();
    URI server =
        serve(exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          int number = received.incrementAndGet();
          if (number % 2 == 0) {
            answer(exchange, 201, "{\"enrollmentId\":" + number + ",\"studentId\":1}");
          } else {
            answer(exchange, 409, "{\"code\":\"COURSE_FULL\",\"detail\":{\"code\":\"no\"}}");
          }
        });
    rush(server, 3_000, 50, CLOSED, Duration.ofSeconds(10)).run();
    assertThat(received).hasValue(3_000);
    assertThat(tally.kinds())
        .isEqualTo(
            Map.of(
                new Tally.AnswerKind(201, null), 1_500L,
                new Tally.AnswerKind(409, "COURSE_FULL"), 1_500L));
    RushDemand demand = new RushDemand(1, DATASET);
    assertThat(bodies)
        .isEqualTo(
            LongStream.range(0, 3_000)
                .mapToObj(demand::pair)
                .map(p -> "{\"studentId\":" + p.studentId() + ",\"courseId\":" + p.courseId() + "}")
                .collect(java.util.stream.Collectors.toSet()));
    assertThat(lines()).filteredOn(line -> line.contains("\"type\":\"answer\"")).hasSize(3_000);
  }

  @Test
  void eachRequestHasTheSessionOfItsStudent() throws Exception {
    environment = Map.of("SUGANG_SIGN_IN", "required", "SUGANG_SESSION_KEY", "k".repeat(32));
    Map<String, Set<String>> tokens = new ConcurrentHashMap<>();
    URI server =
        serve(exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
          tokens
              .computeIfAbsent(body.replaceFirst(",.*", ""), _ -> ConcurrentHashMap.newKeySet())
              .add(exchange.getRequestHeaders().getFirst("Authorization"));
          answer(exchange, 409, "{}");
        });
    rush(server, 2_000, 10, CLOSED, Duration.ofSeconds(10)).run();

    assertThat(tokens).hasSizeGreaterThan(400);
    // A student has one session, and no two students have the same.
    assertThat(tokens.values()).allSatisfy(own -> assertThat(own).hasSize(1));
    assertThat(tokens.values()).doesNotHaveDuplicates();
    // Of the student, whose id is in it: a role of one byte after three of the key.
    tokens.forEach((student, own) -> {
      var payload =
          ByteBuffer.wrap(Base64.getUrlDecoder().decode(own.iterator().next().split("\\.")[1]));
      assertThat(payload.get(3)).isEqualTo((byte) 1);
      assertThat("{\"studentId\":" + payload.getLong(4)).isEqualTo(student);
    });
  }

  @Test
  void aStallIsSeenByAllRequestsThatWereDueMeanwhile() throws Exception {
    // One connection at 200 per second; the server stands still for half a second after the first
    // ten.
    AtomicInteger received = new AtomicInteger();
    URI server =
        serve(exchange -> {
          if (received.incrementAndGet() == 10) {
            awaitStall(Duration.ofMillis(500));
          }
          answer(exchange, 409, "{\"code\":\"COURSE_FULL\"}");
        });
    rush(server, 150, 1, new Schedule.OpenLoop(200), Duration.ofSeconds(10)).run();
    // About a hundred requests were due during the stall. Counted from when they were sent only one
    // was slow.
    assertThat(slowerThanMillis(tally.latencyOfAll().sinceDue(), 100)).isGreaterThan(60);
    assertThat(slowerThanMillis(tally.latencyOfAll().sinceSent(), 100)).isBetween(1L, 5L);
    assertThat(tally.answers()).isEqualTo(150);
  }

  @Test
  void aRequestWithoutAnswerInTimeIsLostAndTheOthersGoOn() throws Exception {
    AtomicInteger received = new AtomicInteger();
    URI server =
        serve(exchange -> {
          if (received.incrementAndGet() == 1) {
            released.await();
          }
          answer(exchange, 409, "{\"code\":\"COURSE_FULL\"}");
        });
    rush(server, 20, 2, CLOSED, Duration.ofSeconds(4)).run();
    assertThat(tally.lost()).isEqualTo(1);
    assertThat(tally.refused()).isEqualTo(19);
    assertThat(lines())
        .filteredOn(line -> line.contains("\"status\":0"))
        .singleElement()
        .asString()
        .contains("no answer within");
  }

  @Test
  void aRefusedConnectionIsARequestWithoutAnswer() throws Exception {
    rush(URI.create("http://127.0.0.1:" + FreePort.find()), 6, 3, CLOSED, Duration.ofSeconds(5))
        .run();
    assertThat(tally.lost()).isEqualTo(6);
    assertThat(lines())
        .filteredOn(line -> line.contains("\"type\":\"answer\""))
        .hasSize(6)
        .allMatch(line -> line.contains("Connection refused") && line.contains("\"sentMicros\":0"));
  }

  @Test
  void aBrokenConnectionIsNotTriedAgainAndReplacedForTheNextRequest() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    target = socket;
    Thread.ofVirtual().start(() -> resetEverySecondConnection(socket, connections));
    rush(
            URI.create("http://127.0.0.1:" + socket.getLocalPort()),
            10,
            1,
            CLOSED,
            Duration.ofSeconds(5))
        .run();
    assertThat(connections).hasValue(10);
    assertThat(tally.lost()).isEqualTo(5);
    assertThat(tally.refused()).isEqualTo(5);
  }

  @Test
  void anEndedRunKeepsWhatWasSeenAndWhatWasUnderWay() throws Exception {
    AtomicInteger received = new AtomicInteger();
    URI server =
        serve(exchange -> {
          if (received.incrementAndGet() > 100) {
            released.await();
          }
          answer(exchange, 409, "{\"code\":\"COURSE_FULL\"}");
        });
    PreparedRush run = rush(server, 1_000_000, 10, CLOSED, Duration.ofSeconds(60));
    Thread ender =
        Thread.ofVirtual()
            .start(() -> {
              await().untilAsserted(() -> assertThat(received).hasValue(110));
              run.rush().end();
            });
    run.run();
    ender.join();
    assertThat(tally.refused()).isEqualTo(100);
    assertThat(tally.lost()).isEqualTo(10);
    assertThat(lines())
        .filteredOn(line -> line.contains("\"status\":0"))
        .hasSize(10)
        .allMatch(line -> line.contains("the run was ended before the answer came"));
    assertThat(lines().getLast()).contains("\"answers\":110");
  }

  @Test
  void endsAtOnceWhenUsersOnlyWaitForWhatIsDue() throws Exception {
    URI server = serve(exchange -> answer(exchange, 409, "{}"));
    PreparedRush run = rush(server, 1_000, 5, new Schedule.OpenLoop(0.01), Duration.ofSeconds(60));
    Thread ender =
        Thread.ofVirtual()
            .start(() -> {
              await().until(() -> tally.answers() == 1);
              run.rush().end();
            });
    run.run();
    ender.join();
    assertThat(tally.answers()).isEqualTo(1);
  }

  private record PreparedRush(Rush rush, Acknowledgements acknowledgements) {
    void run() throws Exception {
      try (acknowledgements) {
        acknowledgements.open();
        rush.run();
      }
    }
  }

  private PreparedRush rush(
      URI server, long count, int concurrency, Schedule schedule, Duration timeout)
      throws IOException {
    RunClock clock = RunClock.start();
    RushPlan plan = new RushPlan(server, count, concurrency, 1, schedule, timeout);
    Acknowledgements acknowledgements =
        new Acknowledgements(folder.resolve("acks.jsonl"), clock, tally::add);
    acknowledgements.begin(plan);
    return new PreparedRush(
        new Rush(
            plan,
            clock,
            new RushDemand(1, DATASET),
            new StudentSessions(environment),
            acknowledgements),
        acknowledgements);
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("acks.jsonl"));
  }

  private static long slowerThanMillis(org.HdrHistogram.Histogram micros, long millis) {
    return micros.getCountBetweenValues(millis * 1_000, micros.getHighestTrackableValue());
  }

  @FunctionalInterface
  private interface Answering {
    void handle(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private URI serve(Answering answering) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    HttpHandler handler =
        exchange -> {
          try (exchange) {
            answering.handle(exchange);
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        };
    server.createContext("/api/enrollments", handler);
    server.start();
    target = () -> server.stop(0);
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  // The stall is what is tested here: a server that stands still for a known time.
  private void awaitStall(Duration duration) throws InterruptedException {
    assertThat(released.await(duration.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
  }

  private static void resetEverySecondConnection(ServerSocket server, AtomicInteger connections) {
    byte[] answer =
        "HTTP/1.1 409 Conflict\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
            .getBytes(StandardCharsets.US_ASCII);
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        byte[] request = new byte[4096];
        int read = socket.getInputStream().read(request);
        if (read > 0 && connections.incrementAndGet() % 2 == 1) {
          // Linger 0: close sends a reset instead of a regular end.
          socket.setSoLinger(true, 0);
        } else {
          socket.getOutputStream().write(answer);
        }
      } catch (IOException closed) {
        return;
      }
    }
  }
}
