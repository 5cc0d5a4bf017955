package io.sugang.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTests {

  @Test
  void aLinearAxisEndsAtARoundNumber() {
    assertThat(Scale.linear(385).ticks()).containsExactly(0, 50, 100, 150, 200, 250, 300, 350, 400);
    assertThat(Scale.linear(0).ticks()).containsExactly(0, 1);
  }

  @Test
  void aLogarithmicAxisHasPowersOfTen() {
    Scale scale = Scale.logarithmic(0.4, 120);
    assertThat(scale.ticks()).containsExactly(0.1, 1, 10, 100, 1_000);
    assertThat(scale.share(0)).isZero();
    assertThat(scale.share(10)).isEqualTo(0.5);
    assertThat(Scale.label(0.1)).isEqualTo("0.1");
    assertThat(Scale.label(1_000)).isEqualTo("1,000");
  }

  @Test
  void anAxisOfTimeHasAtMostThirteenTicks() {
    assertThat(Scale.seconds(10).ticks()).hasSize(11);
    assertThat(Scale.seconds(180).ticks()).hasSize(13).contains(15, 180);
    assertThat(Scale.seconds(3_600).ticks()).hasSize(13);
  }
}
