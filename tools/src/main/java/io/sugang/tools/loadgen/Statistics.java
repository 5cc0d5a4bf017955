package io.sugang.tools.loadgen;

import java.util.Arrays;

/** The few statistics that the figures are made of. */
final class Statistics {
  private Statistics() {}

  /**
   * The smallest value that at least {@code percent} of all values do not exceed (nearest rank, so
   * it is one that was measured).
   *
   * @param sorted ascending
   * @return NaN without values
   */
  static double percentile(double[] sorted, double percent) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    // 99.9 / 100 * 1000 is 999.0000000000001 to a computer, whose rank would be 1000.
    int rank = (int) Math.ceil(percent * sorted.length / 100 - 1e-9);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }

  /** NaN without values. */
  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /**
   * How much a series changes from one value to the next, on average, up or down: 0 is steady.
   *
   * @param series in order; NaN where nothing was measured, and then neither neighbour counts
   * @return NaN when there are no two neighbours
   */
  static double meanChange(double[] series) {
    double sum = 0;
    int changes = 0;
    for (int i = 1; i < series.length; i++) {
      double change = Math.abs(series[i] - series[i - 1]);
      if (!Double.isNaN(change)) {
        sum += change;
        changes++;
      }
    }
    return changes == 0 ? Double.NaN : sum / changes;
  }
}
