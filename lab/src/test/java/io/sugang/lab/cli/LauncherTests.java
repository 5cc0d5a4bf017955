package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher on a machine without a JDK, with an engine that only records its calls. */
class LauncherTests {
  @TempDir private Path folder;

  private Path clone = Path.of("");

  @BeforeEach
  void cloneWithoutAJdk() throws IOException {
    clone = Files.createDirectories(folder.resolve("clone"));
    Files.createDirectories(clone.resolve("local"));
    Files.copy(Path.of("../sugang"), clone.resolve("sugang"));
    Files.copy(Path.of("../local/locale.sh"), clone.resolve("local/locale.sh"));
    String search = Files.readString(Path.of("../local/jdk.sh"));
    Files.writeString(
        clone.resolve("local/jdk.sh"), search.replaceFirst("JDK_MAJOR=[0-9]+", "JDK_MAJOR=99"));
    Path docker = Files.createDirectories(folder.resolve("bin")).resolve("docker");
    Files.writeString(
        docker,
        """
        #!/bin/bash
        echo "$*" >>"$ENGINE/asked"
        [[ -e $ENGINE/answers ]] || exit 1
        [[ $1 != run ]] || exit 3
        """);
    assertThat(docker.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void anEngineRunsTheCommandLineFromItsImage() throws IOException {
    Files.createFile(folder.resolve("answers"));

    assertThat(sugang(clone, "verify", "--json").status())
        .as("the status of the command in its container")
        .isEqualTo(3);

    List<String> asked = Files.readAllLines(folder.resolve("asked"));
    assertThat(asked)
        .anyMatch(call -> call.startsWith("build ") && call.contains("--target cli -t sugang-cli"));
    assertThat(asked.getLast())
        .startsWith("run --rm --network host -v %1$s:%1$s -w %1$s ".formatted(clone))
        .contains("-Dsugang.container=true -Dsugang.root=" + clone)
        .endsWith(" io.sugang.ops.cli.Sugang verify --json");
  }

  @Test
  void theFolderOfTheCallerIsInTheContainerToo() throws IOException {
    Files.createFile(folder.resolve("answers"));
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));

    sugang(elsewhere, "load", "--report", "load.html");

    assertThat(Files.readAllLines(folder.resolve("asked")).getLast())
        .contains("-v %1$s:%1$s -w %2$s ".formatted(clone, elsewhere))
        .contains(" -v %1$s:%1$s ".formatted(elsewhere));
  }

  @Test
  void withoutAnEngineItNamesBothWaysOut() {
    Job.Result result = sugang(clone, "status");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.output())
        .contains("no JDK 99 found", "Install Temurin 99", "With a Docker engine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "none_NONE"})
  void withoutAUtf8LocaleNamesOfFilesAreUtf8AllTheSame(String locale) {
    Job.Result charmap =
        Job.of("bash", "-c", ". ../local/locale.sh; use_utf8_locale; locale charmap 2>/dev/null")
            .with(Map.of("LC_ALL", locale))
            .run();

    assertThat(charmap.output().lines().toList().getLast()).isEqualTo("UTF-8");
  }

  private Job.Result sugang(Path working, String... arguments) {
    var command = new ArrayList<>(List.of("bash", clone.resolve("sugang").toString()));
    command.addAll(List.of(arguments));
    return Job.of(command)
        .in(working)
        .with(
            Map.of(
                "PATH",
                folder.resolve("bin") + ":" + System.getenv("PATH"),
                "ENGINE",
                folder.toString()))
        .run();
  }
}
