package io.sugang.ops.build;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Digest;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The build of the service when its sources changed; it keeps the extracted jar by their digest.
 */
public final class ServiceBuild {
  /** The sources that go into the jar. */
  static final List<String> SOURCES =
      List.of("pom.xml", "app/pom.xml", "app/src/main", "lua", "seed");

  private final Workspace workspace;
  private final Console console;

  public ServiceBuild(Workspace workspace, Console console) {
    this.workspace = workspace;
    this.console = console;
  }

  /** Returns the build of the working tree, made now if there is none. */
  public ServiceJar provide(boolean again) {
    ServiceJar service = known();
    if (again || !present(service.jar())) {
      long begin = System.nanoTime();
      build(
          workspace.root(),
          service.folder(),
          workspace.log("build.log"),
          "building the service (once per change; the first time Maven fetches its libraries)");
      console.part(
          "build",
          "done after %d s".formatted(Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    }
    return service;
  }

  /** Returns the build of the working tree, which may not exist yet. */
  public ServiceJar known() {
    for (String part : SOURCES) {
      if (!Files.exists(workspace.file(part))) {
        throw new Failure("there is no %s: this clone is not complete".formatted(part));
      }
    }
    return of(sourceDigest());
  }

  /** Returns the build of a digest, as of instances that run. */
  public ServiceJar of(String digest) {
    return new ServiceJar(digest, workspace.state("app").resolve(digest));
  }

  private static boolean present(Path jar) {
    try {
      return Files.size(jar) > 0;
    } catch (IOException missing) {
      return false;
    }
  }

  /** Returns the digest over names and contents of all sources of the jar. */
  String sourceDigest() {
    var files = new ArrayList<Path>();
    for (String part : SOURCES) {
      try (Stream<Path> below = Files.walk(workspace.file(part))) {
        below.filter(Files::isRegularFile).forEach(files::add);
      } catch (IOException unreadable) {
        throw new Failure("%s cannot be read: %s".formatted(part, unreadable.getMessage()));
      }
    }
    files.sort(Comparator.comparing(Path::toString));
    var digest = new Digest();
    try {
      for (Path file : files) {
        digest.line(workspace.root().relativize(file).toString()).add(Files.readAllBytes(file));
      }
    } catch (IOException unreadable) {
      throw new Failure("a source cannot be read: " + unreadable.getMessage());
    }
    return digest.text();
  }

  /**
   * Builds the service of the working tree and extracts its jar into a folder: whole or not at all.
   *
   * @param sources the root of a clone; one of an earlier revision has its only pom.xml in app/
   */
  public void build(Path sources, Path folder, Path log, String label) {
    Jdk jdk = Jdk.current();
    var maven = new ArrayList<String>();
    boolean modules = Files.exists(sources.resolve("pom.xml"));
    Path wrapper = sources.resolve("mvnw");
    maven.add((Files.exists(wrapper) ? wrapper : sources.resolve("app/mvnw")).toString());
    maven.add("-f");
    maven.add(sources.resolve(modules ? "pom.xml" : "app/pom.xml").toString());
    maven.addAll(List.of("-B", "-q", "-Dmaven.test.skip=true"));
    if (modules) {
      maven.addAll(List.of("-pl", "app", "-am"));
    }
    maven.add("package");
    int status =
        Job.of(maven).with(Map.of("JAVA_HOME", jdk.home().toString())).logged(console, label, log);
    if (status != 0) {
      throw new Failure("the build failed", log);
    }
    Path partial = folder.resolveSibling(folder.getFileName() + ".partial");
    FileSwap.delete(partial);
    Workspace.folder(workspace.state("app"));
    Path extraction = log.resolveSibling("extract.log");
    int extracted =
        Job.of(
                jdk.java(),
                "-Djarmode=tools",
                "-jar",
                sources.resolve("app/target/sugang.jar").toString(),
                "extract",
                "--destination",
                partial.toString())
            .logged(console.silent(), "extracting the jar", extraction);
    if (extracted != 0) {
      throw new Failure("the jar could not be extracted", extraction);
    }
    FileSwap.delete(folder);
    try {
      Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException denied) {
      throw new Failure("%s cannot be moved: %s".formatted(partial, denied.getMessage()));
    }
  }

  /** Deletes builds that neither the sources nor a running instance need. */
  public void forgetOthers(ServiceJar service) {
    Path folder = workspace.state("app");
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> builds = Files.list(folder)) {
      builds
          .filter(build -> Files.isDirectory(build) && !build.equals(service.folder()))
          .forEach(FileSwap::delete);
    } catch (IOException unreadable) {
      throw new Failure("%s cannot be read: %s".formatted(folder, unreadable.getMessage()));
    }
  }
}
