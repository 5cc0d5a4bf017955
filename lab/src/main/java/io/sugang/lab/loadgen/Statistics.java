package io.sugang.lab.loadgen;

/** The steadiness of a series. */
public final class Statistics {
  private Statistics() {}

  /**
   * Returns how much a series changes from one value to the next, on average, up or down: 0 is
   * steady.
   *
   * @param series in order; NaN where nothing was measured, and then neither neighbour counts
   * @return NaN when there are no two neighbours
   */
  public static double meanChange(double[] series) {
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
