package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.lab.control.RecordedTestbed;
import io.sugang.lab.loadgen.CpuUse;
import io.sugang.lab.loadgen.LatencySummary;
import io.sugang.lab.loadgen.LoadFigures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** With doubles of the stack, which performs nothing, and of what sends the loads. */
class BenchSessionTests {
  private static final Build BUILD = new Build("present", "the working tree", true);
  private static final Build GO = new Build("before", "a plain Go service", false);
  private static final String COLD = "lock/none:cold:x1";
  private static final String WARM = "redis/none:x3";
  private static final String VERIFY = "verify redis";

  private final List<String> done = new ArrayList<>();
  private final StringWriter said = new StringWriter();
  private final RecordedTestbed testbed = new RecordedTestbed(done);
  private int warmUp;
  private List<Integer> connections = List.of(64);

  @Test
  void variantsTakeTurnsInEveryRepetition() throws Exception {
    BenchSession session = session(plan(BUILD, COLD + "," + WARM, LoadProfile.GET));
    session.repeat(1);
    session.repeat(2);
    assertThat(done.stream().filter(line -> line.startsWith("load ")))
        .containsExactly(
            "load GET student, closed",
            "load GET student, open, 1,000/s",
            "load GET student, open, 1,000/s",
            "load GET student, closed",
            "load GET student, open, 1,000/s",
            "load GET student, open, 1,000/s");
    assertThat(session.runs())
        .extracting(run -> run.variant() + " " + run.repetition())
        .containsExactly(" 1", COLD + " 1", WARM + " 1", " 2", COLD + " 2", WARM + " 2");
    assertThat(session.warnings()).isEmpty();
  }

  @Test
  void everyVariantStartsOnFreeSeatsAndIsStoppedBeforeTheNext() throws Exception {
    session(plan(BUILD, COLD + "," + WARM, LoadProfile.GET)).repeat(1);
    assertThat(done.subList(done.indexOf("stop-proxy-baseline") + 1, done.size()))
        .containsExactly(
            "reset 100",
            "seats",
            "start present 1 {SUGANG_SEAT_CONTROL=lock, SUGANG_STUDENT_CACHE=none, SUGANG_WARMUP=off}",
            "load GET student, open, 1,000/s",
            "settle",
            "stop",
            "reset 100",
            "seats",
            "start present 3 {SUGANG_SEAT_CONTROL=redis, SUGANG_STUDENT_CACHE=none}",
            "load GET student, open, 1,000/s",
            "settle",
            "stop");
  }

  @Test
  void seatsAreVerifiedAfterEachLoadThatEnrolledAndNotAfterReads() throws Exception {
    session(plan(BUILD, WARM, LoadProfile.GET, LoadProfile.FREE, LoadProfile.FULL)).repeat(1);
    assertThat(done.subList(done.indexOf("load GET student, open, 1,000/s"), done.size()))
        .containsExactly(
            "load GET student, open, 1,000/s",
            "settle",
            "load POST, seats free, open, 1,000/s",
            "settle",
            VERIFY,
            "delete enrollments 100",
            "rest",
            "load POST, courses full, open, 1,000/s",
            "settle",
            VERIFY,
            "stop");
  }

  @Test
  void eachLoadFindsPlansWithoutTheCoursesOfTheLoadsBeforeIt() throws Exception {
    warmUp = 1_000;
    session(plan(BUILD, WARM, LoadProfile.FREE, LoadProfile.FULL, LoadProfile.GET)).repeat(1);
    assertThat(done.subList(done.indexOf("warm up 3000"), done.size()))
        .containsExactly(
            "warm up 3000",
            VERIFY,
            "delete enrollments 100",
            "rest",
            "load POST, seats free, open, 1,000/s",
            "settle",
            VERIFY,
            "delete enrollments 100",
            "rest",
            "load POST, courses full, open, 1,000/s",
            "settle",
            VERIFY,
            "load GET student, open, 1,000/s",
            "settle",
            "stop");
  }

  @Test
  void anotherServiceDoesNotKeepOurRules() throws Exception {
    session(plan(GO, WARM + "," + COLD, LoadProfile.FREE)).repeat(1);
    assertThat(done).doesNotContain(VERIFY);
  }

  @Test
  void whatIsNotValidEndsItAtOnceAndWhatWasMeasuredIsKept() {
    testbed.fail("verify");
    BenchSession session = session(plan(BUILD, WARM + "," + COLD, LoadProfile.FREE));
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> session.repeat(1))
        .withMessageContaining("after redis/none:x3, POST, seats free: the verifier");
    assertThat(session.runs()).hasSize(2);
  }

  @Test
  void aFailureOfTheStackEndsIt() {
    testbed.fail("start present");
    assertThatIOException()
        .isThrownBy(() -> session(plan(BUILD, WARM, LoadProfile.GET)).repeat(1))
        .withMessageContaining("start present 3");
  }

  @Test
  void aWarmUpIsForEachInstanceAndItsEndIsTold() throws Exception {
    warmUp = 1_000;
    BenchSession session = session(plan(BUILD, WARM, LoadProfile.GET));
    session.repeat(1);
    assertThat(done).contains("warm up 3000");
    assertThat(done.indexOf(VERIFY))
        .isLessThan(done.lastIndexOf("load GET student, open, 1,000/s"));
    assertThat(session.warnings())
        .containsExactly("redis/none:x3: after 3,000 requests the instances were still compiling");
  }

  @Test
  void eachNumberOfConnectionsHasAClosedLoopOfItsOwn() throws Exception {
    connections = List.of(64, 512);
    session(plan(BUILD, WARM, List.of(Loop.CLOSED, Loop.OPEN), LoadProfile.GET)).repeat(1);
    assertThat(done)
        .filteredOn(step -> step.startsWith("load"))
        .containsExactly(
            "load GET student, closed",
            "load GET student, closed",
            "load GET student, closed, 512 connections",
            "load GET student, open, 1,000/s");
  }

  @Test
  void aLoopThatIsRepeatedIsATurnOfItsOwn() throws Exception {
    BenchPlan plan =
        plan(BUILD, WARM, List.of(Loop.OPEN, Loop.CLOSED, Loop.OPEN), LoadProfile.MIXED);
    BenchSession session = session(plan);
    session.repeat(1);
    assertThat(session.runs().stream().skip(1))
        .extracting(run -> run.turn().id())
        .containsExactly("open", "closed", "open 2");
    assertThat(plan.loadsThatTakeSeats()).isEqualTo(5);
    assertThat(
            plan(BUILD, WARM, plan.loops(), LoadProfile.FREE, LoadProfile.MIXED)
                .loadsThatTakeSeats())
        .isEqualTo(7);
  }

  private BenchPlan plan(Build build, String variants, LoadProfile... profiles) {
    return plan(build, variants, List.of(Loop.OPEN), profiles);
  }

  private BenchPlan plan(Build build, String variants, List<Loop> loops, LoadProfile... profiles) {
    return new BenchPlan(
        List.of(build),
        BenchArguments.variants(CommandSpec.create(), variants, List.of(1)),
        List.of(profiles),
        loops,
        2,
        6,
        1_000,
        connections,
        0,
        new DatasetSize(5_000, 500),
        warmUp,
        7);
  }

  private BenchSession session(BenchPlan plan) {
    return new BenchSession(
        plan, new Stack(testbed, new DatasetSize(5_000, 500)), new Loads(), new PrintWriter(said));
  }

  /** Sends nothing. */
  private final class Loads implements Instruments {
    @Override
    public Measurement measure(TestbedLoad load, boolean warm, int round) {
      done.add("load " + load.name());
      LatencySummary times = new LatencySummary(100, 1, 1, 1, 1);
      return new Measurement(
          new LoadFigures(100, 100, 0, 100, times, Map.of(200, times), 0),
          new CpuUse(1, Map.of(), 0, 0),
          0,
          Map.of(),
          Map.of(),
          1,
          100,
          Double.NaN,
          List.of());
    }

    @Override
    public WarmedUp warmUp(int connections, int requests, int mostRequests, Duration most) {
      done.add("warm up " + requests);
      return new WarmedUp(requests, false);
    }

    @Override
    public void settle(Measurement measurement) {
      done.add("settle");
    }

    @Override
    public void awaitRest() {
      done.add("rest");
    }

    @Override
    public void reset() {
      done.add("seats");
    }
  }
}
