package io.sugang.platform.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ReadyBackgroundTaskTests {
  private static final String UNFINISHED = "The work of the test is not finished";

  private final AtomicInteger done = new AtomicInteger();
  private final Queue<Boolean> failures = new ConcurrentLinkedQueue<>();
  private final ReadyBackgroundTask task =
      new ReadyBackgroundTask("test-rounds", Duration.ofMillis(1), UNFINISHED) {
        @Override
        protected void work() {
          Boolean fails = failures.poll();
          if (fails == null) {
            return;
          }
          done.incrementAndGet();
          if (fails) {
            throw new IllegalStateException("for a test");
          }
        }
      };

  @AfterEach
  void end() {
    task.destroy();
  }

  private void run(Boolean... fails) {
    failures.addAll(List.of(fails));
    task.start();
    await().until(() -> done.get() == fails.length);
    task.destroy();
  }

  private static int warnings(CapturedOutput log) {
    return log.toString().split(UNFINISHED, -1).length - 1;
  }

  @Test
  void aFailureEndsNoLaterRound(CapturedOutput log) {
    run(true, false);
    assertThat(warnings(log)).isEqualTo(1);
  }

  @Test
  void ofSeveralFailuresTheFirstIsLogged(CapturedOutput log) {
    run(true, true, true);
    assertThat(warnings(log)).isEqualTo(1);
  }

  @Test
  void aFailureAfterASuccessIsLogged(CapturedOutput log) {
    run(true, false, true, false);
    assertThat(warnings(log)).isEqualTo(2);
  }

  @Test
  void nothingRunsBeforeTheStartAndAfterTheEnd() {
    task.wake();
    assertThat(task.isRunning()).isFalse();
    run(false);
    assertThat(task.isRunning()).isFalse();
  }
}
