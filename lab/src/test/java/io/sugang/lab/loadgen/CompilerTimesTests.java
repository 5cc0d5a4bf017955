package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTimesTests {
  @TempDir Path proc;

  @Test
  void onlyCompilersCountAndOnesThatCameOrWentToo() throws IOException {
    thread(7, 70, "C2 CompilerThre", 100, 20);
    thread(7, 71, "C1 CompilerThre", 30, 0);
    thread(7, 72, "http-nio-exec-1", 500, 500);
    thread(8, 80, "C2 CompilerThre", 10, 0);
    CompilerTimes before = CompilerTimes.read(proc, List.of(7L, 8L));
    assertThat(before.byThread().keySet()).containsExactlyInAnyOrder(70L, 71L, 80L);

    thread(7, 70, "C2 CompilerThre", 150, 30);
    Files.delete(proc.resolve("7/task/71/stat"));
    thread(7, 73, "C2 CompilerThre", 15, 0);
    assertThat(CompilerTimes.read(proc, List.of(7L, 8L)).since(before))
        .isCloseTo(0.75, within(1e-9));
  }

  @Test
  void aProcessThatHasEndedIsTold() {
    assertThatIOException()
        .isThrownBy(() -> CompilerTimes.read(proc, List.of(77L)))
        .withMessage("the process 77 has ended");
  }

  @Test
  void thisJvmHasCompilers() throws IOException {
    assertThat(CompilerTimes.read(List.of(ProcessHandle.current().pid())).byThread()).isNotEmpty();
  }

  private void thread(long process, long id, String name, long user, long kernel)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(process + "/task/" + id));
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) S 1 1 1 0 -1 4194304 9 0 0 0 %d %d 0 0 20 0 1 0 50 0 0"
            .formatted(id, name, user, kernel));
  }
}
