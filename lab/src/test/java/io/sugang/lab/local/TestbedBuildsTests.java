package io.sugang.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The builds of a small repository with git, whose build is a script that counts its calls. */
@Execution(ExecutionMode.CONCURRENT)
class TestbedBuildsTests {
  private static final String EARLIER = "# of the first commit";
  private static final String LATER = "# of the second commit";

  @TempDir private Path folder;

  private Path root;
  private Workspace workspace;

  @BeforeEach
  void repository() throws IOException {
    root = folder.resolve("a repository");
    workspace = new Workspace(root, Map.of());
    write(".gitignore", ".sugang/\ntarget/\n");
    write("pom.xml", "<project/>");
    write("app/pom.xml", "<project/>");
    write("app/src/main/Service.java", "class Service {}");
    write("lua/enroll.lua", "return 1");
    write("seed/students.sql", "SELECT 1;");
    write("nginx/nginx.conf", EARLIER);
    script(
        "app/mvnw",
        """
        here=$(dirname "$0")
        echo "$here" >>"%s"
        [ ! -e "$here/broken" ] || exit 1
        mkdir -p "$here/target" && cp "$here/prepared.jar" "$here/target/sugang.jar"
        """
            .formatted(folder.resolve("builds")));
    ExtractedJar.write(root.resolve("app/prepared.jar"));
    git("init", "--quiet");
    commit("first");
    write("nginx/nginx.conf", LATER);
    commit("second");
    Workspace.folder(workspace.logs());
  }

  @Test
  void withoutAComparisonAllBuildsAreThatOfTheWorkingTree() {
    Map<String, TestbedBuild> builds = provide(null);
    assertThat(builds).containsOnlyKeys("present", "after", "before");
    assertThat(build("before", builds)).isEqualTo(present(builds));
    assertThat(build("after", builds)).isEqualTo(present(builds));
    assertThat(present(builds).service().jar()).exists();
    assertThat(present(builds).nginx()).hasContent(LATER);
    assertThat(present(builds).program()).isNull();
  }

  @Test
  void aSettingIsThatOfTheSecondBuildAlone() {
    Map<String, TestbedBuild> builds =
        builds(null).provide(new Comparison(null, List.of("SUGANG_HEAP=256m")));
    assertThat(build("after", builds).settings()).isEqualTo(Map.of("SUGANG_HEAP", "256m"));
    assertThat(build("after", builds).service()).isEqualTo(present(builds).service());
    assertThat(build("before", builds)).isEqualTo(present(builds));
    assertThat(present(builds).settings()).isEmpty();
    assertThat(callsOfMaven()).hasSize(1);
  }

  @Test
  void aRevisionHasItsOwnJarAndSettingsOfNginx() {
    Map<String, TestbedBuild> builds = provide("HEAD~1");
    TestbedBuild before = build("before", builds);
    assertThat(before.nginx()).hasContent(EARLIER);
    assertThat(present(builds).nginx()).hasContent(LATER);
    assertThat(before.service().digest()).isEqualTo(git("rev-parse", "HEAD~1"));
    assertThat(before.service().jar()).exists();
    assertThat(before.service()).isNotEqualTo(present(builds).service());
    assertThat(before.program()).isNull();
    assertThat(before.settings()).isEmpty();
  }

  @Test
  void whatIsNotCommittedBelongsToTheWorkingTreeAlone() throws IOException {
    Map<String, TestbedBuild> committed = provide("HEAD");
    write("lua/enroll.lua", "return 2");
    Map<String, TestbedBuild> changed = provide("HEAD");
    assertThat(build("before", changed)).isEqualTo(build("before", committed));
    assertThat(present(changed).service()).isNotEqualTo(present(committed).service());
  }

  @Test
  void aCommitIsBuiltOnceUnderAnyName() {
    TestbedBuild first = build("before", provide("HEAD~1"));
    git("tag", "earlier", "HEAD~1");
    assertThat(build("before", provide("earlier"))).isEqualTo(first);
    assertThat(callsOfMaven()).hasSize(2);
  }

  @Test
  void theSourcesOfARevisionDoNotStay() {
    provide("HEAD~1");
    assertThat(worktrees()).hasSize(1);
    assertThat(callsOfMaven())
        .noneMatch(sources -> Files.exists(Path.of(sources)) && !ours(sources));
  }

  @Test
  void anUnknownRevisionIsNamed() {
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> provide("no-such-revision"))
        .satisfies(failure ->
            assertThat(failure.message()).isEqualTo("git has no revision no-such-revision"));
  }

  @Test
  void aRevisionWithoutTheServiceIsNamedAndLeavesNoSources() throws IOException {
    git("rm", "--quiet", "--cached", "app/pom.xml");
    git("commit", "--quiet", "--message", "without");
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> provide("HEAD"))
        .satisfies(failure ->
            assertThat(failure.message()).isEqualTo("HEAD has no app/pom.xml or nginx/nginx.conf"));
    assertThat(worktrees()).hasSize(1);
  }

  @Test
  void aBuildThatFailsIsNotKept() throws IOException {
    write("app/broken", "");
    commit("broken");
    Files.delete(root.resolve("app/broken"));
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(Failure.class)
          .isThrownBy(() -> provide("HEAD"))
          .satisfies(failure -> assertThat(failure.message()).isEqualTo("the build failed"));
    }
    assertThat(callsOfMaven()).filteredOn(sources -> !ours(sources)).hasSize(2);
    assertThat(worktrees()).hasSize(1);
  }

  @Test
  void thePlainGoServiceRunsInPlaceOfTheServiceOfThisTree() throws IOException {
    write("local/plain-go/go.mod", "module plain\n\ngo 1.99\n");
    Path go =
        script(
            "go",
            """
            echo "$GOPATH $*" >"%s"
            touch "$5"
            """
                .formatted(folder.resolve("go")));
    Map<String, TestbedBuild> builds = builds(go).provide(new Comparison("plain-go", List.of()));
    TestbedBuild before = build("before", builds);
    Path program = workspace.state("bench/builds/plain-go/plain-go");
    assertThat(before.program()).isEqualTo(program).exists();
    assertThat(before.service()).isEqualTo(present(builds).service());
    assertThat(before.nginx()).isEqualTo(present(builds).nginx());
    assertThat(present(builds).program()).isNull();
    assertThat(folder.resolve("go"))
        .content()
        .startsWith(workspace.state("go") + " build -C " + root.resolve("local/plain-go"));
  }

  @Test
  void withoutGoTheVersionThatIsNeededIsNamed() throws IOException {
    write("local/plain-go/go.mod", "module plain\n\ngo 1.99\n");
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> provide("plain-go"))
        .satisfies(failure -> assertThat(failure.message()).contains("needs Go 1.99 or later"));
  }

  @Test
  void aPlainGoServiceThatDoesNotCompileIsAFailure() throws IOException {
    write("local/plain-go/go.mod", "module plain\n\ngo 1.99\n");
    Path go = script("go", "exit 2\n");
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> builds(go).provide(new Comparison("plain-go", List.of())))
        .satisfies(
            failure -> assertThat(failure.message()).isEqualTo("local/plain-go cannot be built"));
  }

  @Test
  void aSettingMayHaveBlanksAndEqualsSigns() {
    assertThat(
            TestbedBuilds.variables(
                List.of("SUGANG_JAVA_OPTIONS=-XX:-UseSerialGC -Da=b", "SUGANG_WARMUP=off")))
        .containsEntry("SUGANG_JAVA_OPTIONS", "-XX:-UseSerialGC -Da=b")
        .containsEntry("SUGANG_WARMUP", "off");
  }

  private Map<String, TestbedBuild> provide(@Nullable String against) {
    return builds(null).provide(new Comparison(against, List.of()));
  }

  private TestbedBuilds builds(@Nullable Path go) {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    return new TestbedBuilds(workspace, Console.plain(nothing, nothing), go);
  }

  private static TestbedBuild present(Map<String, TestbedBuild> builds) {
    return build("present", builds);
  }

  private static TestbedBuild build(String name, Map<String, TestbedBuild> builds) {
    return Objects.requireNonNull(builds.get(name));
  }

  /** Returns the folders whose build was run, in order. */
  private List<String> callsOfMaven() {
    try {
      return Files.readAllLines(folder.resolve("builds"));
    } catch (IOException none) {
      return List.of();
    }
  }

  private boolean ours(String sources) {
    return sources.equals(root.resolve("app").toString());
  }

  private List<String> worktrees() {
    return git("worktree", "list").lines().toList();
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Path script(String name, String text) throws IOException {
    write(name, "#!/bin/sh\n" + text);
    return Files.setPosixFilePermissions(
        root.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void commit(String subject) {
    git("add", "--all");
    git("commit", "--quiet", "--message", subject);
  }

  private String git(String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                "git",
                "-C",
                root.toString(),
                "-c",
                "user.name=test",
                "-c",
                "user.email=test@localhost",
                "-c",
                "commit.gpgsign=false"));
    command.addAll(Arrays.asList(arguments));
    Job.Result result = Job.of(command).run();
    assertThat(result.succeeded()).as(result.output()).isTrue();
    return result.output().strip();
  }
}
