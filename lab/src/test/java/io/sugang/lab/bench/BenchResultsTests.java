package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sugang.lab.bench.BenchResults.ResultRow;
import io.sugang.lab.bench.Loop.Turn;
import io.sugang.lab.loadgen.CpuUse;
import io.sugang.lab.loadgen.LatencySummary;
import io.sugang.lab.loadgen.LoadFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchResultsTests {
  private static final Variant VARIANT = new Variant("redis/none", 1, "redis", "none", false);
  private static final Turn CLOSED = Turn.closed(64);
  private static final Turn OPEN = new Turn(Loop.OPEN, 512, 1);
  private static final Turn AGAIN = new Turn(Loop.OPEN, 512, 2);
  private static final Build BEFORE = new Build("before", "abc1234 Something", true);
  private static final Build AFTER = new Build("after", "these sources", true);

  @Test
  void aShareIsOfTheBaselineInTheSameRepetition() {
    // The machine is half as fast in the second repetition; the share tells nothing of it.
    BenchResults results =
        results(
            List.of(AFTER),
            List.of(
                baseline(1, reading(20_000, 1, 1)),
                measured(AFTER, CLOSED, 1, reading(8_000, 1, 5)),
                baseline(2, reading(10_000, 1, 1)),
                measured(AFTER, CLOSED, 2, reading(4_000, 1, 9))));
    ResultRow row = row(results, "after", CLOSED);
    assertThat(row.spread(Figure.PER_CPU).median()).isEqualTo(6_000);
    assertThat(row.spread(Figure.PER_CPU).least()).isEqualTo(4_000);
    assertThat(row.ofBaseline().least()).isEqualTo(0.4);
    assertThat(row.ofBaseline().most()).isEqualTo(0.4);
    assertThat(row.profile().wanted()).isEqualTo(0.55);
    assertThat(Figure.PER_CPU.of(results.baseline()).median()).isEqualTo(15_000);
    assertThat(row.micros(Figure.CPU_APP)).isCloseTo((125 + 250) / 2.0, within(1e-9));
  }

  @Test
  void theDriverIsNoPartOfTheService() {
    Measurement reading = reading(1_000, 0.5, 1);
    assertThat(reading.cpuSeconds(Measurement.DRIVER)).isEqualTo(3);
    assertThat(reading.requestsPerCpuSecond()).isEqualTo(2_000);
  }

  @Test
  void aBuildIsComparedWithTheOtherInTheSameRepetition() {
    BenchResults results =
        results(
            List.of(BEFORE, AFTER),
            List.of(
                baseline(1, reading(20_000, 1, 1)),
                measured(BEFORE, OPEN, 1, reading(1_000, 1, 10)),
                measured(AFTER, OPEN, 1, reading(1_500, 1, 5)),
                // the second repetition was broken off
                measured(AFTER, OPEN, 2, reading(9_000, 1, 1))));
    ResultRow row = row(results, "after", OPEN);
    assertThat(row.toFirst(Figure.PER_CPU).median()).isEqualTo(1.5);
    assertThat(row.toFirst(Figure.PER_CPU).values()).isEqualTo(1);
    assertThat(row.toFirst(Figure.P99).median()).isEqualTo(0.5);
    assertThat(row(results, "before", OPEN).toFirst(Figure.P99).median()).isEqualTo(1);
    assertThat(BenchTables.markdown(results))
        .contains("after (these sources) by before (abc1234 Something)")
        .contains("| redis/none | GET student | open | 1.500 | 0.500 | 0.500 |");
  }

  @Test
  void buildsTakeTurnsInWhoComesFirst() {
    BenchPlan plan = plan(List.of(BEFORE, AFTER));
    assertThat(plan.order(1)).containsExactly(BEFORE, AFTER);
    assertThat(plan.order(2)).containsExactly(AFTER, BEFORE);
  }

  @Test
  void theFirstSecondsAreComparedWithTheSameLoadLater() {
    List<Run> runs =
        List.of(
            measured(AFTER, OPEN, 1, reading(1_000, 1, 7)),
            measured(AFTER, AGAIN, 1, reading(1_000, 1, 2)));
    assertThat(BenchTables.markdown(results(List.of(AFTER), runs)))
        .contains("| redis/none | GET student | open | 3.50 | 0 | no |")
        .contains("| redis/none | GET student, again | 2.00 |");
    assertThat(row(results(List.of(AFTER), runs), "after", AGAIN).toLast(Figure.P99).median())
        .isEqualTo(1);
    List<Run> warm =
        List.of(
            measured(AFTER, OPEN, 1, reading(1_000, 1, 6)),
            measured(AFTER, AGAIN, 1, reading(1_000, 1, 2)));
    assertThat(BenchTables.markdown(results(List.of(AFTER), warm)))
        .contains("| redis/none | GET student | open | 3.00 | 0 | yes |");
    // Errors come quickly.
    List<Run> failing =
        List.of(
            measured(AFTER, OPEN, 1, failing(reading(1_000, 1, 2))),
            measured(AFTER, AGAIN, 1, reading(1_000, 1, 2)));
    assertThat(BenchTables.markdown(results(List.of(AFTER), failing)))
        .contains("| redis/none | GET student | open | 1.00 | 2 | no |");
    List<Run> brokenOff = List.of(measured(AFTER, OPEN, 1, reading(1_000, 1, 6)));
    assertThat(BenchTables.markdown(results(List.of(AFTER), brokenOff))).doesNotContain("| open |");
  }

  private static Measurement failing(Measurement reading) {
    LoadFigures figures = reading.figures();
    return new Measurement(
        new LoadFigures(
            figures.requests(),
            figures.expected() - 2,
            2,
            figures.perSecond(),
            figures.response(),
            figures.responseByStatus(),
            0),
        reading.cpu(),
        0,
        Map.of(),
        Map.of(),
        10,
        700,
        Double.NaN,
        List.of());
  }

  @Test
  void theTableHasWhatIsWantedBesideWhatIsThere() {
    String text =
        BenchTables.markdown(
            results(
                List.of(AFTER),
                List.of(
                    baseline(1, reading(20_000, 1, 1)),
                    measured(AFTER, CLOSED, 1, reading(8_000, 1, 5)))));
    assertThat(text)
        .contains("| proxy baseline | GET student | 20,000 | 1 |")
        .contains("| redis/none | GET student | 8,000 | 0.400 | 0.55 |")
        .contains("WARNING a warning of a test");
  }

  @Test
  void theFilesHoldTheFiguresAndWhatTheyWereMadeFrom(@TempDir Path folder) throws IOException {
    BenchFiles.write(
        results(
            List.of(AFTER),
            List.of(
                baseline(1, reading(20_000, 1, 1)),
                measured(AFTER, CLOSED, 1, reading(8_000, 1, 5)))),
        folder.resolve("new"));
    Path file = folder.resolve(BenchFiles.RUNS);
    List<CSVRecord> rows = Csv.read(file, BenchFiles.HEAD);
    assertThat(rows).hasSize(2);
    assertThat(rows.get(1).get("run")).isEqualTo("new");
    assertThat(rows.get(1).get("of_baseline")).isEqualTo("0.4");
    assertThat(rows.get(1).get("req_per_second")).isEqualTo("8000");
    assertThat(rows.get(1).get("warm_up")).isEqualTo("1000");
    assertThat(rows.get(1).get("instances")).isEqualTo("1");
    assertThat(rows.get(1).get("context_switches")).isEqualTo("2");
    assertThat(rows.get(1).get("claims_per_group")).isEqualTo("12.5");
    assertThat(rows.get(1).get("answers")).isEqualTo("200:8000:5");
    assertThat(folder.resolve("new").resolve(BenchFiles.TABLES)).isNotEmptyFile();
  }

  @Test
  void theCsvKeepsTheRowsOfEarlierCallsAndOneSetOfEachCall(@TempDir Path folder)
      throws IOException {
    BenchResults results =
        results(List.of(AFTER), List.of(measured(AFTER, CLOSED, 1, reading(8_000, 1, 5))));
    BenchFiles.write(results, folder.resolve("one"));
    BenchFiles.write(results, folder.resolve("two"));
    BenchFiles.write(results, folder.resolve("two"));
    assertThat(Csv.read(folder.resolve(BenchFiles.RUNS), BenchFiles.HEAD))
        .extracting(row -> row.get("run"))
        .containsExactly("one", "one", "two", "two");
  }

  @Test
  void rowsOfAnEarlierVersionAreKeptWithoutTheFiguresThatItDidNotMeasure(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve(BenchFiles.RUNS), "run,load\nold,get\n");
    BenchFiles.write(
        results(List.of(AFTER), List.of(measured(AFTER, CLOSED, 1, reading(8_000, 1, 5)))),
        folder.resolve("new"));
    List<CSVRecord> rows = Csv.read(folder.resolve(BenchFiles.RUNS), BenchFiles.HEAD);
    assertThat(rows).extracting(row -> row.get("run")).containsExactly("old", "new", "new");
    assertThat(rows.getFirst().get("load")).isEqualTo("get");
    assertThat(rows.getFirst().get("context_switches")).isEmpty();
  }

  @Test
  void theColumnsAreThoseOfTheCommittedRuns() throws IOException {
    try (var lines = Files.lines(Path.of("../docs/performance/runs.csv"))) {
      assertThat(lines.findFirst()).hasValue(String.join(",", BenchFiles.HEAD));
    }
  }

  private static ResultRow row(BenchResults results, String build, Turn turn) {
    return results.rows().stream()
        .filter(row -> row.build().id().equals(build) && row.turn().equals(turn))
        .findFirst()
        .orElseThrow();
  }

  private static BenchResults results(List<Build> builds, List<Run> measured) {
    return new BenchResults(
        "2026-03-01T09:00:00Z",
        "./sugang bench get",
        new Machine(2, "A processor", 8_000, "Linux 6.12", "25.0.3"),
        plan(builds),
        2,
        new ArrayList<>(measured),
        List.of("a warning of a test"));
  }

  private static BenchPlan plan(List<Build> builds) {
    return new BenchPlan(
        builds,
        List.of(VARIANT),
        List.of(LoadProfile.GET),
        List.of(Loop.CLOSED, Loop.OPEN, Loop.OPEN),
        2,
        6,
        2_000,
        List.of(64),
        0,
        new DatasetSize(5_000, 500),
        1_000,
        7);
  }

  private static Run measured(Build build, Turn turn, int repetition, Measurement reading) {
    return new Run(build.id(), VARIANT.id(), LoadProfile.GET, turn, repetition, reading);
  }

  private static Run baseline(int repetition, Measurement reading) {
    return new Run(BenchResults.BASELINE, "", LoadProfile.GET, CLOSED, repetition, reading);
  }

  private static Measurement reading(int answers, double cpu, double millis) {
    LatencySummary times = new LatencySummary(answers, millis, millis, millis, millis);
    return new Measurement(
        new LoadFigures(answers, answers, 0, answers, times, Map.of(200, times), 0),
        new CpuUse(1, Map.of("app", cpu, Measurement.DRIVER, 3.0), 0, 0),
        2L * answers,
        Map.of(),
        Map.of(),
        10,
        700,
        12.5,
        List.of());
  }
}
