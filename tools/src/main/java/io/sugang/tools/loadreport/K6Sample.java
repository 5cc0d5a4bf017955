package io.sugang.tools.loadreport;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of k6.
 *
 * @param kind what was measured
 * @param at when, in ms since 1970
 * @param value in ms for an answer, otherwise a number
 * @param outcome the outcome of an answer, otherwise empty
 */
record K6Sample(Metric kind, long at, double value, String outcome) {

  enum Metric {
    ANSWER,
    DROPPED,
    USERS
  }

  private static final Map<String, Metric> METRICS =
      Map.of(
          "answer_time", Metric.ANSWER, "dropped_iterations", Metric.DROPPED, "vus", Metric.USERS);
  private static final String OUTCOME = "outcome=";

  /**
   * Reads a line that k6 writes with {@code --out csv} and times in ms: {@code
   * metric,time,value,...}. Of some fifteen lines for each request one is of interest, so the
   * others are skipped by their first word alone.
   *
   * @return null for a line of another metric
   * @throws IllegalArgumentException if the line is of such a metric and cannot be read
   */
  static @Nullable K6Sample parse(String line) {
    int first = line.indexOf(',');
    Metric kind = first < 0 ? null : METRICS.get(line.substring(0, first));
    if (kind == null) {
      return null;
    }
    int second = line.indexOf(',', first + 1);
    int third = line.indexOf(',', second + 1);
    if (second < 0 || third < 0) {
      throw unreadable(line);
    }
    try {
      return new K6Sample(
          kind,
          Long.parseLong(line.substring(first + 1, second)),
          Double.parseDouble(line.substring(second + 1, third)),
          kind == Metric.ANSWER ? outcome(line) : "");
    } catch (NumberFormatException notOne) {
      throw unreadable(line);
    }
  }

  /** Among the tags, {@code a=b&outcome=won}, in one of the columns behind the value. */
  private static String outcome(String line) {
    int begin = line.indexOf(OUTCOME);
    if (begin < 0) {
      throw unreadable(line);
    }
    int end = begin += OUTCOME.length();
    while (end < line.length() && Character.isLetter(line.charAt(end))) {
      end++;
    }
    return line.substring(begin, end);
  }

  private static IllegalArgumentException unreadable(String line) {
    return new IllegalArgumentException("not a line as k6 writes it: " + line);
  }
}
