package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTests {
  private static final double[] ONE_TO_THOUSAND =
      IntStream.rangeClosed(1, 1_000).asDoubleStream().toArray();

  @Test
  void aPercentileIsAValueThatWasMeasured() {
    assertThat(Percentiles.ofCounts(ONE_TO_THOUSAND).at(50)).isEqualTo(500);
    assertThat(Percentiles.ofCounts(ONE_TO_THOUSAND).at(99)).isEqualTo(990);
    assertThat(Percentiles.ofCounts(ONE_TO_THOUSAND).at(99.9)).isEqualTo(999);
    assertThat(Percentiles.ofCounts(ONE_TO_THOUSAND).at(100)).isEqualTo(1_000);
    assertThat(Percentiles.ofCounts(ONE_TO_THOUSAND).at(1)).isEqualTo(10);
  }

  @Test
  void aPercentileOfFewValuesIsOneOfThem() {
    double[] few = {3, 8, 20};
    assertThat(Percentiles.ofCounts(few).at(1)).isEqualTo(3);
    assertThat(Percentiles.ofCounts(few).at(50)).isEqualTo(8);
    assertThat(Percentiles.ofCounts(few).at(99)).isEqualTo(20);
    assertThat(Percentiles.ofCounts(new double[0]).at(50)).isNaN();
  }

  @Test
  void theChangeIsCountedUpAndDownAndNotOverGaps() {
    assertThat(Statistics.meanChange(new double[] {5, 5, 5})).isZero();
    assertThat(Statistics.meanChange(new double[] {1, 4, 2})).isEqualTo(2.5);
    assertThat(Statistics.meanChange(new double[] {1, 4, Double.NaN, 9, 10})).isEqualTo(2);
    assertThat(Statistics.meanChange(new double[] {1})).isNaN();
  }

  @Test
  void theSpreadIsTheMiddleAndTheEnds() {
    assertThat(Spread.of(9, 1, 4)).isEqualTo(new Spread(4, 1, 9, 3));
    assertThat(Spread.of(4, 1, 9, 6)).isEqualTo(new Spread(5, 1, 9, 4));
    assertThat(Spread.of(Double.NaN, 7)).isEqualTo(new Spread(7, 7, 7, 1));
    assertThat(Spread.of().median()).isNaN();
  }
}
