package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.tools.bench.TestbedLoad.TrafficKind;
import io.sugang.tools.control.Operator;
import io.sugang.tools.control.PipedOperator;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With a double of the script, which performs nothing, and of what sends the loads. */
class ExperimentSessionTests {
  private static final Variant COLD = new Variant("cold", "cold", 1, "lock", "none", false, false);
  private static final Variant WARM = new Variant("warm", "warm", 3, "redis", "none", true, false);
  private static final Variant KILLED =
      new Variant("killed", "killed", 3, "redis", "none", true, true);
  private static final Experiment READING =
      new Experiment(
          "get",
          "Reading",
          List.of(COLD, WARM),
          List.of(new TestbedLoad("r", "reads", TrafficKind.STUDENTS, 1)));
  private static final Experiment ENROLLING =
      new Experiment(
          "post",
          "Enrolling",
          List.of(WARM, KILLED),
          List.of(
              new TestbedLoad("won", "won", TrafficKind.FREE, 1),
              new TestbedLoad("full", "full", TrafficKind.FULL, 1)));
  private static final String COLD_START =
      "start present 1 SUGANG_SEAT_CONTROL=lock SUGANG_STUDENT_CACHE=none SUGANG_WARMUP=off";
  private static final String WARM_START =
      "start present 3 SUGANG_SEAT_CONTROL=redis SUGANG_STUDENT_CACHE=none SUGANG_WARMUP=on";
  private static final String VERIFY = "verify SUGANG_SEAT_CONTROL=redis";
  private static final long NEVER = Long.MAX_VALUE;

  private final List<String> done = new ArrayList<>();
  private final StringWriter said = new StringWriter();
  private String failing = "nothing";
  private long now;
  private Duration ofALoad = Duration.ZERO;
  private int kept;

  @Test
  void variantsTakeTurnsInEveryRepetition() throws Exception {
    ExperimentSession session = session(READING);
    session.run(2, NEVER, this::keep);
    assertThat(done.stream().filter(line -> line.startsWith("load ")))
        .containsExactly("load cold r 1", "load warm r 1", "load cold r 2", "load warm r 2");
    assertThat(session.runs()).extracting(Run::repetition).containsExactly(1, 1, 2, 2);
    assertThat(session.reached()).isEqualTo(2);
    assertThat(session.warnings()).isEmpty();
  }

  @Test
  void everyVariantStartsOnFreeSeatsAndIsStoppedBeforeTheNext() throws Exception {
    session(READING).run(1, NEVER, this::keep);
    assertThat(done)
        .containsExactly(
            "reset 100",
            "seats",
            COLD_START,
            "parts",
            "load cold r 1",
            "settle",
            "stop",
            "reset 100",
            "seats",
            WARM_START,
            "parts",
            "load warm r 1",
            "settle",
            "stop",
            "kept");
  }

  @Test
  void redisIsKilledUnderInstancesAsFreshAsTheOthers() throws Exception {
    session(ENROLLING).run(1, NEVER, this::keep);
    assertThat(done.subList(done.lastIndexOf("reset 100"), done.size()))
        .containsExactly(
            "reset 100",
            "seats",
            WARM_START,
            "parts",
            "kill redis",
            "parts",
            "load killed won 1",
            "settle",
            "load killed full 1",
            "settle",
            "start-redis",
            "parts",
            VERIFY,
            "stop",
            "kept");
  }

  @Test
  void seatsAreVerifiedAfterEachVariantThatEnrolledAndNotAfterReads() throws Exception {
    session(READING, ENROLLING).run(2, NEVER, this::keep);
    assertThat(done).filteredOn(VERIFY::equals).hasSize(4);
    for (int i = 0; i < done.size(); i++) {
      if (done.get(i).equals(VERIFY)) {
        assertThat(done.get(i + 1)).isEqualTo("stop");
      }
    }
    assertThat(done.subList(0, done.indexOf("load warm won 1"))).doesNotContain(VERIFY);
  }

  @Test
  void whatIsNotValidEndsItAtOnceAndWhatWasMeasuredIsKept() {
    failing = "verify";
    ExperimentSession session = session(ENROLLING);
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> session.run(3, NEVER, this::keep))
        .withMessageContaining("post, warm");
    assertThat(done.getLast()).isEqualTo("kept");
    assertThat(done).doesNotContain("load killed won 1");
    assertThat(session.runs()).hasSize(2);
    assertThat(session.reached()).isZero();
    assertThat(session.warnings())
        .singleElement()
        .asString()
        .contains("after 0 of 3 repetitions", "after post, warm: the verifier does not say valid");
  }

  @Test
  void aRepetitionThatWouldNotEndInTimeIsNotBegun() throws Exception {
    ofALoad = Duration.ofMinutes(5);
    ExperimentSession session = session(READING);
    // Two loads of five minutes: three times ten minutes do not fit.
    session.run(3, Duration.ofMinutes(29).toNanos(), this::keep);
    assertThat(session.reached()).isEqualTo(2);
    assertThat(session.asked()).isEqualTo(3);
    assertThat(session.runs()).hasSize(4);
    assertThat(session.warnings()).singleElement().asString().contains("2 of 3 repetitions");
    assertThat(said.toString()).contains("WARNING 2 of 3 repetitions");
    // After each repetition, and again with the warning.
    assertThat(kept).isEqualTo(3);
  }

  @Test
  void aRepetitionThatJustFitsIsMade() throws Exception {
    ofALoad = Duration.ofMinutes(5);
    ExperimentSession session = session(READING);
    session.run(3, Duration.ofMinutes(30).toNanos(), this::keep);
    assertThat(session.reached()).isEqualTo(3);
  }

  @Test
  void theFirstRepetitionIsMadeHoweverLongItTakes() throws Exception {
    ofALoad = Duration.ofMinutes(5);
    ExperimentSession session = session(READING);
    session.run(3, Duration.ofMinutes(1).toNanos(), this::keep);
    assertThat(session.reached()).isEqualTo(1);
    assertThat(session.runs()).hasSize(2);
  }

  @Test
  void aFailureOfTheStackKeepsTheRepetitionsBeforeIt() {
    ExperimentSession session = session(READING);
    assertThatIOException()
        .isThrownBy(() ->
            session.run(
                3,
                NEVER,
                () -> {
                  keep();
                  failing = "start";
                }))
        .withMessageContaining("start present 1");
    assertThat(session.reached()).isEqualTo(1);
    assertThat(session.runs()).hasSize(2);
    assertThat(kept).isEqualTo(2);
    assertThat(session.warnings()).singleElement().asString().contains("after 1 of 3 repetitions");
  }

  @Test
  void thePoolsAreMeasuredOnceAndKept() throws Exception {
    ExperimentSession session = session(Experiment.POOLS);
    session.run(3, NEVER, this::keep);
    assertThat(session.asked()).isEqualTo(1);
    assertThat(session.reached()).isEqualTo(1);
    assertThat(session.pools())
        .hasSize(Experiment.POOLS.variants().size() * Experiment.POOLS.loads().size());
    assertThat(session.warnings()).isEmpty();
    assertThat(done.getLast()).isEqualTo("kept");
  }

  private void keep() {
    kept++;
    done.add("kept");
  }

  private ExperimentSession session(Experiment... experiments) {
    return new ExperimentSession(
        List.of(experiments),
        new Stack(script(), new DatasetSize(5_000, 500)),
        new Loads(),
        () -> now,
        new PrintWriter(said));
  }

  /** Records each operation instead of performing it. */
  private Operator script() {
    PrintStream requests =
        new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            done.add(line.replaceFirst("^@op ", ""));
          }
        };
    BufferedReader replies =
        new BufferedReader(Reader.nullReader()) {
          @Override
          public String readLine() {
            String asked = done.getLast();
            if (asked.startsWith(failing)) {
              return "failed as it was told to";
            }
            return asked.equals("parts") ? "ok app=1 port=8080 management=9090" : "ok";
          }
        };
    return new PipedOperator(requests, replies);
  }

  /** Sends nothing, and lets time pass. */
  private final class Loads implements Instruments {
    @Override
    public Run run(Experiment experiment, Variant variant, TestbedLoad load, int repetition) {
      done.add("load %s %s %d".formatted(variant.id(), load.id(), repetition));
      now += ofALoad.toNanos();
      return Fixed.run(experiment, 0, load, repetition);
    }

    @Override
    public Run runPools(
        Experiment experiment, Variant variant, TestbedLoad load, List<PoolUse> pools) {
      pools.add(new PoolUse(variant.id(), load.id(), "mysql", 1, 1, 1, 10, 3, 4));
      return run(experiment, variant, load, 1);
    }

    @Override
    public void settle(Run run) {
      done.add("settle");
    }

    @Override
    public void reset() {
      done.add("seats");
    }
  }
}
