package io.sugang.tools.loadgen;

/**
 * Answers per second.
 *
 * @param mean over the whole load
 * @param p50 over its seconds, as p5 and p1: in one of a hundred seconds there were p1 or fewer
 */
public record Rate(double mean, double p50, double p5, double p1) {

  /** Creates the rate of the answers of each whole second, of one load or of several. */
  public static Rate of(double mean, double[] perSecond) {
    Percentiles seconds = Percentiles.ofCounts(perSecond);
    return new Rate(mean, seconds.at(50), seconds.at(5), seconds.at(1));
  }

  /** Returns whether this percentile of so many seconds is the slowest of them. */
  public static boolean slowestOnly(int percent, int seconds) {
    return percent * seconds <= 100;
  }
}
