package io.sugang.lab.cli;

import io.sugang.lab.local.ChromiumProgram;
import io.sugang.ops.build.Jdk;
import io.sugang.ops.cli.Session;
import io.sugang.ops.docker.Compose;
import io.sugang.ops.local.ServerPrograms;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the tests: checks of the scripts, the short checks of the model, mvn verify over all modules, and faults.",
      "They need real MySQL and Redis: in Docker if an engine has mysql:9, redis:8 and testcontainers/ryuk, otherwise local.",
      "SUGANG_TEST_SERVERS=docker or local overrides this. Further arguments go to Maven.",
      "Tests of the page need Chromium: that of SUGANG_CHROMIUM or of PATH, otherwise Debian's, fetched into .sugang."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:no test failed", "1:a test failed"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang test",
      "  ./sugang test --all      for a change of gate, ledger, reconciler, sign-in or page",
      "  ./sugang test -pl ops -am -Dtest=PortsTests -Dsurefire.failIfNoSpecifiedTests=false",
      "  ./sugang test -Dscreenshots.write -Dit.test=ScreenshotIntegrationTests -Dtest=None -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false"
    })
final class TestCommand implements Callable<Integer> {
  private static final Pattern SUMMARY =
      Pattern.compile("([0-9]+) passed, ([0-9]+) failed(?:, ([0-9]+) skipped)?");
  private static final List<String> SCRIPTS = List.of("k6/test", "docs/spec/test", "ngrinder/test");
  private static final List<String> WITH_STACK = List.of("local/stack-test");
  private static final List<String> MODULES =
      List.of("test-support", "verifier", "web", "ops", "lab", "app", "acceptance");

  @Option(
      names = "--all",
      description = {
        "The tests with the tag 'extended' too, and every scenario of faults that ends within a minute,",
        "in place of one of each kind.",
        "About 40 minutes more."
      })
  private boolean all;

  @Unmatched private List<String> mavenArguments = new ArrayList<>();

  private final Session session;
  private final Map<String, String> variables = new HashMap<>();
  private final List<String> failed = new ArrayList<>();
  private TestCounts counts = new TestCounts(0, 0, 0);

  /** The number of tests by result. */
  record TestCounts(int passed, int failed, int skipped) {
    TestCounts plus(TestCounts other) {
      return new TestCounts(passed + other.passed, failed + other.failed, skipped + other.skipped);
    }
  }

  TestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Console console = session.console();
    // Before the first check, because Maven needs it at the end.
    Jdk jdk = Jdk.current();
    try (var _ = CommandLock.take(session.workspace())) {
      Workspace.folder(session.workspace().logs());
      console.section("Scripts");
      checkScripts();
      chooseServers();
      // They mostly wait, or take the processor time that Maven leaves.
      try (var scripts = new BackgroundScripts(SCRIPTS, script -> run(script, true, List.of()))) {
        console.section("Modules (on %s servers)".formatted(variables.get("SUGANG_TEST_SERVERS")));
        runMaven(jdk);
        console.section("Scripts that ran meanwhile");
        for (ScriptRun run : scripts.results()) {
          console.say(run.script());
          run.lines().forEach(console::say);
          report(run);
        }
      }
      if ("local".equals(variables.get("SUGANG_TEST_SERVERS"))) {
        console.section("Load and faults");
        for (String script : WITH_STACK) {
          console.say(script);
          report(run(script, false, all ? List.of("--all") : List.of()));
        }
      } else {
        console.say(
            "  ./sugang load and ./sugang chaos were left out of the tests, because their stacks need local servers (SUGANG_TEST_SERVERS=local)");
        add(0, 0, WITH_STACK.size());
      }
    }
    if (counts.skipped() > 0) {
      console.say(counts.skipped() + " skipped");
    }
    // Last, because CI shows the end of the output.
    failed.forEach(test -> console.say("failed: " + test));
    console.say("%d passed, %d failed".formatted(counts.passed(), counts.failed()));
    return counts.failed() == 0 ? 0 : 1;
  }

  private void add(int passed, int failed, int skipped) {
    counts = counts.plus(new TestCounts(passed, failed, skipped));
  }

  private void checkScripts() throws IOException {
    Console console = session.console();
    List<String> scripts = scripts();
    for (String script : scripts) {
      Job.Result check =
          Job.of("bash", "-O", "extglob", "-n", script).in(session.workspace().root()).run();
      if (!check.succeeded()) {
        console.say("  not valid bash: " + script);
      }
      add(check.succeeded() ? 1 : 0, check.succeeded() ? 0 : 1, 0);
    }
    if (!Job.onPath("shellcheck")) {
      console.say("  shellcheck is not installed: its check was left out");
      add(0, 0, 1);
      return;
    }
    var command = new ArrayList<>(List.of("shellcheck", "-x", "-P", ".:SCRIPTDIR"));
    command.addAll(scripts);
    boolean sound = Job.of(command).in(session.workspace().root()).onTerminal() == 0;
    add(sound ? 1 : 0, sound ? 0 : 1, 0);
  }

  /** Returns all files that a shell runs, relative to the root. */
  private List<String> scripts() throws IOException {
    Path root = session.workspace().root();
    var found = new ArrayList<String>();
    Files.walkFileTree(
        root,
        new java.nio.file.SimpleFileVisitor<>() {
          @Override
          public java.nio.file.FileVisitResult preVisitDirectory(
              Path folder, java.nio.file.attribute.BasicFileAttributes attributes) {
            String name = folder.equals(root) ? "" : folder.getFileName().toString();
            return List.of(".git", ".sugang", "target", "src").contains(name)
                ? java.nio.file.FileVisitResult.SKIP_SUBTREE
                : java.nio.file.FileVisitResult.CONTINUE;
          }

          @Override
          public java.nio.file.FileVisitResult visitFile(
              Path file, java.nio.file.attribute.BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && !file.toString().endsWith(".md") && isShell(file)) {
              found.add(root.relativize(file).toString());
            }
            return java.nio.file.FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static boolean isShell(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      String begin = new String(in.readNBytes(200), StandardCharsets.ISO_8859_1);
      String first = begin.lines().findFirst().orElse("");
      return first.matches("#!.*sh") || begin.contains("# shellcheck shell=");
    }
  }

  // Testcontainers cleans up by a container of its own, of the image ryuk.
  private void chooseServers() {
    Workspace workspace = session.workspace();
    String servers = workspace.environment().getOrDefault("SUGANG_TEST_SERVERS", "");
    if (servers.isEmpty()) {
      boolean docker =
          Compose.answers()
              && Compose.hasImage("mysql:9")
              && Compose.hasImage("redis:8")
              && !Job.of("docker", "image", "ls", "-q", "testcontainers/ryuk")
                  .runQuietly()
                  .output()
                  .isBlank();
      servers = docker ? "docker" : "local";
    }
    if (!servers.equals("docker") && !servers.equals("local")) {
      throw new Failure("SUGANG_TEST_SERVERS is docker or local, not '%s'".formatted(servers));
    }
    variables.put("SUGANG_TEST_SERVERS", servers);
    var programs = new ServerPrograms(workspace, session.console());
    if (servers.equals("local")) {
      programs.provide();
    }
    variables.put("SUGANG_TEST_SERVERS_DIST", programs.folderForTests().toString());
    chooseBrowser();
  }

  private void chooseBrowser() {
    var chromium = new ChromiumProgram(session.workspace(), session.console());
    // Pictures are the same on every machine only with the same fonts.
    Path program =
        mavenArguments.contains("-Dscreenshots.write")
            ? chromium.provideWithFont()
            : chromium.provide();
    if (program == null) {
      session.console().say("  no Chromium: the tests of the page in a browser are skipped");
    } else {
      variables.put("SUGANG_CHROMIUM", program.toString());
    }
  }

  private ScriptRun run(String script, boolean background, List<String> arguments)
      throws IOException, InterruptedException {
    Consumer<String> live = background ? _ -> {} : session.console()::say;
    return ScriptRun.of(session.workspace(), script, arguments, variables, background, live);
  }

  private void report(ScriptRun run) {
    TestCounts counted = counted(run.lastLine(), run.status());
    if (counted == null) {
      session.console().say("  " + run.script() + " ended without a summary");
      add(0, 1, 0);
    } else {
      counts = counts.plus(counted);
    }
    session.console().say("  %s took %d s".formatted(run.script(), run.seconds()));
  }

  /** Returns what the last line of a script counts, or null if it counts nothing. */
  static @org.jspecify.annotations.Nullable TestCounts counted(String last, int status) {
    Matcher summary = SUMMARY.matcher(last);
    if (!summary.matches()) {
      return null;
    }
    int failed = Integer.parseInt(summary.group(2));
    int skipped = summary.group(3) == null ? 0 : Integer.parseInt(summary.group(3));
    // A script that fails without a failed test ended for another reason.
    return new TestCounts(
        Integer.parseInt(summary.group(1)), status != 0 && failed == 0 ? 1 : failed, skipped);
  }

  private void runMaven(Jdk jdk) throws IOException {
    Console console = session.console();
    Workspace workspace = session.workspace();
    for (Path folder : reports()) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.delete(file);
        }
      }
    }
    long begin = System.nanoTime();
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            workspace.file("app/mvnw").toString(),
            "-f",
            workspace.file("pom.xml").toString(),
            "-B",
            "-ntp",
            // A failed test is counted in its report. Later modules depend on earlier ones, and
            // their tests run all the same.
            "-Dmaven.test.failure.ignore",
            "verify"));
    command.addAll(mavenArguments);
    if (!all && !selectsTests(mavenArguments)) {
      command.add("-DexcludedGroups=extended");
    }
    if (Job.of(command)
            .with(variables)
            .with(Map.of("JAVA_HOME", jdk.home().toString()))
            .onTerminal()
        != 0) {
      console.say("  Maven failed");
      add(0, 1, 0);
    }
    TestCounts found = new TestCounts(0, 0, 0);
    for (Path folder : reports()) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file :
            files.filter(each -> each.getFileName().toString().matches("TEST-.*\\.xml")).toList()) {
          TestCounts suite = suite(Files.readString(file));
          found = found.plus(suite);
          if (suite.failed() > 0) {
            failed.addAll(FailedTests.of(file));
          }
        }
      }
    }
    if (found.equals(new TestCounts(0, 0, 0))) {
      console.say("  not one test of the modules ran");
      add(0, 1, 0);
    }
    counts = counts.plus(found);
    console.say(
        "  Maven took %d s".formatted(Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
  }

  /** Returns whether arguments of Maven name the tests to run, which then run with any tag. */
  static boolean selectsTests(List<String> arguments) {
    return arguments.stream()
        .anyMatch(each -> each.matches("-D(test|it\\.test|groups|excludedGroups)(=.*)?"));
  }

  private List<Path> reports() {
    return MODULES.stream()
        .flatMap(module ->
            Stream.of("surefire-reports", "failsafe-reports")
                .map(name -> session.workspace().file(module).resolve("target/" + name)))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Returns the counts of a report of Maven. */
  static TestCounts suite(String xml) {
    int begin = Math.max(0, xml.indexOf("<testsuite "));
    String head = xml.substring(begin, Math.max(begin, xml.indexOf('>', begin)));
    int failed = attribute(head, "failures") + attribute(head, "errors");
    int skipped = attribute(head, "skipped");
    return new TestCounts(attribute(head, "tests") - failed - skipped, failed, skipped);
  }

  private static int attribute(String head, String name) {
    Matcher matcher = Pattern.compile("\\s" + name + "=\"([0-9]+)\"").matcher(head);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
