package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompilationMonitorTests {
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final int MANY = 2_000;
  private static final long COSTLY = 900;
  private static final long SETTLED = 480;

  private final AtomicLong compiled = new AtomicLong(7_000);
  private final AtomicLong cpu = new AtomicLong(3_000_000_000L);
  private final CompilationMonitor monitor = new CompilationMonitor(compiled::get, cpu::get);

  @Test
  void isReachedAfterThreeWindowsWithoutGainAndWithQuietCompilers() {
    assertThat(window(MANY, COSTLY, 0)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isFalse();
    assertThat(window(MANY, SETTLED, 199)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isFalse();
    assertThat(window(MANY, SETTLED, 150)).isTrue();
  }

  @Test
  void aBusyCompilerStartsTheCountAnew() {
    window(MANY, SETTLED, 0);
    window(MANY, SETTLED, 0);
    window(MANY, SETTLED, 0);
    assertThat(window(MANY, SETTLED, 200)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isTrue();
  }

  @Test
  void requestsThatBecomeCheaperStartTheCountAnew() {
    window(MANY, COSTLY, 0);
    window(MANY, COSTLY, 0);
    window(MANY, COSTLY, 0);
    assertThat(window(MANY, COSTLY * 8 / 10, 0)).isFalse();
    assertThat(window(MANY, COSTLY * 8 / 10, 0)).isFalse();
    assertThat(window(MANY, COSTLY * 8 / 10, 0)).isFalse();
    assertThat(window(MANY, COSTLY * 8 / 10, 0)).isTrue();
  }

  @Test
  void aSmallGainOrAWorseWindowDoesNot() {
    window(MANY, SETTLED, 0);
    assertThat(window(MANY, SETTLED * 95 / 100, 0)).isFalse();
    assertThat(window(MANY, COSTLY, 0)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isTrue();
  }

  @Test
  void aWindowWithFewAnswersSaysNothingAndGoesOn() {
    for (int i = 0; i < 8; i++) {
      assertThat(window(1, SETTLED, 60)).isFalse();
    }
    window(MANY, SETTLED, 0);
    window(MANY, SETTLED, 0);
    // Together these last for two windows, so 300 ms of compilation are quiet.
    assertThat(window(200, SETTLED, 150)).isFalse();
    assertThat(window(200, SETTLED, 150)).isFalse();
    assertThat(window(MANY, SETTLED, 0)).isTrue();
  }

  @Test
  void fewRequestsAreNoPlateauHoweverQuietTheCompilersAre() {
    for (int i = 0; i < 12; i++) {
      assertThat(window(400, SETTLED, 0)).isFalse();
    }
    assertThat(window(400, SETTLED, 0)).isTrue();
  }

  @Test
  void tellsTheCpuTimeOfARequestInTheLastWindow() {
    window(MANY, COSTLY, 0);
    window(MANY, SETTLED, 0);
    assertThat(monitor.lastMicros()).isEqualTo(SETTLED);
    assertThat(monitor.requests()).isEqualTo(2L * MANY);
  }

  private boolean window(int requests, long micros, long compiledMillis) {
    for (int i = 0; i < requests; i++) {
      monitor.answered();
    }
    cpu.addAndGet(requests * micros * 1_000);
    compiled.addAndGet(compiledMillis);
    return monitor.endWindow(WINDOW);
  }
}
