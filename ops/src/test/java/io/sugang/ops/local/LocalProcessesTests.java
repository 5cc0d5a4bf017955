package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.ops.workspace.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class LocalProcessesTests {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
  private LocalProcesses processes =
      new LocalProcesses(Path.of("unset"), Path.of("unset"), Console.plain(out, out));

  @TempDir private Path folder;

  @BeforeEach
  void create() {
    processes = new LocalProcesses(run(), folder.resolve("log"), Console.plain(out, out));
  }

  @AfterEach
  void killAll() {
    processes.recorded().forEach(name -> processes.signal(name, Signal.KILL));
  }

  @Test
  void knowsAProcessByPidAndStartTime() throws IOException {
    processes.start("sleeper", List.of("sleep", "600"), Map.of());
    long pid = processes.pid("sleeper").orElseThrow();
    assertThat(processes.alive("sleeper")).isTrue();

    Files.writeString(run().resolve("stranger.pid"), pid + " 1");
    Files.writeString(run().resolve("garbage.pid"), "garbage");
    assertThat(processes.alive("stranger")).isFalse();
    assertThat(processes.alive("garbage")).isFalse();
    processes.signal("stranger", Signal.KILL);
    assertThat(processes.alive("sleeper")).isTrue();

    processes.signal("sleeper", Signal.KILL);
    await().untilAsserted(() -> assertThat(processes.alive("sleeper")).isFalse());
  }

  @Test
  void aProcessHasASessionOfItsOwn() {
    processes.start("sleeper", List.of("sleep", "600"), Map.of());
    long pid = processes.pid("sleeper").orElseThrow();

    String session =
        io.sugang.ops.workspace.Job.of("ps", "-o", "sid=", "-p", Long.toString(pid))
            .run()
            .output()
            .strip();

    assertThat(session).isEqualTo(Long.toString(pid));
  }

  @Test
  void killsAProcessThatIgnoresTerm() {
    processes.start(
        "stubborn",
        List.of("bash", "-c", "trap '' TERM; echo deaf; while :; do sleep 0.1; done"),
        Map.of());
    await().untilAsserted(() -> assertThat(log("stubborn")).contains("deaf"));

    processes.signal("stubborn", Signal.TERM);
    processes.awaitEnd("stubborn", Duration.ofSeconds(1));

    assertThat(said.toString(StandardCharsets.UTF_8)).contains("did not end within 1 s");
    assertThat(processes.alive("stubborn")).isFalse();
    assertThat(processes.recorded("stubborn")).isFalse();
  }

  @Test
  void aProcessGetsItsInputAndThePreviousLogStays() {
    processes.start(
        "talker",
        List.of("bash", "-c", "read -r word; echo \"heard $word\""),
        Map.of(),
        "password\n");
    await().untilAsserted(() -> assertThat(log("talker")).contains("heard password"));
    await().untilAsserted(() -> assertThat(processes.alive("talker")).isFalse());

    processes.start("talker", List.of("bash", "-c", "echo second"), Map.of());

    assertThat(folder.resolve("log/talker.previous.log")).hasContent("heard password");
  }

  @Test
  void listsInstancesInTheOrderOfTheirNumbers() throws IOException {
    Files.createDirectories(run());
    for (String name : List.of("app-10", "nginx", "app-2", "app-1")) {
      Files.writeString(run().resolve(name + ".pid"), "1 1");
    }
    assertThat(processes.recorded().stream().filter(Instances::isInstance))
        .containsExactly("app-1", "app-2", "app-10");
  }

  private Path run() {
    return folder.resolve("run");
  }

  private String log(String name) throws IOException {
    return Files.readString(processes.log(name));
  }
}
