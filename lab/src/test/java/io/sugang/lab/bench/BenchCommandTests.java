package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sugang.lab.control.TestbedAccess;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.options.Ranges;
import io.sugang.ops.workspace.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class BenchCommandTests {
  private final List<TestbedAccess.TestbedRequest> requests = new ArrayList<>();
  private final StringWriter said = new StringWriter();

  private int execute(String... arguments) {
    TestbedAccess access =
        (request, _) -> {
          requests.add(request);
          return 0;
        };
    var revisions = new Revisions(new Workspace(Path.of(".."), Map.of()));
    var command =
        new CommandLine(new BenchCommand(access, revisions, Map.of()))
            .setErr(new PrintWriter(said));
    Ranges.apply(command);
    return command.execute(arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "put",
        "get --repetitions",
        "get --seconds=31",
        "--repetitions=0",
        "--rate=0",
        "--rate fast",
        "--scale=9",
        "--scale=1,9",
        "--scale 1;3",
        "--scale 8 --warm-up 400000",
        "--connections=0",
        "--connections=64,4001",
        "--connections=64,",
        "--hot=101",
        "--students=100",
        "--courses=499",
        "--warm-up=-1",
        "--variants=redis",
        "--variants redis/none,lock/file",
        "--variants ,",
        "--cpus all",
        "--cpus 1-0",
        "--cpus 0,9999",
        "--against no-such-revision",
        "--set sugang_warmup=off",
        "--set SUGANG_STUDENT_CACHE=none",
        "--set MYSQL_PORT=3306",
        "--against HEAD --set MYSQL_PORT=3306",
        "--against plain-go --variants all",
        "--preset all",
        "--preset reads --rate 0",
        "--loops",
        "--loops both",
        "--loops open,open,open,open,open",
        "--variants redis/none:x9",
        "--minutes 5"
      })
  void whatMakesNoSenseIsRefusedBeforeAnythingRuns(String arguments) {
    assertThat(execute(arguments.split(" "))).isEqualTo(2);
    assertThat(said.toString()).contains("Usage: bench");
    assertThat(requests).isEmpty();
  }

  @Test
  void theTestbedIsToldWhatIsMeasured() {
    assertThat(
            execute(
                "get",
                "--students=6000",
                "--set",
                "SUGANG_HEAP=256m",
                "--set",
                "SUGANG_JAVA_OPTIONS=-XX:-UseSerialGC -XX:+UseParallelGC"))
        .isZero();
    assertThat(requests)
        .containsExactly(
            new TestbedAccess.TestbedRequest(
                "bench",
                6_000,
                500,
                "",
                new Comparison(
                    null,
                    List.of(
                        "SUGANG_HEAP=256m",
                        "SUGANG_JAVA_OPTIONS=-XX:-UseSerialGC -XX:+UseParallelGC"))));
  }

  @Test
  void theBuildsAreNamedBeforeTheyAreMeasured() {
    assertThat(named("get")).singleElement().asString().startsWith("present: the working tree (");
    assertThat(named("get", "--set", "SUGANG_HEAP=256m", "--set", "SUGANG_MYSQL_POOL=4"))
        .containsExactly(
            "before: the working tree", "after: with SUGANG_HEAP=256m SUGANG_MYSQL_POOL=4");
    assertThat(named("get", "--against", "plain-go"))
        .hasSize(2)
        .first()
        .isEqualTo("before: a plain Go service");
    assertThat(requests.getLast().comparison()).isEqualTo(new Comparison("plain-go", List.of()));
  }

  @Test
  void aRevisionIsNamedByItsCommit() {
    var revisions = new Revisions(new Workspace(Path.of(".."), Map.of()));
    String commit = revisions.commit("HEAD");
    assumeTrue(commit != null, "not in git");
    assertThat(named("get", "--against", "HEAD"))
        .hasSize(2)
        .first()
        .isEqualTo("before: " + revisions.title(commit));
    assertThat(requests.getLast().comparison()).isEqualTo(new Comparison("HEAD", List.of()));
  }

  @Test
  void settingsBesideARevisionAreThoseOfTheWorkingTree() {
    assertThat(named("get", "--against", "plain-go", "--set", "SUGANG_RULES=on").getLast())
        .startsWith("after: the working tree (")
        .endsWith(") with SUGANG_RULES=on");
    assertThat(requests.getLast().comparison())
        .isEqualTo(new Comparison("plain-go", List.of("SUGANG_RULES=on")));
  }

  /** Returns the lines about builds that the command writes to the terminal. */
  private List<String> named(String... arguments) {
    PrintStream terminal = System.out;
    var written = new ByteArrayOutputStream();
    System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      assertThat(execute(arguments)).isZero();
    } finally {
      System.setOut(terminal);
    }
    return written
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.matches("(present|before|after): .*"))
        .toList();
  }

  @Test
  void withoutAComparisonThereIsNone() {
    assertThat(execute("mixed")).isZero();
    assertThat(requests.getFirst().comparison()).isEqualTo(Comparison.NONE);
  }

  @Test
  void aPresetIsReplacedByOptions() {
    assertThat(execute("--preset", "reads")).isZero();
    assertThat(execute("mixed", "--preset", "start", "--loops", "open", "--variants", "all"))
        .isZero();
    assertThat(requests).hasSize(2);
  }

  @Test
  void allVariantsAreEachSeatControlWithEachCache() {
    assertThat(variants("all", 1))
        .extracting(Variant::id)
        .containsExactly(
            "redis/two-level",
            "redis/redis",
            "redis/none",
            "lock/two-level",
            "lock/redis",
            "lock/none");
    assertThat(variants("lock/none,redis/none,lock/none", 1))
        .extracting(Variant::id)
        .containsExactly("lock/none", "redis/none");
  }

  @Test
  void eachVariantIsMeasuredOnEachNumberOfInstances() {
    List<Variant> variants = variants("lock/none,redis/none", 1, 3);
    assertThat(variants)
        .extracting(Variant::id)
        .containsExactly("lock/none:x1", "lock/none:x3", "redis/none:x1", "redis/none:x3");
    assertThat(variants).extracting(Variant::instances).containsExactly(1, 3, 1, 3);
    assertThat(variants.getLast().configuration()).isEqualTo("redis/none");
    assertThat(variants("lock/none:x2", 1, 3)).extracting(Variant::instances).containsExactly(2);
  }

  private static List<Variant> variants(String text, Integer... scales) {
    return BenchArguments.variants(CommandSpec.create(), text, List.of(scales));
  }

  @Test
  void theCommandLineCanBeRepeated() {
    assertThat(BenchArguments.again(List.of("get", "--set", "A=b c", "it's"), Map.of()))
        .isEqualTo("./sugang bench get --set 'A=b c' 'it'\\''s'");
    assertThat(
            BenchArguments.again(
                List.of("get"), Map.of("SUGANG_RULES", "on", "SUGANG_HEAP", "256m")))
        .isEqualTo("SUGANG_RULES=on ./sugang bench get");
  }
}
