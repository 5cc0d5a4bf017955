package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sugang.tools.bench.Measured.Loop;
import io.sugang.tools.bench.Results.Row;
import io.sugang.tools.loadgen.CpuUse;
import io.sugang.tools.loadgen.LoadFigures;
import io.sugang.tools.loadgen.Rate;
import io.sugang.tools.loadgen.Times;
import io.sugang.tools.testbed.DatasetSize;
import io.sugang.tools.testbed.Machine;
import io.sugang.tools.testbed.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultsTests {
  private static final Variant VARIANT = new Variant("redis", "none");
  private static final Build BEFORE = new Build("before", "abc1234 Something", true);
  private static final Build AFTER = new Build("after", "these sources", true);

  @Test
  void aShareIsOfTheCeilingInTheSameRepetition() {
    // The machine is half as fast in the second repetition; the share tells nothing of it.
    Results results =
        results(
            List.of(AFTER),
            List.of(
                Measured.ceiling(1, reading(20_000, 1, 1)),
                measured(AFTER, Loop.CLOSED, 1, reading(8_000, 1, 5)),
                Measured.ceiling(2, reading(10_000, 1, 1)),
                measured(AFTER, Loop.CLOSED, 2, reading(4_000, 1, 9))));
    Row row = row(results, "after", Loop.CLOSED);
    assertThat(row.perCpuSecond().median()).isEqualTo(6_000);
    assertThat(row.perCpuSecond().least()).isEqualTo(4_000);
    assertThat(row.ofCeiling().least()).isEqualTo(0.4);
    assertThat(row.ofCeiling().most()).isEqualTo(0.4);
    assertThat(row.wanted()).isEqualTo(0.55);
    assertThat(results.ceiling().median()).isEqualTo(15_000);
    assertThat(row.cpuMicros().app()).isCloseTo((125 + 250) / 2.0, within(1e-9));
  }

  @Test
  void theDriverIsNoPartOfTheService() {
    Measurement reading = reading(1_000, 0.5, 1);
    assertThat(reading.cpuSeconds(Measurement.DRIVER)).isEqualTo(3);
    assertThat(reading.requestsPerCpuSecond()).isEqualTo(2_000);
  }

  @Test
  void aBuildIsComparedWithTheOtherInTheSameRepetition() {
    Results results =
        results(
            List.of(BEFORE, AFTER),
            List.of(
                Measured.ceiling(1, reading(20_000, 1, 1)),
                measured(BEFORE, Loop.OPEN, 1, reading(1_000, 1, 10)),
                measured(AFTER, Loop.OPEN, 1, reading(1_500, 1, 5)),
                // the second repetition was broken off
                measured(AFTER, Loop.OPEN, 2, reading(9_000, 1, 1))));
    Row row = row(results, "after", Loop.OPEN);
    assertThat(row.toFirst().perCpuSecond().median()).isEqualTo(1.5);
    assertThat(row.toFirst().perCpuSecond().values()).isEqualTo(1);
    assertThat(row.toFirst().p99().median()).isEqualTo(0.5);
    assertThat(row(results, "before", Loop.OPEN).toFirst().p99().median()).isEqualTo(1);
    assertThat(Tables.markdown(results))
        .contains("after (these sources) by before (abc1234 Something)")
        .contains("| redis/none | GET student | open | 1.500 | 0.500 | 0.500 |");
  }

  @Test
  void buildsTakeTurnsInWhoComesFirst() {
    Plan plan = plan(List.of(BEFORE, AFTER));
    assertThat(plan.order(1)).containsExactly(BEFORE, AFTER);
    assertThat(plan.order(2)).containsExactly(AFTER, BEFORE);
  }

  @Test
  void theTableHasWhatIsWantedBesideWhatIsThere() {
    String text =
        Tables.markdown(
            results(
                List.of(AFTER),
                List.of(
                    Measured.ceiling(1, reading(20_000, 1, 1)),
                    measured(AFTER, Loop.CLOSED, 1, reading(8_000, 1, 5)))));
    assertThat(text)
        .contains("| ceiling | GET student | 20,000 | 1 |")
        .contains("| redis/none | GET student | 8,000 | 0.400 | 0.55 |")
        .contains("WARNING a warning of a test");
  }

  @Test
  void theFilesHoldTheFiguresAndWhatTheyWereMadeFrom(@TempDir Path folder) throws IOException {
    Output.write(
        results(
            List.of(AFTER),
            List.of(
                Measured.ceiling(1, reading(20_000, 1, 1)),
                measured(AFTER, Loop.CLOSED, 1, reading(8_000, 1, 5)))),
        folder.resolve("new"));
    JsonNode json =
        new JsonMapper().readTree(Files.readString(folder.resolve("new").resolve(Output.JSON)));
    assertThat(json.at("/rows/0/ofCeiling/median").asDouble()).isEqualTo(0.4);
    assertThat(json.at("/measured/1/reading/figures/expected").asInt()).isEqualTo(8_000);
    assertThat(json.at("/plan/warmUp").asInt()).isEqualTo(1_000);
    assertThat(folder.resolve("new").resolve(Output.TABLES)).isNotEmptyFile();
  }

  private static Row row(Results results, String build, Loop loop) {
    return results.rows().stream()
        .filter(row -> row.build().equals(build) && row.loop() == loop)
        .findFirst()
        .orElseThrow();
  }

  private static Results results(List<Build> builds, List<Measured> measured) {
    return Results.of(
        "2026-03-01T09:00:00Z",
        "./sugang bench get",
        new Machine(2, "A processor", 8_000, "Linux 6.12", "25.0.3"),
        plan(builds),
        2,
        new ArrayList<>(measured),
        List.of("a warning of a test"));
  }

  private static Plan plan(List<Build> builds) {
    return new Plan(
        builds,
        List.of(VARIANT),
        List.of(Demand.GET),
        1,
        2,
        6,
        2_000,
        64,
        0,
        new DatasetSize(5_000, 500),
        1_000,
        7);
  }

  private static Measured measured(Build build, Loop loop, int repetition, Measurement reading) {
    return new Measured(build.id(), VARIANT.id(), Demand.GET.id(), loop, repetition, reading, 700);
  }

  private static Measurement reading(int answers, double cpu, double millis) {
    Times times = new Times(answers, millis, millis, millis, millis, millis, millis);
    return new Measurement(
        new LoadFigures(
            answers,
            answers,
            0,
            Map.of(200, answers),
            new Rate(answers, answers, answers, answers),
            times,
            Map.of(200, times),
            times,
            0,
            0,
            List.of(),
            List.of()),
        new CpuUse(1, Map.of("app", cpu, Measurement.DRIVER, 3.0), 0, 0),
        Map.of(),
        Map.of(),
        List.of());
  }
}
