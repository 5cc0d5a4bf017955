package io.sugang.lab.loadgen;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of measured values, the only implementation of the tools apart from the rush's
 * counters of whole microseconds. A percentile is the value of the nearest rank, to the digits of
 * the histogram; the maximum is exact. Not for several threads.
 */
public final class Percentiles {
  private final Histogram histogram;
  private final double unitsPerValue;
  private double max = Double.NaN;

  private Percentiles(int digits, double unitsPerValue) {
    this.histogram = new Histogram(digits);
    this.unitsPerValue = unitsPerValue;
  }

  /**
   * Creates the percentiles of times in ms.
   *
   * @param digits that are exact; each more takes ten times the memory
   */
  public static Percentiles ofMillis(int digits) {
    return new Percentiles(digits, 1_000);
  }

  /** Creates the percentiles of counts per second: exact up to 26,000, to five digits above. */
  public static Percentiles ofCounts(double... counts) {
    Percentiles all = new Percentiles(5, 10);
    for (double count : counts) {
      all.add(count);
    }
    return all;
  }

  public void add(double value) {
    histogram.recordValue(Math.max(0, Math.round(value * unitsPerValue)));
    max = Double.isNaN(max) ? value : Math.max(max, value);
  }

  public int count() {
    return Math.toIntExact(histogram.getTotalCount());
  }

  /** Returns a percentile; NaN without values, as the maximum. */
  public double at(double percent) {
    if (count() == 0 || percent >= 100) {
      return max;
    }
    long value = histogram.getValueAtPercentile(percent);
    return Math.min(max, histogram.lowestEquivalentValue(value) / unitsPerValue);
  }

  public double max() {
    return max;
  }
}
