package io.sugang.lab.loadgen;

import java.util.Arrays;

/**
 * The spread of several repetitions: the one in the middle, the smallest and the largest. No
 * standard deviation, as three or five values have none to speak of.
 *
 * @param median mean of the two in the middle when their number is even; NaN without values
 */
public record Spread(double median, double least, double most, int values) {

  /** Leaves out values that are NaN, i.e. were not measured. */
  public static Spread of(double... values) {
    double[] sorted =
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
    int n = sorted.length;
    if (n == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
    }
    return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1], n);
  }
}
