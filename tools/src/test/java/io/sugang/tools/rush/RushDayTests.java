package io.sugang.tools.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.sugang.tools.loadgen.Schedule;
import io.sugang.tools.signin.StudentSessions;
import io.sugang.tools.workspace.Failure;
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
import java.util.List;
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

/** A day of two grades against a double of the service, which opens by its own clock. */
@Execution(ExecutionMode.CONCURRENT)
class RushDayTests {
  private static final Map<String, String> REQUIRED =
      Map.of("SUGANG_SIGN_IN", "required", "SUGANG_SESSION_KEY", "k".repeat(32));
  private static final long[] COURSES = LongStream.rangeClosed(1, 20).toArray();

  private record Press(long student, String token, Instant at) {}

  @TempDir Path folder;

  private final RunClock clock = RunClock.start();
  private final Tally tally = new Tally();
  private final Queue<Press> presses = new ConcurrentLinkedQueue<>();
  private final Set<Integer> connectedBefore = ConcurrentHashMap.newKeySet();
  private HttpServer server;
  private RushDay day;

  @BeforeEach
  void begin() throws IOException {
    Instant first = clock.startedAt().plusSeconds(4);
    day =
        new RushDay(
            clock,
            7,
            List.of(opening(4, first), opening(3, first.plusSeconds(2))),
            List.of(new long[] {1, 2, 3}, new long[] {11, 12}),
            COURSES);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void gradesPressBeforeAndAfterTheirOwnOpeningWithTheirOwnSessions() throws Exception {
    serve(Duration.ZERO);
    run(REQUIRED);

    assertThat(presses).extracting(Press::student).containsOnly(1L, 2L, 3L, 11L, 12L);
    for (Press press : presses) {
      // No student presses long before the opening of its window.
      assertThat(press.at()).isAfter(opens(press.student()).minusMillis(501));
    }
    assertThat(presses.stream().map(Press::token).distinct())
        .hasSize(5)
        .allMatch(token -> token.startsWith("Bearer v1."));
    assertThat(connectedBefore).hasSize(5);
    for (RushDay.Grade grade : day.grades()) {
      int students = grade.students().length;
      assertThat(grade.tally().all().won()).isEqualTo(students * (long) RushDay.WISHES);
      assertThat(grade.tally().late()).isZero();
    }
    assertThat(day.grades()).anyMatch(grade -> grade.tally().notOpenBefore() > 0);
    assertThat(day.grades()).anyMatch(grade -> grade.tally().firstSecond().getTotalCount() > 0);
    assertThat(print(0)).isZero();
  }

  @Test
  void aServiceThatOpensLateIsFound() throws Exception {
    serve(Duration.ofMillis(1_500));
    run(Map.of());

    assertThat(presses).extracting(Press::token).containsOnly("");
    assertThat(day.grades()).allSatisfy(grade -> assertThat(grade.tally().late()).isPositive());
    long late = day.grades().stream().mapToLong(grade -> grade.tally().late()).sum();
    assertThat(print(0)).isEqualTo(late);
    assertThat(tally.won()).isEqualTo(5L * RushDay.WISHES);
  }

  @Test
  void enrollmentsBeforeTheOpeningAreFoundInTheRows() {
    assertThat(print(3)).isEqualTo(6);
  }

  @Test
  void wishesAreTheSameForASeedAndNoneIsTwice() {
    RushDemand demand = new RushDemand(7, day.dataset());

    assertThat(demand.wishes(1, 6))
        .hasSize(6)
        .doesNotHaveDuplicates()
        .isEqualTo(new RushDemand(7, day.dataset()).wishes(1, 6));
    assertThat(demand.wishes(2, 6)).isNotEqualTo(demand.wishes(1, 6));
    assertThat(demand.wishes(1, 100)).hasSize(20);
  }

  @Test
  void aDayWithoutStudentsOrCoursesCannotBegin() {
    List<DayOpening> one = List.of(opening(4, Instant.now()));
    assertThatThrownBy(() -> new RushDay(clock, 7, one, List.of(new long[0]), COURSES))
        .isInstanceOf(Failure.class);
    assertThatThrownBy(() -> new RushDay(clock, 7, one, List.of(new long[] {1}), new long[0]))
        .isInstanceOf(Failure.class);
  }

  private static DayOpening opening(int grade, Instant opens) {
    return new DayOpening(20261, grade, opens, opens.plusSeconds(60), 0);
  }

  private Instant opens(long student) {
    return day.grades().get(student > 10 ? 1 : 0).opening().opensAt();
  }

  private long print(long early) {
    var text = new StringWriter();
    long violations =
        new DayReport(day.grades())
            .print(
                new PrintWriter(text),
                day.grades().stream()
                    .map(RushDay.Grade::opening)
                    .map(o ->
                        new DayOpening(o.termId(), o.grade(), o.opensAt(), o.closesAt(), early))
                    .toList());
    assertThat(text.toString()).contains("grade 4  grade 3", "first full", "NOT_OPEN before");
    assertThat(text.toString().contains("on the wrong side")).isEqualTo(violations > 0);
    return violations;
  }

  private void run(Map<String, String> environment) throws Exception {
    URI target = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    Duration timeout = Duration.ofSeconds(10);
    RushPlan plan = new RushPlan(target, day.requests(), 10, 7, new Schedule.ClosedLoop(), timeout);
    try (var acknowledgements =
        new Acknowledgements(
            folder.resolve("acks.jsonl"),
            clock,
            outcome -> {
              tally.add(outcome);
              day.add(outcome);
            })) {
      acknowledgements.begin(plan);
      acknowledgements.open();
      Rush rush =
          new Rush(
              plan,
              clock,
              new RushDemand(7, day.dataset()),
              new StudentSessions(environment),
              acknowledgements);
      rush.run(day.students(rush, timeout));
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
          boolean open = !now.isBefore(opens(student).plus(late));
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
