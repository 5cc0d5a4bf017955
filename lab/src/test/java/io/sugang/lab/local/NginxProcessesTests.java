package io.sugang.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.lab.loadgen.CpuTimes;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.local.ProcessBirth;
import io.sugang.ops.local.Signal;
import io.sugang.ops.workspace.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a measurement reads of NGINX, which has workers and processes that end by themselves. */
@Execution(ExecutionMode.CONCURRENT)
class NginxProcessesTests {
  @TempDir private Path folder;

  private LocalProcesses processes;

  @BeforeEach
  void create() {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    processes =
        new LocalProcesses(
            folder.resolve("run"), folder.resolve("log"), Console.plain(nothing, nothing));
  }

  @AfterEach
  void killAll() {
    processes.recorded().forEach(name -> processes.signal(name, Signal.KILL));
  }

  @Test
  void aMeasurementReadsNoneOfNginxProcessesThatEndByThemselves() throws IOException {
    processes.start(
        "nginx",
        List.of(
            "bash",
            "-c",
            """
            for name in worker worker 'cache manager' 'cache loader'; do
              (exec -a "nginx: $name process" sleep 600) &
            done
            wait
            """),
        Map.of());
    await()
        .untilAsserted(() ->
            assertThat(processes.pids("nginx", true))
                .extracting(NginxProcessesTests::titleOf)
                .filteredOn(title -> title.startsWith("nginx: "))
                .hasSize(4));
    long loader =
        processes.pids("nginx", true).stream()
            .filter(pid -> titleOf(pid).startsWith("nginx: cache loader process"))
            .findFirst()
            .orElseThrow();
    List<Long> lasting = processes.lastingPids("nginx");
    assertThat(lasting).hasSize(4).doesNotContain(loader);

    Map<String, List<Long>> parts = Map.of("nginx", lasting);
    CpuTimes before = CpuTimes.read(parts);
    Signal.KILL.send(List.of(loader));
    LocalProcesses.awaitGone(List.of(loader));
    assertThat(CpuTimes.read(parts).since(before).byPart()).containsOnlyKeys("nginx");

    List<Long> all = processes.pids("nginx", true);
    processes.kill("nginx", true);
    assertThat(all).allMatch(pid -> ProcessBirth.of(pid).isEmpty());
  }

  private static String titleOf(long pid) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(pid)));
    } catch (IOException ended) {
      return "";
    }
  }
}
