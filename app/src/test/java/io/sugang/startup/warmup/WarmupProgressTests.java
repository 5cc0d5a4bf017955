package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class WarmupProgressTests {
  private final WarmupProgress progress = new WarmupProgress();

  @Test
  void tellsThePercentAndIsAlwaysUp() {
    assertThat(percent()).isEqualTo(0);
    progress.reached(0.609);
    assertThat(percent()).isEqualTo(60);
    progress.ended();
    assertThat(percent()).isEqualTo(100);
    assertThat(progress.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void neverGoesBackNorBeyondTheEnd() {
    progress.reached(0.5);
    progress.reached(0.2);
    assertThat(percent()).isEqualTo(50);
    progress.reached(7);
    assertThat(percent()).isEqualTo(100);
  }

  private Object percent() {
    return Objects.requireNonNull(progress.health().getDetails().get("percent"));
  }
}
