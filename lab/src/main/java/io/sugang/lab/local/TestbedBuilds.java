package io.sugang.lab.local;

import io.sugang.lab.bench.Revisions;
import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.build.ServiceBuild;
import io.sugang.ops.build.ServiceJar;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The builds that a testbed measures: of the working tree, and of what it is compared with. */
public final class TestbedBuilds {
  static final String BEFORE = "before";

  private final Workspace workspace;
  private final Console console;
  private final Path log;
  private final Revisions revisions;
  private final @Nullable Path go;

  public TestbedBuilds(Workspace workspace, Console console) {
    this(workspace, console, findGo());
  }

  /**
   * @param go the program that builds local/plain-go; null if there is none
   */
  TestbedBuilds(Workspace workspace, Console console, @Nullable Path go) {
    this.go = go;
    this.workspace = workspace;
    this.console = console;
    this.log = workspace.log("bench-build.log");
    this.revisions = new Revisions(workspace);
  }

  /** Returns the builds by their names: present and after, and before if there is a comparison. */
  Map<String, TestbedBuild> provide(Comparison comparison) {
    ServiceJar service = new ServiceBuild(workspace, console).provide(false);
    Path nginx = workspace.file("nginx/nginx.conf");
    var present = new TestbedBuild(service, nginx, Map.of(), null);
    Map<String, TestbedBuild> builds = new LinkedHashMap<>();
    builds.put("present", present);
    builds.put("after", new TestbedBuild(service, nginx, variables(comparison.settings()), null));
    builds.put(BEFORE, before(comparison.against(), present));
    return builds;
  }

  private TestbedBuild before(@Nullable String against, TestbedBuild present) {
    if (against == null) {
      return present;
    }
    return against.equals(Comparison.PLAIN_GO)
        ? new TestbedBuild(present.service(), present.nginx(), Map.of(), plainGo())
        : revision(against);
  }

  static Map<String, String> variables(List<String> settings) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      variables.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return variables;
  }

  private Path builds() {
    return workspace.state("bench/builds");
  }

  // Built once per commit.
  private TestbedBuild revision(String against) {
    String commit = revisions.commit(against);
    if (commit == null) {
      throw new Failure("git has no revision " + against);
    }
    Path folder = builds().resolve(commit);
    var service = new ServiceJar(commit, folder.resolve("app"));
    Path nginx = folder.resolve("nginx.conf");
    if (!Files.exists(service.jar()) || !Files.exists(nginx)) {
      Workspace.folder(folder);
      Path sources = folder.resolve("source");
      forget(sources);
      try {
        build(against, commit, sources, service, nginx);
      } finally {
        // The jar suffices; a worktree would stay in git's list.
        forget(sources);
      }
      console.part(BEFORE, "built from " + commit.substring(0, 12));
    }
    return new TestbedBuild(service, nginx, Map.of(), null);
  }

  private void build(String against, String commit, Path sources, ServiceJar service, Path nginx) {
    Job worktree =
        revisions.git("worktree", "add", "--force", "--detach", sources.toString(), commit);
    if (worktree.logged(console.silent(), "checking out", log) != 0) {
      throw new Failure("git cannot check out " + against, log);
    }
    Path settings = sources.resolve("nginx/nginx.conf");
    if (!Files.exists(settings) || !Files.exists(sources.resolve("app/pom.xml"))) {
      throw new Failure(against + " has no app/pom.xml or nginx/nginx.conf");
    }
    try {
      Files.copy(settings, nginx, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException denied) {
      throw new Failure("%s cannot be copied: %s".formatted(settings, denied.getMessage()));
    }
    new ServiceBuild(workspace, console)
        .build(sources, service.folder(), log, "building %s (once per commit)".formatted(against));
  }

  private void forget(Path sources) {
    revisions.git("worktree", "remove", "--force", sources.toString()).run();
    FileSwap.delete(sources);
  }

  // What it downloads stays in the state folder; Go knows by itself what has to be built again.
  private Path plainGo() {
    Path sources = workspace.file("local/plain-go");
    if (go == null) {
      throw new Failure(
          "--against plain-go builds local/plain-go and needs Go %s or later: there is no go in PATH or in /usr/local/go/bin"
              .formatted(goVersion(sources)));
    }
    Path program = builds().resolve(Comparison.PLAIN_GO).resolve(Comparison.PLAIN_GO);
    Workspace.folder(builds().resolve(Comparison.PLAIN_GO));
    int status =
        Job.of(go.toString(), "build", "-C", sources.toString(), "-o", program.toString(), ".")
            .with(
                Map.of(
                    "GOPATH",
                    workspace.state("go").toString(),
                    "GOFLAGS",
                    "-mod=readonly -modcacherw"))
            .logged(console, "building local/plain-go", log);
    if (status != 0) {
      throw new Failure("local/plain-go cannot be built", log);
    }
    console.part(BEFORE, "built from local/plain-go");
    return program;
  }

  private static @Nullable Path findGo() {
    Path installed = Path.of("/usr/local/go/bin/go");
    Path onPath = Job.find("go");
    return onPath == null && Files.isExecutable(installed) ? installed : onPath;
  }

  private static String goVersion(Path sources) {
    return FileSwap.read(sources.resolve("go.mod"))
        .lines()
        .filter(line -> line.startsWith("go "))
        .map(line -> line.substring("go ".length()))
        .findFirst()
        .orElse("");
  }
}
