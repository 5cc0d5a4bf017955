package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sugang.lab.chaos.Attempt.AttemptKind;
import io.sugang.lab.control.Operation;
import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Course 1 had two seats, both are taken, and MySQL has a third one by now. */
class GateCapacitiesTests {
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger passes = new AtomicInteger(7);
  private int looksUntilSeen;
  private int passesPerQuestion;
  private boolean withMetrics = true;
  private final ScenarioContext context = TestContext.of(this::perform);
  private HttpServer instance;

  @BeforeEach
  void serveMetrics() throws IOException {
    instance = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    instance.createContext(
        "/actuator/prometheus",
        exchange -> {
          byte[] body =
              "sugang_reconciler_look_seconds_count %d\n"
                  .formatted(passes.getAndAdd(passesPerQuestion))
                  .getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    instance.start();
  }

  @AfterEach
  void stopServing() {
    instance.stop(0);
  }

  @Test
  void aChangeCountsFromWhenItIsAtTheGate() throws Exception {
    looksUntilSeen = 3;
    long before = System.nanoTime();
    await();
    assertThat(context.broken()).isEmpty();
    assertThat(untrueFull(before + 1, before + 2)).isZero();
    assertThat(untrueFull(System.nanoTime(), System.nanoTime() + 1)).isOne();
  }

  /** Other processes took the cores, and the reconciler needed more than the 3 s of before. */
  @Test
  void aReconcilerThatIsLateIsNoViolationBeforeItsPassesAreOver() throws Exception {
    looksUntilSeen = 10;
    long before = System.nanoTime();
    await();
    assertThat(context.broken()).isEmpty();
    assertThat(untrueFull(before + 1, before + 2)).isZero();
  }

  @Test
  void aGateThatKeepsTheOldCapacityAfterItsPassesBreaksThePromise() throws Exception {
    looksUntilSeen = Integer.MAX_VALUE;
    passesPerQuestion = 1;
    await();
    assertThat(context.broken())
        .containsExactly(
            "1 courses, e.g. 1, have another capacity at the gate than in MySQL, after 3 reconcile passes");
    assertThat(untrueFull(System.nanoTime(), System.nanoTime() + 1)).isOne();
  }

  @Test
  void whatTheLastPassLoadedIsSeen() throws Exception {
    looksUntilSeen = 1;
    passesPerQuestion = 3;
    await();
    assertThat(context.broken()).isEmpty();
  }

  @Test
  void withoutMetricsTheGateAloneIsRead() throws Exception {
    withMetrics = false;
    looksUntilSeen = 3;
    await();
    assertThat(context.broken()).isEmpty();
    assertThat(untrueFull(System.nanoTime(), System.nanoTime() + 1)).isOne();
  }

  private void await() throws Exception {
    long now = System.nanoTime();
    new GateCapacities(context, Duration.ZERO)
        .await(List.of(new GateCapacities.UnseenChange(1, 3, now, now)));
  }

  private String perform(Operation operation) throws Operator.Unsupported {
    if (operation.words().equals("management app-1")) {
      if (!withMetrics) {
        throw new Operator.Unsupported("not here");
      }
      return "127.0.0.1:" + instance.getAddress().getPort();
    }
    assertThat(operation.words()).isEqualTo("redis GET course:{1}:capacity");
    return looks.incrementAndGet() >= looksUntilSeen ? "3" : "2";
  }

  private int untrueFull(long start, long end) {
    List<Attempt> attempts = new ArrayList<>();
    attempts.add(attempt(1, Long.MIN_VALUE, Long.MIN_VALUE + 1, 201, null));
    attempts.add(attempt(2, Long.MIN_VALUE, Long.MIN_VALUE + 1, 201, null));
    attempts.add(attempt(3, start, end, 409, "COURSE_FULL"));
    List<EnrollmentRow> rows =
        List.of(new EnrollmentRow(1, 1, 1, false), new EnrollmentRow(2, 2, 1, false));
    HistoryChecker.Findings findings =
        new HistoryChecker(
                attempts,
                rows,
                context.capacities(),
                new RuleRefusals(new NoPlans(), new HistoryFacts(Set.of()), attempts, Set.of()),
                TestContext.facts(),
                null)
            .judge();
    return findings.counts().values().stream().mapToInt(count -> count).sum();
  }

  private static Attempt attempt(
      long student, long start, long end, int status, @Nullable String code) {
    return new Attempt(
        AttemptKind.ENROLL,
        new PlannedRequest(0, student, 1, PlannedRequest.Then.KEEP, false, false, true),
        "key-" + student,
        student,
        1,
        0,
        start,
        end,
        status,
        code,
        status == 201 ? student : 0,
        null);
  }
}
