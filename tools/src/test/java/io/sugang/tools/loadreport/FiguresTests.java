package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTests {

  @Test
  void neverShowsALittleAsNothingOrNearlyAllAsAll() {
    assertThat(Figures.percent(0)).isEqualTo("0 %");
    assertThat(Figures.percent(0.004)).isEqualTo("< 0.01 %");
    assertThat(Figures.percent(0.0475)).isEqualTo("0.05 %");
    assertThat(Figures.percent(49.83)).isEqualTo("49.8 %");
    assertThat(Figures.percent(99.94)).isEqualTo("99.9 %");
    assertThat(Figures.percent(99.96)).isEqualTo("> 99.9 %");
    assertThat(Figures.percent(100)).isEqualTo("100 %");
  }

  @Test
  void showsShortTimesWithMoreDigits() {
    assertThat(Figures.ms(1.234)).isEqualTo("1.23");
    assertThat(Figures.ms(23.45)).isEqualTo("23.5");
    assertThat(Figures.ms(1234.5)).isEqualTo("1,235");
  }

  @Test
  void tellsHowLongARunWas() {
    assertThat(Figures.duration(30)).isEqualTo("30 s");
    assertThat(Figures.duration(60)).isEqualTo("1 minute");
    assertThat(Figures.duration(180)).isEqualTo("3 minutes");
    assertThat(Figures.duration(150)).isEqualTo("2:30 min");
  }
}
