package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.acceptance.OwnInstance;
import io.sugang.servers.FreePort;
import io.sugang.servers.Instances;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The driver against a real instance. */
@Isolated("measures rates")
class LoadDriverIntegrationTests {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long[] STUDENTS = LongStream.rangeClosed(1, 200).toArray();

  @AutoClose
  private static final OwnInstance INSTANCE = OwnInstance.start(Instances.SHIPPED_LIMITS);

  @Test
  void withoutARateEveryConnectionAsksAgainWhenItWasAnswered() throws Exception {
    LoadFigures figures = run(new Schedule.ClosedLoop(), SECOND, reads(STUDENTS));
    assertThat(figures.statuses()).containsOnlyKeys(200);
    assertThat(figures.requests()).isGreaterThan(8);
    assertThat(figures.response().p50()).isPositive();
  }

  @Test
  void aRateIsWhatIsSentHoweverLongTheAnswersTake() throws Exception {
    LoadFigures figures = run(new Schedule.OpenLoop(150), SECOND.multipliedBy(2), reads(STUDENTS));
    assertThat(figures.requests()).isEqualTo(300);
    assertThat(figures.statuses()).isEqualTo(Map.of(200, 300));
    assertThat(figures.perSecond()).isBetween(75.0, 150.0);
  }

  @Test
  void aFrozenRedisShowsAsLatencyAndNotAsFewerRequests() throws Exception {
    // Reads wait for the cache before they go to MySQL; what was due meanwhile was due all the
    // same.
    INSTANCE.redis().pause();
    try {
      LoadFigures figures = run(new Schedule.OpenLoop(100), SECOND, reads(STUDENTS));
      assertThat(figures.requests()).isEqualTo(100);
      assertThat(figures.response().max()).isGreaterThan(100);
    } finally {
      INSTANCE.redis().resume();
    }
  }

  @Test
  void everySeatIsWonOnceAndThenAllAreRefused() throws Exception {
    long[] course = {7};
    long[] winners = LongStream.rangeClosed(1, 50).toArray();
    LoadFigures won =
        run(
            new Schedule.OpenLoop(50),
            SECOND,
            new FreeSeats(requests(), winners, course, new Popularity(1), 1));
    assertThat(won.statuses()).isEqualTo(Map.of(201, 50));
    assertThat(won.errors()).isZero();
    assertThat(
            INSTANCE
                .database()
                .jdbc()
                .queryForObject("SELECT enrolled FROM course WHERE course_id = 7", Integer.class))
        .isEqualTo(50);

    long[] others = LongStream.rangeClosed(51, 200).toArray();
    LoadFigures refused =
        run(
            new Schedule.OpenLoop(100),
            SECOND,
            new FullCourses(requests(), others, course, new Popularity(1), 1));
    assertThat(refused.statuses()).isEqualTo(Map.of(409, 100));
    assertThat(refused.errors()).isZero();
  }

  @Test
  void anAnswerThatTheLoadIsNotAboutIsAnError() throws Exception {
    LoadFigures figures =
        run(new Schedule.OpenLoop(50), SECOND, reads(new long[] {4_000_000_000L}));
    assertThat(figures.statuses()).isEqualTo(Map.of(404, 50));
    assertThat(figures.errors()).isEqualTo(50);
    assertThat(figures.perSecond()).isZero();
  }

  @Test
  void whoNeverAnswersIsWaitedForAsLongAsTheGraceAndNoLonger() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      LoadPlan plan =
          new LoadPlan(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), silent.getLocalPort()),
              4,
              2,
              new Schedule.OpenLoop(20),
              SECOND,
              Duration.ofMillis(200));
      Traffic traffic = reads(STUDENTS);
      LoadFigures figures = LoadFigures.of(LoadDriver.run(plan, traffic), plan);
      assertThat(figures.statuses()).isEqualTo(Map.of(0, 20));
      assertThat(figures.response().max()).isGreaterThanOrEqualTo(1_190);
      assertThat(figures.expected()).isZero();
    }
  }

  @Test
  void aServerThatIsNotThereIsToldAtOnce() throws Exception {
    LoadPlan plan = plan(FreePort.find(), new Schedule.ClosedLoop(), SECOND);
    assertThatIOException().isThrownBy(() -> LoadDriver.run(plan, reads(STUDENTS)));
  }

  private LoadFigures run(Schedule schedule, Duration length, Traffic traffic) throws Exception {
    LoadPlan plan = plan(INSTANCE.port(), schedule, length);
    return LoadFigures.of(LoadDriver.run(plan, traffic), plan);
  }

  private static LoadPlan plan(int port, Schedule schedule, Duration length) {
    return new LoadPlan(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        8,
        2,
        schedule,
        length,
        Duration.ofSeconds(15));
  }

  private StudentReads reads(long[] students) {
    return new StudentReads(requests(), students, 1);
  }

  private Requests requests() {
    return new Requests(INSTANCE.baseUrl());
  }
}
