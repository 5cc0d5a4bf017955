package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.lab.k6.K6;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load with doubles of k6 and of the stack. */
class LoadRunTests {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

  @TempDir private Path folder;

  @Test
  void aLoadThatKeepsItsMarksPasses() throws Exception {
    Path report = folder.resolve("load.html");

    assertThat(load(0, 0, true, plan(10), report)).isZero();

    assertThat(text())
        .contains(
            "begins     500 courses with 25,000 seats, 7 of them free",
            "mixed at 50 per second for 0.2 min, after 10 s in which it rises, by k6 of this test, to http://127.0.0.1:8080",
            "k6 told it",
            "Seats\n",
            "the verifier told it\n",
            "report     " + report)
        .endsWith("PASSED\n");
    assertThat(Files.readString(folder.resolve("asked")))
        .contains(
            "TARGET=http://127.0.0.1:8080",
            "RATE=50",
            "SECONDS=12",
            "RAMP=10",
            "/scripts/mixed.js",
            "GOMAXPROCS=1");
    assertThat(report).hasContent("a page of k6, without a port: -1");
  }

  @Test
  void theRiseIsPartOfTheTime() {
    assertThat(plan(10).lasts()).isEqualTo(23);
    assertThat(plan(0).lasts()).isEqualTo(12);
  }

  @Test
  void theFullRateCanComeAtOnce() throws Exception {
    assertThat(load(0, 0, true, plan(0), null)).isZero();
    assertThat(text()).contains("at 50 per second for 0.2 min, by k6");
  }

  @Test
  void aMissedMarkFails() throws Exception {
    assertThat(load(99, 0, true, plan(0), null)).isEqualTo(1);
    assertThat(text()).endsWith("FAILED\n");
  }

  @Test
  void withoutAVerdictItIsUnknown() throws Exception {
    assertThat(load(0, 2, true, plan(0), null)).isEqualTo(2);
    assertThat(text()).contains("UNKNOWN");
  }

  @Test
  void aK6ThatEndsOtherwiseIsNoPass() {
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> load(107, 0, true, plan(0), null))
        .withMessage("k6 could not run it (status 107): the service is down");
  }

  @Test
  void aK6WithoutAResultIsNoPass() {
    assertThatExceptionOfType(Failure.class).isThrownBy(() -> load(0, 0, false, plan(0), null));
  }

  @Test
  void aMarkThatK6MissesInItsFiguresAloneFails() throws Exception {
    Files.writeString(folder.resolve("result"), "{\"passed\": false}");
    assertThat(run(0, 0).execute(plan(0), new FakeStack(false), null)).isEqualTo(1);
  }

  @Test
  void violatedSeatsFailALoadThatKeepsItsMarks() throws Exception {
    assertThat(load(0, 1, true, plan(0), null)).isEqualTo(1);
    assertThat(text()).endsWith("FAILED\n");
  }

  @Test
  void aVerifierThatCannotRunIsUnknown() throws Exception {
    assertThat(load(0, 125, true, plan(0), null)).isEqualTo(2);
  }

  @Test
  void aReportOfAnEarlierLoadIsNotShown() throws Exception {
    Files.writeString(folder.resolve("report.html"), "of yesterday");
    Files.writeString(folder.resolve("short"), "");

    assertThat(load(0, 1, true, plan(0), null)).as("the verdict stands").isEqualTo(1);
    assertThat(text()).doesNotContain("  report ").endsWith("FAILED\n");
  }

  @Test
  void aReportThatCannotBeWrittenLeavesTheVerdict() throws Exception {
    Path missing = folder.resolve("missing").resolve("load.html");
    assertThat(load(0, 0, true, plan(10), missing)).isZero();
    assertThat(text()).endsWith("PASSED\n");
  }

  @Test
  void withoutMysqlNothingIsSent() {
    var stack = new FakeStack(true);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> run(0, 0).execute(plan(0), stack, null))
        .withMessage("MySQL does not answer how many seats are free: ./sugang status");
    assertThat(folder.resolve("asked")).doesNotExist();
  }

  private int load(
      int k6, int verifier, boolean result, LoadRun.LoadOptions plan, @Nullable Path report)
      throws IOException {
    if (result) {
      Files.writeString(folder.resolve("result"), "{\"passed\": %b}".formatted(k6 == 0));
    }
    return run(k6, verifier).execute(plan, new FakeStack(false), report);
  }

  private LoadRun run(int k6Ends, int verifierEnds) {
    Path program = folder.resolve("k6");
    try {
      Files.writeString(
          program,
          """
          #!/bin/bash
          cd "${0%%/*}"
          { printf '%%s\\n' "$@"; echo "GOMAXPROCS=$GOMAXPROCS"; } >asked
          for word in "$@"; do [[ $word != OUT=* ]] || out=${word#OUT=}; done
          [[ ! -e result ]] || { cp result "$out/result.json"; echo "k6 told it" >"$out/result.txt"; }
          [[ -e short ]] || printf 'a page of k6, without a port: %%s' "$K6_WEB_DASHBOARD_PORT" >"$K6_WEB_DASHBOARD_EXPORT"
          echo 'level=error msg="test aborted: the service is down"' >&2
          exit %d
          """
              .formatted(k6Ends));
    } catch (IOException denied) {
      throw new java.io.UncheckedIOException(denied);
    }
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new LoadRun(
        Console.plain(out, out),
        new K6(List.of(program.toString()), "k6 of this test", "/scripts", "http://127.0.0.1:8080"),
        folder,
        folder.resolve("k6.log"),
        () -> {
          out.println("the verifier told it");
          return verifierEnds;
        });
  }

  private static LoadRun.LoadOptions plan(int ramp) {
    return new LoadRun.LoadOptions("mixed", 50, 0.2, ramp, 50, null, false, 200, 500, 0, 0.1);
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }

  /** A stack whose MySQL tells its seats, or fails. */
  private record FakeStack(boolean fails) implements RunningStack {
    @Override
    public String mode() {
      return "local";
    }

    @Override
    public int scale() {
      return 3;
    }

    @Override
    public String url() {
      return "http://127.0.0.1:8080";
    }

    @Override
    public String sql(MysqlAccount account, String sql) {
      assertThat(account).isEqualTo(MysqlAccount.OWNER);
      assertThat(sql).startsWith("SELECT CONCAT");
      if (fails) {
        throw new Failure("gone");
      }
      return "500 courses with 25,000 seats, 7 of them free\n";
    }

    @Override
    public String redis(String... arguments) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String redisLines(List<String> commands) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int verifyQuietly() {
      throw new UnsupportedOperationException();
    }
  }
}
