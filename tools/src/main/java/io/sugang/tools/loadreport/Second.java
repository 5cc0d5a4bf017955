package io.sugang.tools.loadreport;

import java.util.Map;

/**
 * What came in one second of a load.
 *
 * @param at seconds since the first answer
 * @param outcomes how many answers there were of each kind
 * @param dropped requests that were due and not sent
 * @param users busy ones, at most
 * @param p50 of all answers, in ms; 0 if there were none
 * @param p95 likewise
 * @param p99 likewise
 */
record Second(
    int at,
    Map<String, Integer> outcomes,
    int dropped,
    int users,
    double p50,
    double p95,
    double p99) {

  int answers() {
    return outcomes.values().stream().mapToInt(Integer::intValue).sum();
  }

  int of(Band band) {
    return outcomes.entrySet().stream()
        .filter(outcome -> Band.of(outcome.getKey()) == band)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }
}
