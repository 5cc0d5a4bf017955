package io.sugang.lab.loadgen;

import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of one load.
 *
 * <p>Response times are counted from when a request was due. They are of all requests, those
 * without an answer included, with the time that it was waited for.
 *
 * @param requests that were due
 * @param expected answers of a status that the load is about
 * @param errors all other answers
 * @param perSecond expected answers that came while the load lasted, a second
 * @param response of all requests
 * @param responseByStatus of those with this answer; 0 is no answer
 * @param lateP99 how late requests were sent, in ms (p99): the driver, or no connection was free
 */
public record LoadFigures(
    int requests,
    int expected,
    int errors,
    double perSecond,
    LatencySummary response,
    Map<Integer, LatencySummary> responseByStatus,
    double lateP99) {

  /** Returns the figures of a load that was sent as {@code plan} says. */
  public static LoadFigures of(Samples samples, LoadPlan plan) {
    int length = Math.toIntExact(plan.length().toMillis());
    Percentiles response = Percentiles.ofMillis(4);
    Percentiles late = Percentiles.ofMillis(4);
    Map<Integer, Percentiles> byStatus = new TreeMap<>();
    int[] asExpected = new int[1];
    int[] inTime = new int[1];
    samples.forEach((due, sent, end, status, expected) -> {
      double took = (end - due) / 1_000.0;
      response.add(took);
      byStatus.computeIfAbsent(status, none -> Percentiles.ofMillis(4)).add(took);
      if (sent >= 0) {
        late.add((sent - due) / 1_000.0);
      }
      if (expected) {
        asExpected[0]++;
        if (end < length * 1_000L) {
          inTime[0]++;
        }
      }
    });
    Map<Integer, LatencySummary> responseByStatus = new TreeMap<>();
    byStatus.forEach((status, values) -> responseByStatus.put(status, LatencySummary.of(values)));
    return new LoadFigures(
        response.count(),
        asExpected[0],
        response.count() - asExpected[0],
        inTime[0] / (length / 1_000.0),
        LatencySummary.of(response),
        responseByStatus,
        late.at(99));
  }

  /** Returns how many answers had which status; 0 is no answer. */
  public Map<Integer, Integer> statuses() {
    Map<Integer, Integer> counts = new TreeMap<>();
    responseByStatus.forEach((status, times) -> counts.put(status, times.count()));
    return counts;
  }
}
