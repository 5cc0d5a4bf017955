package io.sugang.ops.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search of the launcher for a JDK (local/jdk.sh), with JDKs that only tell their version. */
class JdkSearchTests {
  private static final Path SCRIPT = Path.of("../local/jdk.sh").toAbsolutePath().normalize();

  @TempDir private Path folder;

  @Test
  void aVersionCountsOnlyIfTheProgramTellsIt() throws IOException {
    assertThat(accepted(jdk("jdk 25", "25.0.3"))).isTrue();
    assertThat(accepted(jdk("jdk 17", "17.0.15"))).isFalse();
    assertThat(accepted(jdk("jdk 250", "250"))).isFalse();
    Path withoutCompiler = jdk("jre 25", "25.0.3");
    Files.delete(withoutCompiler.resolve("bin/javac"));
    assertThat(accepted(withoutCompiler)).isFalse();
  }

  @Test
  void javaHomeGoesFirst() throws IOException {
    Path home = jdk("jdk 25", "25.0.3");
    assertThat(bash("find_jdk", Map.of("JAVA_HOME", home.toString())).output().strip())
        .isEqualTo(home.toString());
  }

  @Test
  void withoutAJdkItNamesWhatToInstall() {
    Job.Result search = bash("JDK_MAJOR=99; find_jdk", Map.of());
    assertThat(search.succeeded()).isFalse();
    assertThat(search.output()).contains("no JDK 99 found", "Install Temurin 99");
  }

  private static boolean accepted(Path home) {
    return bash("is_wanted_jdk \"$HOME_OF_JDK\"", Map.of("HOME_OF_JDK", home.toString()))
        .succeeded();
  }

  private static Job.Result bash(String command, Map<String, String> environment) {
    return Job.of(
            "bash", "-c", "shopt -s extglob nullglob; source \"$0\"; " + command, SCRIPT.toString())
        .with(environment)
        .run();
  }

  private Path jdk(String name, String version) throws IOException {
    Path bin = Files.createDirectories(folder.resolve(name).resolve("bin"));
    for (String program : new String[] {"java", "javac"}) {
      Path file = bin.resolve(program);
      Files.writeString(
          file, "#!/bin/sh\necho 'openjdk version \"" + version + "\" 2026-01-20' >&2\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    return folder.resolve(name);
  }
}
