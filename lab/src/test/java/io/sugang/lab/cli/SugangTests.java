package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.cli.Session;
import io.sugang.ops.cli.Sugang;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Help and refusals, in a clone where nothing runs. */
class SugangTests {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  // The words behind ./sugang, until a redirection or until what describes the example.
  private static final Pattern EXAMPLE =
      Pattern.compile("  (?:[A-Z_]+=\\S+ )?\\./sugang (\\S+(?: [^ >]\\S*)*)(?:  .*| >.*)?");

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @Test
  void withoutArgumentsItListsItsCommands() {
    assertThat(run(Map.of())).isZero();
    for (String command : commands()) {
      assertThat(text()).containsPattern("(?m)^  " + command + " ");
    }
    assertThat(text()).doesNotContain("generate-completion", "k6-program", "load-ngrinder");
  }

  /** All of the command line, hidden ones too; the empty one is the command line itself. */
  static Stream<String> allCommands() {
    return Stream.concat(Stream.of(""), registered().getSubcommands().keySet().stream());
  }

  private static CommandLine registered() {
    return everything().line();
  }

  private static Sugang everything() {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new Sugang(new Session(new Workspace(ROOT, Map.of()), Console.plain(nowhere, nowhere)));
  }

  @ParameterizedTest
  @MethodSource("allCommands")
  void helpShowsExamplesThatTheCommandLineAccepts(String command) {
    String[] help = command.isEmpty() ? new String[] {"--help"} : new String[] {command, "--help"};
    assertThat(run(Map.of(), help)).isZero();
    List<String> examples =
        text()
            .lines()
            .dropWhile(line -> !line.matches("Examples?:"))
            .skip(1)
            .takeWhile(line -> !line.isEmpty())
            .map(EXAMPLE::matcher)
            .filter(Matcher::matches)
            .map(example -> example.group(1))
            .toList();
    String name =
        command.isEmpty()
            ? ""
            : Objects.requireNonNull(registered().getSubcommands().get(command))
                .getCommandSpec()
                .name();
    assertThat(examples).as("examples of " + help[0]).isNotEmpty();
    assertThat(examples).allSatisfy(example -> assertThat(example).startsWith(name));
    for (String example : examples) {
      registered().parseArgs(everything().rewritten(example.split(" ")));
    }
  }

  static String[] commands() {
    return "up down status logs test spec verify rush load chaos bench reset import".split(" ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandDescribesItself(String command) {
    assertThat(run(Map.of(), command, "--help")).isZero();
    assertThat(text()).contains("Usage: ./sugang " + command);
    assertThat(run(Map.of(), "help", command)).isZero();
  }

  @Test
  void helpMayComeAfterAScenario() {
    assertThat(run(Map.of(), "load", "mixed", "--help")).isZero();
    assertThat(text()).contains("--ramp");
    assertThat(run(Map.of(), "load", "--ngrinder", "--help")).isZero();
    assertThat(text()).contains("--tps");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ups",
        "up --scale 0",
        "up --scale 21",
        "up --scale three",
        "up --scale",
        "up --port 70000",
        "up --native=yes",
        "up --docker --local",
        "down now",
        "status --all",
        "logs postgres",
        "logs -n many",
        "reset --students 5",
        "import",
        "import one two",
        "prune-events --days 0",
        "prune-events 400",
        "import docs --term 2027",
        "import docs --term 2027-MAY",
        "reset --data --courses -1",
        "reset --data --professors",
        "bench put",
        "bench get --repetitions",
        "bench --seconds 31",
        "bench --rate fast",
        "bench --scale=9",
        "bench --scale 8 --warm-up 400000",
        "bench --variants redis",
        "bench --variants redis/none,lock/file",
        "bench --variants ,",
        "bench --connections 0",
        "bench --hot 101",
        "bench --students 100",
        "bench --courses 499",
        "bench --cpus all",
        "bench --cpus 1-0",
        "bench --cpus 0,9999",
        "bench --against no-such-revision",
        "bench --set sugang_warmup=off",
        "bench --set SUGANG_STUDENT_CACHE=none",
        "bench --set MYSQL_PORT=3306",
        "bench --against plain-go --variants all",
        "bench --minutes 5",
        "bench --minutes=5",
        "bench --preset all",
        "experiments",
        "chaos redis-kiled",
        "chaos redis-killed --count 99",
        "chaos --count=1000001",
        "chaos --count",
        "chaos --clients many",
        "chaos --around 0",
        "chaos --seed -1",
        "chaos --scenario redis-killed",
        "chaos soak --minutes 1441",
        "soak --minutes 2",
        "load everything",
        "load mixed students",
        "load --rate 0",
        "load --rate fast",
        "load --rate=2000000",
        "load --rate",
        "load --minutes 0",
        "load --minutes -3",
        "load --minutes 1,5",
        "load --posts 101",
        "load --p95 0",
        "load --errors none",
        "load --tps 2000"
      })
  void isRefusedWithOneLine(String arguments) {
    assertThat(run(Map.of(), arguments.split(" "))).isEqualTo(2);
    assertThat(text()).startsWith("sugang: ").contains("./sugang").hasLineCount(1);
  }

  @Test
  void wrongSettingsAreRefusedBeforeAnythingStarts() {
    assertThat(run(Map.of("SUGANG_API_DOCS", "maybe"), "up", "--local")).isEqualTo(2);
    assertThat(text()).contains("SUGANG_API_DOCS is on or off, not 'maybe'");
    assertThat(run(Map.of("SUGANG_RATE_LIMIT", "x"), "up", "--local")).isEqualTo(2);
    assertThat(run(Map.of("SUGANG_PORT", "80800"), "up", "--local")).isEqualTo(2);
    assertThat(run(Map.of("SUGANG_START_SECONDS", "abc"), "up", "--local")).isEqualTo(2);
    assertThat(text())
        .endsWith(
            "sugang: up: SUGANG_START_SECONDS takes a number from 1 to 86400, not 'abc' (./sugang"
                + " up --help)\n");
    assertThat(folder.resolve(".env")).doesNotExist();
  }

  @Test
  void aNameThatTheLocaleCannotReadHasNoPassword() {
    Map<String, String> secret =
        Map.of("SUGANG_ACCOUNT_SECRET", "a secret of thirty-two characters");
    assertThat(run(secret, "accounts", "--staff", "\uFFFD\uFFFD")).isEqualTo(1);
    assertThat(text()).contains("LC_ALL=C.UTF-8").hasLineCount(1);
    assertThat(run(secret, "accounts", "--staff", "이지은")).isZero();
    assertThat(text()).startsWith("이지은\t");
  }

  @Test
  void theRetentionOfEventsIsASettingThatIsCheckedFirst() {
    assertThat(run(Map.of("SUGANG_AUDIT_RETENTION", "0"), "prune-events")).isEqualTo(1);
    assertThat(text())
        .isEqualTo("sugang: SUGANG_AUDIT_RETENTION takes a number from 1 to 36500, not '0'\n");
    assertThat(run(Map.of("SUGANG_AUDIT_RETENTION", "30"), "prune-events")).isEqualTo(1);
    assertThat(text()).isEqualTo("sugang: nothing runs here; start it with ./sugang up\n");
  }

  @Test
  void aNumberOutsideItsRangeNamesTheRange() {
    run(Map.of(), "up", "--scale", "three");
    assertThat(text())
        .isEqualTo(
            "sugang: up: --scale takes a number from 1 to 20, not 'three' (./sugang up --help)\n");
  }

  @Test
  void withoutAStackEachCommandNamesWhatStartsIt() {
    assertThat(run(Map.of(), "status")).isEqualTo(1);
    assertThat(text()).isEqualTo("nothing runs here; start it with ./sugang up\n");
    assertThat(run(Map.of(), "down")).isZero();
    for (String command : new String[] {"verify", "rush", "load", "chaos"}) {
      assertThat(run(Map.of(), command)).as(command).isEqualTo(2);
      assertThat(text()).isEqualTo("sugang: nothing runs here; start it with ./sugang up\n");
    }
    assertThat(run(Map.of(), "reset")).isEqualTo(1);
    assertThat(run(Map.of(), "logs")).isEqualTo(1);
    assertThat(text()).contains("there is no log of any part yet");
  }

  @Test
  void aReportBelongsIntoAFolderThatExists() {
    assertThat(run(Map.of(), "load", "--rate", "5", "--report", folder + "/none/report.html"))
        .isEqualTo(2);
    assertThat(text()).contains("--report needs a file in a folder that exists");
  }

  @Test
  void scenariosAreListedWithoutAStack() {
    assertThat(run(Map.of(), "chaos", "--seed", "5", "--list")).isZero();
  }

  @Test
  void oneCommandAtATime() throws Exception {
    Files.createDirectories(folder.resolve(".sugang"));
    try (var channel =
            FileChannel.open(
                folder.resolve(".sugang/lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      assertThat(run(Map.of(), "down")).isEqualTo(1);
      assertThat(text()).contains("another ./sugang command is at work here");
    }
  }

  @Test
  void nGrinderNamesWhatItLacks() {
    assertThat(run(Map.of(), "load", "--ngrinder", "--controller", "http://127.0.0.1:1"))
        .isEqualTo(2);
    assertThat(text()).contains("--target is needed");
    assertThat(run(Map.of(), "load", "--ngrinder", "--report", folder + "/none/report.md"))
        .isEqualTo(2);
    assertThat(text()).contains("folder that exists");
  }

  @Test
  void theCompletionIsGenerated() {
    assertThat(run(Map.of(), "generate-completion")).isZero();
    assertThat(text()).contains("complete -F");
  }

  private int run(Map<String, String> environment, String... arguments) {
    said.reset();
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    provideRateLimit();
    var session = new Session(new Workspace(folder, environment), Console.plain(out, out));
    var sugang = new Sugang(session);
    var writer = new PrintWriter(out, true);
    sugang.line().setOut(writer).setErr(writer);
    return sugang.execute(arguments);
  }

  private void provideRateLimit() {
    Path script = folder.resolve("nginx/rate-limit.sh");
    try {
      Files.createDirectories(script.getParent());
      Files.writeString(script, Files.readString(ROOT.resolve("nginx/rate-limit.sh")));
    } catch (IOException denied) {
      throw new UncheckedIOException(denied);
    }
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
