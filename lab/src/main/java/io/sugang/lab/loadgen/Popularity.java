package io.sugang.lab.loadgen;

import java.util.Arrays;

/**
 * The demand for each of a number of courses, as in a real rush: the one at place {@code k} in
 * proportion to {@code 1 / k^0.8} (Zipf). Of 500 courses the most popular one gets 8 % of all
 * requests, and the ten most popular ones a third. The least popular one still gets about fifty out
 * of 100,000.
 */
public final class Popularity {
  private static final double SKEW = 0.8;

  private final double[] cumulative;

  /**
   * @param places at least 1
   */
  public Popularity(int places) {
    this(places, 0);
  }

  /**
   * @param places at least 1
   * @param hot share of all that want the first place and nothing else, from 0 to 1
   */
  public Popularity(int places, double hot) {
    cumulative = new double[places];
    double sum = 0;
    for (int k = 0; k < places; k++) {
      sum += Math.pow(k + 1, -SKEW);
      cumulative[k] = sum;
    }
    for (int k = 0; k < places; k++) {
      cumulative[k] = hot + (1 - hot) * cumulative[k] / sum;
    }
  }

  /**
   * Returns the place that is meant, counted from 0.
   *
   * @param unit from 0, included, to 1, excluded
   */
  public int place(double unit) {
    double point = unit * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, point);
    return Math.min(found < 0 ? -found - 1 : found, cumulative.length - 1);
  }
}
