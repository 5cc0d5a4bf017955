package io.sugang.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompilationMonitorTests {
  private static final Duration WINDOW = Duration.ofMillis(500);

  private final AtomicLong compiled = new AtomicLong(7_000);
  private final CompilationMonitor plateau = new CompilationMonitor(compiled::get);

  @Test
  void isReachedAfterThreeWindowsInWhichLittleWasCompiled() {
    assertThat(window(400)).isFalse();
    assertThat(window(49)).isFalse();
    assertThat(window(0)).isFalse();
    assertThat(window(30)).isTrue();
  }

  @Test
  void aBusyCompilerStartsTheCountAnew() {
    window(0);
    window(0);
    assertThat(window(50)).isFalse();
    assertThat(window(0)).isFalse();
    assertThat(window(0)).isFalse();
    assertThat(window(0)).isTrue();
  }

  @Test
  void aWindowWithFewAnswersSaysNothing() {
    for (int i = 0; i < 4; i++) {
      plateau.refused(100_000);
      assertThat(plateau.endWindow(WINDOW)).isFalse();
    }
  }

  @Test
  void tellsTheMeanTimeOfARefusalInTheLastWindow() {
    window(0);
    assertThat(plateau.lastMicros()).isEqualTo(480);
  }

  private boolean window(long compiledMillis) {
    for (int i = 0; i < 60; i++) {
      plateau.refused(480_000);
    }
    compiled.addAndGet(compiledMillis);
    return plateau.endWindow(WINDOW);
  }
}
