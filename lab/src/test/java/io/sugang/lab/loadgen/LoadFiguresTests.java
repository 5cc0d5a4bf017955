package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadFiguresTests {
  private final Samples samples = new Samples();

  @Test
  void aLoadIsCountedFromWhenItsRequestsWereDue() {
    // Sent 2 ms late, done 4 ms after that: 6 ms for the client.
    samples.add(100_000, 102_000, 106_000, 201, true);
    LoadFigures figures = figures(Duration.ofSeconds(2));
    assertThat(figures.response().p50()).isEqualTo(6);
    assertThat(figures.lateP99()).isEqualTo(2);
  }

  @Test
  void anAnswerThatNeverCameCountsWithTheTimeItWasWaitedFor() {
    samples.add(0, 0, 1_000, 201, true);
    samples.add(500_000, -1, 2_500_000, 0, false);
    LoadFigures figures = figures(Duration.ofSeconds(1));
    assertThat(figures.errors()).isEqualTo(1);
    assertThat(figures.response().max()).isEqualTo(2_000);
  }

  @Test
  void anotherAnswerThanTheLoadIsAboutIsAnErrorAndToldApart() {
    samples.add(0, 0, 1_000, 201, true);
    samples.add(0, 0, 8_000, 409, false);
    LoadFigures figures = figures(Duration.ofSeconds(1));
    assertThat(figures.statuses()).isEqualTo(Map.of(201, 1, 409, 1));
    assertThat(figures.expected()).isEqualTo(1);
    assertThat(figures.errors()).isEqualTo(1);
    assertThat(figures.perSecond()).isEqualTo(1);
    assertThat(figures.responseByStatus())
        .hasEntrySatisfying(409, times -> assertThat(times.p50()).isEqualTo(8));
  }

  @Test
  void theRateIsThatOfAnswersThatCameDuringTheLoad() {
    for (int i = 0; i < 300; i++) {
      int due = i * 10_000;
      samples.add(due, due, due + 500_000, 201, true);
    }
    LoadFigures figures = figures(Duration.ofSeconds(3));
    assertThat(figures.expected()).isEqualTo(300);
    assertThat(figures.perSecond()).isCloseTo(250 / 3.0, within(1e-9));
  }

  @Test
  void moreSamplesThanFitIntoOneChunkAreAllKept() {
    int many = 100_000;
    for (int i = 0; i < many; i++) {
      samples.add(i, i, i + 1_000, i % 2 == 0 ? 201 : 409, i % 2 == 0);
    }
    assertThat(samples.size()).isEqualTo(many);
    assertThat(figures(Duration.ofSeconds(1)).statuses())
        .isEqualTo(Map.of(201, many / 2, 409, many / 2));
  }

  private LoadFigures figures(Duration length) {
    return LoadFigures.of(
        samples,
        new LoadPlan(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
            1,
            1,
            new Schedule.OpenLoop(100),
            length,
            Duration.ofSeconds(5)));
  }
}
