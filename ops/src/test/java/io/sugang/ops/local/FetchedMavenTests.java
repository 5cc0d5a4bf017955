package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code app/mvnw} does with an archive that is not the Maven that it asked for. */
class FetchedMavenTests {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String ARCHIVE =
      "org/apache/maven/apache-maven/3.9.11/apache-maven-3.9.11-bin.tar.gz";

  private static final List<String> PROGRAMS =
      List.of(
          ("bash cat curl cut dirname env find grep gzip head ln ls mkdir mv readlink rm sed sh sha512sum shasum sort"
                  + " tail tar touch tr uname wget")
              .split(" "));

  @TempDir private Path folder;

  @Test
  void nothingOfItRuns() throws IOException {
    Path clone = folder.resolve("clone");
    for (String name :
        List.of("app/mvnw", "local/jdk.sh", "local/locale.sh", "local/private-apt.sh")) {
      Files.createDirectories(clone.resolve(name).getParent());
      Files.copy(ROOT.resolve(name), clone.resolve(name));
    }
    Path ran = folder.resolve("ran");
    Path home = Files.createDirectories(folder.resolve("apache-maven-3.9.11/bin"));
    Files.writeString(
        home.resolve("mvn"), "#!/bin/sh\ntouch %s\necho Apache Maven 3.9.11\n".formatted(ran));
    assertThat(home.resolve("mvn").toFile().setExecutable(true)).isTrue();
    Path archive = folder.resolve("repository").resolve(ARCHIVE);
    Files.createDirectories(archive.getParent());
    Job.of("tar", "-czf", archive.toString(), "-C", folder.toString(), "apache-maven-3.9.11")
        .run()
        .orFailure();

    Job.Result result =
        Job.of("bash", clone.resolve("app/mvnw").toString(), "--version")
            .with(
                Map.of(
                    "PATH", withoutMaven().toString(),
                    "JAVA_HOME", System.getProperty("java.home"),
                    "MVNW_REPOURL", folder.resolve("repository").toUri().toString()))
            .run();

    assertThat(result.succeeded()).as(result.output()).isFalse();
    assertThat(result.output()).contains("SHA-512", "Correct MVNW_REPOURL");
    assertThat(ran).doesNotExist();
    assertThat(clone.resolve(".sugang/maven")).doesNotExist();
    assertThat(clone.resolve(".sugang/maven.partial")).doesNotExist();
  }

  /** Returns a folder with the programs that the script needs, but without a Maven. */
  private Path withoutMaven() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    for (String name : PROGRAMS) {
      for (String path : System.getenv("PATH").split(":")) {
        Path program = Path.of(path, name);
        Path call = programs.resolve(name);
        if (Files.isExecutable(program) && !Files.exists(call)) {
          Files.writeString(call, "#!/bin/sh\nexec %s \"$@\"\n".formatted(program));
          assertThat(call.toFile().setExecutable(true)).isTrue();
        }
      }
    }
    return programs;
  }
}
