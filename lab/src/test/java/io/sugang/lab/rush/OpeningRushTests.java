package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.sugang.lab.loadgen.Schedule;
import io.sugang.lab.signin.StudentSessions;
import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A rush in front of a window, against a double of the service, which opens by its own clock. */
@Execution(ExecutionMode.CONCURRENT)
class OpeningRushTests {
  private static final Map<String, String> REQUIRED =
      Map.of("SUGANG_SIGN_IN", "required", "SUGANG_SESSION_KEY", "k".repeat(32));
  private static final long[] STUDENTS = LongStream.rangeClosed(2, 21).toArray();
  private static final long[] COURSES = LongStream.rangeClosed(1, 20).toArray();
  private static final int ROUNDS = 5;

  private record Press(long student, String token, Instant at) {}

  @TempDir Path folder;

  private final RunClock clock = RunClock.start();
  private final Tally tally = new Tally();
  private final Queue<Press> presses = new ConcurrentLinkedQueue<>();
  private final Set<Integer> connectedBefore = ConcurrentHashMap.newKeySet();
  private HttpServer server;
  private OpeningRush rush;

  @BeforeEach
  void begin() throws IOException {
    rush = rush();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  }

  private OpeningRush rush() {
    return new OpeningRush(
        clock, 7, opening(Instant.now().plusSeconds(4), 0), new Dataset(STUDENTS, COURSES));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void studentsPressBeforeAndAfterTheOpeningWithTheirOwnSessions() throws Exception {
    serve(Duration.ZERO);
    run(REQUIRED);
    // Students press in the half second before the opening, which a machine may pass in a pause.
    for (int round = 2; round <= ROUNDS && rush.tally().notOpenBefore() == 0; round++) {
      presses.clear();
      connectedBefore.clear();
      rush = rush();
      run(REQUIRED);
    }

    assertThat(presses)
        .extracting(Press::student)
        .containsOnly(LongStream.of(STUDENTS).boxed().toArray(Long[]::new));
    for (Press press : presses) {
      // No student presses long before the opening.
      assertThat(press.at()).isAfter(rush.opening().opensAt().minusMillis(501));
    }
    assertThat(presses.stream().map(Press::token).distinct())
        .hasSize(20)
        .allMatch(token -> token.startsWith("Bearer v1."));
    assertThat(connectedBefore).hasSize(20);
    assertThat(rush.tally().all().won()).isEqualTo(20L * OpeningRush.WISHES);
    assertThat(rush.tally().late()).isZero();
    assertThat(rush.tally().notOpenBefore()).isPositive();
    assertThat(rush.tally().firstSecond().getTotalCount()).isPositive();
    assertThat(print(0)).isZero();
  }

  @Test
  void aServiceThatOpensLateIsFound() throws Exception {
    serve(Duration.ofMillis(1_500));
    run(Map.of());

    assertThat(presses).extracting(Press::token).containsOnly("");
    assertThat(rush.tally().late()).isPositive();
    assertThat(print(0)).isEqualTo(rush.tally().late());
    assertThat(tally.won()).isEqualTo(20L * OpeningRush.WISHES);
  }

  @Test
  void enrollmentsBeforeTheOpeningAreFoundInTheRows() {
    assertThat(print(3)).isEqualTo(3);
  }

  @Test
  void wishesAreTheSameForASeedAndNoneIsTwice() {
    RushDemand demand = new RushDemand(7, rush.dataset());

    assertThat(demand.wishes(1, 6))
        .hasSize(6)
        .doesNotHaveDuplicates()
        .isEqualTo(new RushDemand(7, rush.dataset()).wishes(1, 6));
    assertThat(demand.wishes(2, 6)).isNotEqualTo(demand.wishes(1, 6));
    assertThat(demand.wishes(1, 100)).hasSize(20);
  }

  @Test
  void withoutStudentsOrCoursesItCannotBegin() {
    Opening opening = opening(Instant.now(), 0);
    Dataset empty = new Dataset(new long[0], COURSES);
    Dataset nothing = new Dataset(new long[] {2}, new long[0]);
    assertThatThrownBy(() -> new OpeningRush(clock, 7, opening, empty)).isInstanceOf(Failure.class);
    assertThatThrownBy(() -> new OpeningRush(clock, 7, opening, nothing))
        .isInstanceOf(Failure.class);
  }

  private static Opening opening(Instant opens, long early) {
    return new Opening(20261, opens, opens.plusSeconds(60), early);
  }

  private long print(long early) {
    var text = new StringWriter();
    long violations =
        new OpeningReport(opening(rush.opening().opensAt(), early), 20, rush.tally())
            .print(new PrintWriter(text));
    assertThat(text.toString()).contains("first full", "NOT_OPEN before");
    assertThat(text.toString().contains("on the wrong side")).isEqualTo(violations > 0);
    return violations;
  }

  private void run(Map<String, String> environment) throws Exception {
    URI target = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    Duration timeout = Duration.ofSeconds(10);
    RushPlan plan =
        new RushPlan(target, rush.requests(), 10, 7, new Schedule.ClosedLoop(), timeout);
    try (var acknowledgements =
        new Acknowledgements(
            folder.resolve("acks.jsonl"),
            clock,
            outcome -> {
              tally.add(outcome);
              rush.add(outcome);
            })) {
      acknowledgements.begin(plan);
      acknowledgements.open();
      Rush driver =
          new Rush(
              plan,
              clock,
              new RushDemand(7, rush.dataset()),
              new StudentSessions(environment),
              acknowledgements);
      driver.run(rush.students(driver, timeout));
    }
  }

  private void serve(Duration late) {
    server.createContext(
        "/clock",
        exchange -> {
          connectedBefore.add(exchange.getRemoteAddress().getPort());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.createContext(
        "/api/enrollments",
        exchange -> {
          Instant now = Instant.now();
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
          long student = Long.parseLong(body.replaceFirst(".*studentId\":([0-9]+).*", "$1"));
          String token = exchange.getRequestHeaders().getFirst("Authorization");
          presses.add(new Press(student, token == null ? "" : token, now));
          boolean open = !now.isBefore(rush.opening().opensAt().plus(late));
          byte[] answer =
              (open ? "{\"enrollmentId\":1}" : "{\"code\":\"NOT_OPEN\"}")
                  .getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(open ? 201 : 409, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }
}
