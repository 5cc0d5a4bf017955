package io.sugang.lab.loadgen;

/** The times of something, in milliseconds; all NaN when it never happened. */
public record LatencySummary(int count, double p50, double p99, double p999, double max) {

  static LatencySummary of(Percentiles millis) {
    return new LatencySummary(
        millis.count(), millis.at(50), millis.at(99), millis.at(99.9), millis.max());
  }
}
