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
class ReadyRoundsTests {
  private static final String UNFINISHED = "The work of the test is not finished";

  private final AtomicInteger done = new AtomicInteger();
  private final Queue<Boolean> failures = new ConcurrentLinkedQueue<>();
  private final ReadyRounds rounds =
      new ReadyRounds("test-rounds", Duration.ofMillis(1), UNFINISHED) {
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
    rounds.destroy();
  }

  private void run(Boolean... fails) {
    failures.addAll(List.of(fails));
    rounds.start();
    await().until(() -> done.get() == fails.length);
    rounds.destroy();
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
    rounds.wake();
    assertThat(rounds.isRunning()).isFalse();
    run(false);
    assertThat(rounds.isRunning()).isFalse();
  }
}
