package io.sugang.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlateauTests {
  private final Plateau plateau = new Plateau();

  @Test
  void isReachedAfterThreeWindowsWithoutGain() {
    assertThat(window(1_000)).isFalse();
    assertThat(window(500)).isFalse();
    assertThat(window(490)).isFalse();
    assertThat(window(495)).isFalse();
    assertThat(window(480)).isTrue();
    assertThat(plateau.lastMicros()).isEqualTo(480);
  }

  @Test
  void aGainStartsTheCountAnew() {
    window(1_000);
    window(990);
    window(990);
    assertThat(window(900)).isFalse();
    assertThat(window(900)).isFalse();
    assertThat(window(900)).isFalse();
    assertThat(window(900)).isTrue();
  }

  @Test
  void aWindowWithFewAnswersSaysNothing() {
    window(100);
    for (int i = 0; i < 10; i++) {
      plateau.refused(100_000);
      assertThat(plateau.endWindow()).isFalse();
    }
  }

  private boolean window(long micros) {
    for (int i = 0; i < 60; i++) {
      plateau.refused(micros * 1_000);
    }
    return plateau.endWindow();
  }
}
