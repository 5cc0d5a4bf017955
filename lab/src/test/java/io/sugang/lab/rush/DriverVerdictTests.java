package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.loadgen.Schedule;
import io.sugang.lab.rush.DriverGauge.DriverUse;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverVerdictTests {
  private static final Schedule CLOSED = new Schedule.ClosedLoop();
  private static final Schedule OPEN = new Schedule.OpenLoop(100);
  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "0.2, 0.5,    100, NOT_THE_LIMIT",
    "0.2, 0.98,   100, MACHINE",
    "0.2, 0.98, 80000, MACHINE",
    "0.6, 0.98,   100, DRIVER",
    "0.2, 0.5,  80000, DRIVER"
  })
  void whoIsTheLimit(double own, double machine, long lagMicros, DriverVerdict expected) {
    assertThat(DriverVerdict.of(reading(own, machine, lagMicros), CLOSED, latency(0, 1, 20)))
        .isEqualTo(expected);
  }

  @Test
  void requestsThatWaitForAFreeConnectionAreTheFaultOfTheDriversSettings() {
    DriverUse idle = reading(0.1, 0.2, 100);
    assertThat(DriverVerdict.of(idle, OPEN, latency(0, 500, 520)))
        .isEqualTo(DriverVerdict.CONNECTIONS);
    assertThat(DriverVerdict.of(idle, OPEN, latency(0, 1, 20)))
        .isEqualTo(DriverVerdict.NOT_THE_LIMIT);
  }

  @Test
  void theSentenceHasTheFigures() {
    assertThat(DriverVerdict.MACHINE.explain(reading(0.25, 0.97, 12_000)))
        .contains("25 % of 4 cores", "97 % busy", "12.0 ms (p99)");
  }

  @Test
  void theGaugeMeasuresItsOwnProcess() throws Exception {
    try (DriverGauge gauge = new DriverGauge()) {
      long end = System.nanoTime() + 300 * MILLI;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      DriverUse reading = gauge.stop();
      assertThat(reading.ownShare()).isGreaterThan(0.01).isLessThanOrEqualTo(1);
      assertThat(reading.machineShare()).isGreaterThanOrEqualTo(reading.ownShare());
      // Two probes, every 10 ms.
      assertThat(reading.lagMicros().getTotalCount()).isPositive();
    }
  }

  private static DriverUse reading(double own, double machine, long lagMicros) {
    Histogram lag = new Histogram(1, 3_600_000_000L, 3);
    lag.recordValueWithCount(lagMicros, 100);
    return new DriverUse(4, own, machine, lag);
  }

  private static Tally.RushLatency latency(long dueMillis, long sentMillis, long endMillis) {
    Tally tally = new Tally();
    for (int i = 0; i < 100; i++) {
      tally.add(
          new RequestOutcome(
              new Pair(1, 1),
              409,
              null,
              null,
              null,
              dueMillis * MILLI,
              sentMillis * MILLI,
              endMillis * MILLI));
    }
    return tally.latencyOfAll();
  }
}
