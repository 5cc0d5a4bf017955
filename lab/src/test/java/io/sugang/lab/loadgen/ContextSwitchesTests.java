package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextSwitchesTests {
  @TempDir Path proc;

  @Test
  void allThreadsOfAllProcessesCountWhicheverWayTheyStopped() throws IOException {
    thread(7, 7, 100, 10);
    thread(7, 8, 5, 0);
    thread(9, 9, 1, 2);
    ContextSwitches before = ContextSwitches.read(proc, List.of(7L, 9L));
    thread(7, 7, 130, 13);
    thread(9, 10, 4, 4);
    assertThat(ContextSwitches.read(proc, List.of(7L, 9L)).since(before)).isEqualTo(33 + 8);
  }

  @Test
  void aThreadThatEndedTakesNothingFromTheOthers() throws IOException {
    thread(7, 7, 100, 0);
    thread(7, 8, 90, 0);
    ContextSwitches before = ContextSwitches.read(proc, List.of(7L));
    thread(7, 7, 101, 0);
    Files.delete(proc.resolve("7/task/8/status"));
    Files.delete(proc.resolve("7/task/8"));
    assertThat(ContextSwitches.read(proc, List.of(7L)).since(before)).isOne();
  }

  @Test
  void aProcessThatHasEndedIsTold() {
    assertThatIOException().isThrownBy(() -> ContextSwitches.read(proc, List.of(77L)));
  }

  @Test
  void theRealProcHasThisProcess() throws IOException {
    List<Long> self = List.of(ProcessHandle.current().pid());
    assertThat(ContextSwitches.read(self).since(new ContextSwitches(java.util.Map.of())))
        .isPositive();
  }

  private void thread(long process, long thread, long voluntary, long involuntary)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(process + "/task/" + thread));
    Files.writeString(
        folder.resolve("status"),
        "Name:\tjava\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n"
            .formatted(voluntary, involuntary));
  }
}
