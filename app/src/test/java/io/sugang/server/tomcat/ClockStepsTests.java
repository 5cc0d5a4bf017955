package io.sugang.server.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockStepsTests {
  private final ClockSteps steps = new ClockSteps(1_000_000, 0);

  @Test
  void timeThatPassesIsNoStep() {
    assertThat(steps.stepped(1_001_000, seconds(1))).isFalse();
    assertThat(steps.stepped(1_121_000, seconds(121))).isFalse();
  }

  @Test
  void aClockThatIsSlewedIsNoStep() {
    assertThat(steps.stepped(1_001_100, seconds(1))).isFalse();
    assertThat(steps.stepped(1_002_200, seconds(2))).isFalse();
  }

  @Test
  void aClockThatWasSetIsAStepOnce() {
    assertThat(steps.stepped(1_101_000, seconds(1))).isTrue();
    assertThat(steps.stepped(1_102_000, seconds(2))).isFalse();
    assertThat(steps.stepped(1_003_000, seconds(3))).isTrue();
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }
}
