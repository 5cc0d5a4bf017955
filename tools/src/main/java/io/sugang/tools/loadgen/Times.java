package io.sugang.tools.loadgen;

import java.util.Arrays;

/** How long something took, in milliseconds; all NaN when it never happened. */
public record Times(
    long count, double mean, double p50, double p95, double p99, double p999, double max) {

  /** Sorts {@code millis}. */
  static Times of(double[] millis) {
    Arrays.sort(millis);
    return new Times(
        millis.length,
        Statistics.mean(millis),
        Statistics.percentile(millis, 50),
        Statistics.percentile(millis, 95),
        Statistics.percentile(millis, 99),
        Statistics.percentile(millis, 99.9),
        Statistics.percentile(millis, 100));
  }
}
