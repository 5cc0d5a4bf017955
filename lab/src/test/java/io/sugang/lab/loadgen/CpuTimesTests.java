package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTimesTests {
  private static final Map<String, List<Long>> PARTS =
      Map.of("app", List.of(7L, 8L), "nginx", List.of(9L));

  @TempDir Path proc;

  @BeforeEach
  void machine() throws IOException {
    machine(1_000, 50);
    process(7, 100, 20);
    process(8, 10, 5);
    process(9, 1, 2);
  }

  @Test
  void aPartIsAllItsProcessesInTheirOwnAndTheKernelsTime() throws IOException {
    CpuTimes times = CpuTimes.read(proc, PARTS);
    assertThat(times.byPart()).isEqualTo(Map.of("app", 1.35, "nginx", 0.03));
    // user, nice and system; neither idle nor interrupts
    assertThat(times.machine()).isEqualTo(11.0);
  }

  @Test
  void whatThePartsDidNotUseWasUsedByOthers() throws IOException {
    CpuTimes before = CpuTimes.read(proc, PARTS);
    machine(1_600, 90);
    process(7, 300, 20);
    process(9, 101, 2);
    CpuUse use = CpuTimes.read(proc, PARTS).since(before);
    assertThat(use.byPart().get("app")).isCloseTo(2, within(1e-9));
    assertThat(use.without(Set.of("nginx"))).isCloseTo(2, within(1e-9));
    assertThat(use.others()).isCloseTo(3, within(1e-9));
    assertThat(use.stolen()).isCloseTo(0.4, within(1e-9));
    assertThat(new CpuUse(10, use.byPart(), 3, 0.4).disturbance(4)).isCloseTo(0.085, within(1e-9));
  }

  @Test
  void whatHappensOnOtherProcessorsIsOfNoAccount() throws IOException {
    ProcessorTimes before = ProcessorTimes.read(proc);
    assertThat(before.processors()).isEqualTo(2);
    assertThat(before.pinned()).isTrue();
    machine(7_000, 57);
    // nothing but these 60 seconds passed, none of them idle
    assertThat(ProcessorTimes.read(proc).busySince(before)).isEqualTo(1);
    assertThat(before.busySince(before)).isZero();
  }

  @Test
  void aProcessThatHasEndedIsToldAndNotCountedAsNothing() {
    assertThatIOException()
        .isThrownBy(() -> CpuTimes.read(proc, Map.of("redis", List.of(77L))))
        .withMessage("the process 77 of redis has ended");
  }

  @Test
  void theRealProcHasThisProcess() throws IOException {
    Map<String, List<Long>> self = Map.of("driver", List.of(ProcessHandle.current().pid()));
    CpuTimes times = CpuTimes.read(self);
    assertThat(times.byPart().get("driver")).isPositive();
    assertThat(times.machine()).isGreaterThanOrEqualTo(times.byPart().get("driver"));
  }

  private void machine(long user, long stolen) throws IOException {
    Files.createDirectories(proc.resolve("self"));
    Files.writeString(
        proc.resolve("self/status"), "Name:\tjava\nCpus_allowed_list:\t0,2-3\nMems_allowed:\t1\n");
    Files.writeString(
        proc.resolve("stat"),
        """
        cpu  9999 10 90 5000 7 0 800 99 0 0
        cpu0 %d 4 50 2000 7 0 300 %d 0 0
        cpu1 7777 0 0 0 0 0 0 7777 0 0
        cpu3 0 6 40 3000 0 0 500 0 0 0
        """
            .formatted(user, stolen));
  }

  private void process(long pid, long user, long kernel) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        pid + " (a (b) c) S 1 1 1 0 -1 0 1 2 3 4 " + user + " " + kernel + " 9 9 20 0 1 0 99\n");
  }
}
