package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.cli.Sugang;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Commands in Docker mode, with an engine that only records the calls of its client. */
@Execution(ExecutionMode.CONCURRENT)
class EngineTests {
  @TempDir private Path folder;

  @BeforeEach
  void engine() throws IOException {
    Path docker = Files.createDirectories(folder.resolve("bin")).resolve("docker");
    Files.writeString(
        docker,
        """
        #!/bin/bash
        echo "$*" >>"$ENGINE/asked"
        [[ -e $ENGINE/answers ]] || exit 1
        case "$*" in
          *'ps -a --format '*Health*) [[ ! -e $ENGINE/no-start ]] || echo 'app sugang-app-1 exited ' ;;
          *' ps '*) [[ ! -e $ENGINE/runs ]] || echo container ;;
          'inspect '*working_dir*) [[ ! -e $ENGINE/other-clone ]] || echo /home/other/sugang ;;
          'logs '*' sugang-app-1') echo 'the reason of the end' ;;
          *' printenv SUGANG_ACCOUNT_SECRET') echo sugang-local-account-secret-for-one-machine ;;
          *'mysql --user='*|*' sh -c '*MYSQL_PWD*) echo 2026610001 ;;
          *' up -d --wait '*) [[ ! -e $ENGINE/no-start ]] || exit 1 ;;
          *' port nginx 8080') echo 0.0.0.0:8099 ;;
          *' run '*' verifier '*) exit 1 ;;
          *' build verifier') [[ ! -e $ENGINE/no-build ]] || { echo "the build says why"; exit 1; } ;;
        esac
        exit 0
        """);
    assertThat(docker.toFile().setExecutable(true)).isTrue();
    Files.createDirectories(folder.resolve(".sugang"));
    for (String image : List.of("app", "nginx")) {
      Files.writeString(
          Files.createDirectories(folder.resolve(image)).resolve("Dockerfile"), "FROM jdk:25\n");
    }
  }

  @Test
  void withoutAnEngineNGrinderNamesWhatHelps() {
    Job.Result result = run("load", "--ngrinder", "mixed");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.output()).contains("--controller URL --target URL");
  }

  @Test
  void withoutTheServiceNGrinderNamesWhatStartsIt() throws IOException {
    answers();
    Job.Result result = run("load", "--ngrinder", "mixed");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.output()).contains("sugang up --docker");
  }

  @Test
  void nGrinderStartsOnlyItsOwnContainers() throws IOException {
    runs();
    Path report = folder.resolve("report.md");

    Job.Result result =
        run("load", "--ngrinder", "students", "--tps", "70", "--report", report.toString());

    assertThat(result.status()).as(result.output()).isZero();
    assertThat(asked())
        .anyMatch(call -> call.endsWith("up -d --no-deps ngrinder-controller ngrinder-agent"))
        .anyMatch(call ->
            call.contains("run --rm -T -v %1$s:%1$s ngrinder-runner".formatted(folder))
                && call.contains("--students 5000 --courses 500 students --tps 70")
                && call.endsWith("--report " + report));
  }

  @Test
  void toolsRunInContainersOnTheStacksNetworks() throws IOException {
    runs();
    Path acks = Files.createFile(folder.resolve("answers.jsonl"));

    assertThat(run("verify", "--acks", acks.toString()).status())
        .as("the status of the verifier in its container")
        .isEqualTo(1);
    assertThat(run("rush", "--count", "10").status()).isZero();

    assertThat(asked())
        .anyMatch(
            call -> call.contains("-v %1$s:%1$s verifier --acks %2$s".formatted(folder, acks)))
        .anyMatch(call ->
            call.contains(" rush --target http://nginx:8080 --acks ")
                && call.endsWith("--count 10"));
  }

  @Test
  void aToolPrintsNothingOfTheBuildOfItsImage() throws IOException {
    runs();

    assertThat(run("verify", "--json").output()).isEmpty();

    assertThat(asked())
        .containsSubsequence(
            asked(" --profile tools --profile ngrinder build verifier"),
            asked(" --progress quiet run --rm -T verifier --json"));
  }

  @Test
  void anImageOfTheToolsThatCannotBeBuiltLeavesTheQuestionOpen() throws IOException {
    runs();
    Files.createFile(folder.resolve("no-build"));

    Job.Result result = run("verify");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.output())
        .contains("the image of the tools could not be built", "the build says why");
  }

  @Test
  void logsOfOneInstanceAreNotThoseOfAll() throws IOException {
    runs();

    assertThat(run("logs", "-n", "20", "app-2").status()).isZero();
    assertThat(run("logs", "app").status()).isZero();

    assertThat(asked())
        .anyMatch(call -> call.endsWith("logs --tail 20 --index 2 app"))
        .anyMatch(call -> call.endsWith("logs --tail 100 app"));
  }

  @Test
  void withoutAnEngineDockerModeNamesTheOtherOne() {
    Job.Result result = run("up", "--docker");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.output())
        .contains("no Docker engine with compose answers", "./sugang up --local");
  }

  @Test
  void containersOfAnotherCloneAreNeitherStoppedNorReplaced() throws IOException {
    runs();
    Files.createFile(folder.resolve("other-clone"));

    assertThat(run("down").output()).contains("nothing runs");
    Job.Result up = run("up", "--docker");

    assertThat(up.status()).isEqualTo(1);
    assertThat(up.output()).contains("/home/other/sugang", "COMPOSE_PROJECT_NAME=sugang2");
    assertThat(asked()).noneMatch(call -> call.contains(" up -d") || call.endsWith(" down"));
  }

  @Test
  void aStartThatFailsShowsTheLastLinesOfWhatEnded() throws IOException {
    answers();
    Files.createFile(folder.resolve("no-start"));

    Job.Result up = run("up", "--docker");

    assertThat(up.status()).isEqualTo(1);
    assertThat(up.output()).contains("sugang-app-1 is exited", "the reason of the end");
  }

  @Test
  void filesThatContainersCannotReadAreNamedBeforeAnythingStarts() throws IOException {
    answers();
    Path unreadable = Files.createDirectories(folder.resolve("redis")).resolve("start");
    Files.createFile(
        unreadable,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

    Job.Result up = run("up", "--docker");

    assertThat(up.status()).isEqualTo(1);
    assertThat(up.output()).contains(unreadable + " cannot be read", "chmod -R o+rX");
    assertThat(asked()).noneMatch(call -> call.contains(" up -d"));
  }

  @Test
  void accountsOfContainersWithoutAnEnvFileAreThoseOfTheComposeFile() throws IOException {
    runs();

    Job.Result accounts = run("accounts", "1");

    assertThat(accounts.status()).as(accounts.output()).isZero();
    assertThat(accounts.output()).matches("2026610001\t[A-Z2-7]{10}\n");
  }

  private void answers() throws IOException {
    Files.createFile(folder.resolve("answers"));
  }

  private void runs() throws IOException {
    answers();
    Files.createFile(folder.resolve("runs"));
  }

  private String asked(String end) throws IOException {
    return asked().stream().filter(call -> call.endsWith(end)).findFirst().orElse(end);
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(folder.resolve("asked"));
  }

  /** Runs the command line in a process of its own, which alone has another PATH. */
  private Job.Result run(String... arguments) {
    try {
      Path nginx = Files.createDirectories(folder.resolve("nginx"));
      for (String script : List.of("rate-limit.sh", "addresses.sh", "hosts.sh")) {
        Files.writeString(
            nginx.resolve(script), Files.readString(Path.of("../nginx").resolve(script)));
      }
    } catch (IOException denied) {
      throw new java.io.UncheckedIOException(denied);
    }
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dsugang.root=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            Sugang.class.getName()));
    command.addAll(List.of(arguments));
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("ENGINE", folder.toString());
    return Job.of(command).with(environment).run();
  }
}
