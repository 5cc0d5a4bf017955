package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.bench.Loop.Turn;
import io.sugang.lab.loadgen.CpuUse;
import io.sugang.lab.loadgen.LatencySummary;
import io.sugang.lab.loadgen.LoadFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionGuardTests {
  private static final String HEAD =
      "measured_at,commit,against,processor,get_us,get_times,full_us,full_times,free_us,free_times,mixed_us,mixed_times\n";
  private static final Variant VARIANT =
      new Variant("redis/two-level", 1, "redis", "two-level", false);
  private static final Turn FIRST = Turn.closed(64);
  private static final Turn SECOND = new Turn(Loop.CLOSED, 64, 2);

  @TempDir private Path folder;

  @Test
  void theLastRowIsTheRecordedCommit() throws IOException {
    assertThat(guard(HEAD).recorded()).isNull();
    assertThat(guard(HEAD + row("aaaaaaa", "") + row("bbbbbbb", "aaaaaaa")).recorded())
        .isEqualTo("bbbbbbb");
  }

  @Test
  void aLoadAboveTheLimitIsReportedByItsWarmedUpTurn() {
    StringWriter said = new StringWriter();
    RegressionGuard.report(
        results(
            run("before", LoadProfile.FREE, FIRST, 1),
            run("after", LoadProfile.FREE, FIRST, 9),
            run("before", LoadProfile.FREE, SECOND, 1.0),
            run("after", LoadProfile.FREE, SECOND, 1.2),
            run("before", LoadProfile.MIXED, SECOND, 1.0),
            run("after", LoadProfile.MIXED, SECOND, 1.05)),
        new PrintWriter(said, true));
    assertThat(said.toString().strip().lines())
        .containsExactly(
            "POST, seats free: 1.20 times the processor time of abc1234 Something."
                + " REGRESSION: more than 1.1 times",
            "mixed: 1.05 times the processor time of abc1234 Something");
  }

  @Test
  void aRowIsAppendedBehindThoseThatAreThere() throws IOException {
    RegressionGuard guard = guard(HEAD + row("aaaaaaa", ""));
    guard.record(
        results(
            run("before", LoadProfile.FREE, SECOND, 1), run("after", LoadProfile.FREE, SECOND, 2)),
        "bbbbbbb",
        "aaaaaaa");
    assertThat(Files.readString(file()))
        .isEqualTo(
            HEAD
                + row("aaaaaaa", "")
                + "2026-03-01T09:00:00Z,bbbbbbb,aaaaaaa,A processor,,,,,2000,2,,\n");
    assertThat(guard.recorded()).isEqualTo("bbbbbbb");
  }

  private static String row(String commit, String against) {
    return "2026-03-01T08:00:00Z,%s,%s,A processor,40,1,50,1,60,1,70,1\n"
        .formatted(commit, against);
  }

  private Path file() {
    return folder.resolve("guard.csv");
  }

  private RegressionGuard guard(String content) throws IOException {
    Files.writeString(file(), content);
    return new RegressionGuard(file());
  }

  private static BenchResults results(Run... runs) {
    return new BenchResults(
        "2026-03-01T09:00:00Z",
        "./sugang bench --preset guard",
        new Machine(2, "A processor", 8_000, "Linux 6.12", "25.0.3"),
        new BenchPlan(
            List.of(
                new Build("before", "abc1234 Something", true),
                new Build("after", "these sources", true)),
            List.of(VARIANT),
            List.of(LoadProfile.FREE, LoadProfile.MIXED),
            List.of(Loop.CLOSED, Loop.CLOSED),
            1,
            6,
            2_000,
            List.of(64),
            0,
            new DatasetSize(5_000, 500),
            0,
            7),
        1,
        new ArrayList<>(List.of(runs)),
        List.of());
  }

  private static Run run(String build, LoadProfile load, Turn turn, double cpu) {
    LatencySummary times = new LatencySummary(1_000, 1, 1, 1, 1);
    return new Run(
        build,
        VARIANT.id(),
        load,
        turn,
        1,
        new Measurement(
            new LoadFigures(1_000, 1_000, 0, 1_000, times, Map.of(201, times), 0),
            new CpuUse(1, Map.of("app", cpu), 0, 0),
            0,
            Map.of(),
            Map.of(),
            10,
            700,
            12,
            List.of()));
  }
}
