package io.sugang.tools.loadgen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one load.
 *
 * <p>Response times are counted from when a request was due, the time to first byte from when it
 * was sent. They are of all requests, those without an answer included, with the time that it was
 * waited for.
 *
 * @param requests that were due
 * @param expected answers of a status that the load is about
 * @param errors all other answers; {@code statuses} has them by status
 * @param statuses how many answers had which status; 0 is no answer
 * @param rate of expected answers
 * @param response of all requests
 * @param responseByStatus of those with this answer
 * @param firstByte from sending to the first byte
 * @param firstByteChange how much its mean changes from second to second, in ms: 0 is steady
 * @param lateP99 how late requests were sent, in ms (p99): the driver, or no connection was free
 * @param seconds one after another, {@code begin} the first seconds in slices of 100 ms
 */
public record LoadFigures(
    int requests,
    int expected,
    int errors,
    Map<Integer, Integer> statuses,
    Rate rate,
    LatencySummary response,
    Map<Integer, LatencySummary> responseByStatus,
    LatencySummary firstByte,
    double firstByteChange,
    double lateP99,
    List<Slice> seconds,
    List<Slice> begin) {

  /**
   * Part of a load.
   *
   * @param at when it begins, in seconds
   * @param answered expected answers that came in it
   * @param errors among the requests that were due in it
   * @param mean response time of the requests that were due in it, in ms, as p50, p99 and firstByte
   *     (mean); NaN when there were none
   */
  public record Slice(
      double at, int answered, int errors, double mean, double p50, double p99, double firstByte) {}

  private static final int BEGIN_MILLIS = 5_000;
  private static final int BEGIN_SLICE_MILLIS = 100;

  /** Returns the figures of a load that was sent as {@code plan} says. */
  public static LoadFigures of(Samples samples, LoadPlan plan) {
    int length = Math.toIntExact(plan.length().toMillis());
    int seconds = Math.max(1, length / 1_000);
    SliceSeries perSecond = new SliceSeries(seconds, Math.min(1_000, length));
    SliceSeries begin =
        new SliceSeries(
            Math.max(1, Math.min(length, BEGIN_MILLIS) / BEGIN_SLICE_MILLIS), BEGIN_SLICE_MILLIS);
    Percentiles response = Percentiles.ofMillis(4);
    Percentiles firstByte = Percentiles.ofMillis(4);
    Percentiles late = Percentiles.ofMillis(4);
    Map<Integer, Percentiles> byStatus = new TreeMap<>();
    int[] asExpected = new int[1];
    int[] inTime = new int[1];
    samples.forEach((due, sent, first, end, status, expected) -> {
      double took = (end - due) / 1_000.0;
      double toFirst = first < 0 || sent < 0 ? Double.NaN : (first - sent) / 1_000.0;
      response.add(took);
      byStatus.computeIfAbsent(status, none -> Percentiles.ofMillis(4)).add(took);
      if (!Double.isNaN(toFirst)) {
        firstByte.add(toFirst);
      }
      if (sent >= 0) {
        late.add((sent - due) / 1_000.0);
      }
      if (expected) {
        asExpected[0]++;
        if (end < length * 1_000L) {
          inTime[0]++;
        }
      }
      perSecond.add(due, end, took, toFirst, expected);
      begin.add(due, end, took, toFirst, expected);
    });
    Map<Integer, Integer> statuses = new TreeMap<>();
    byStatus.forEach((status, values) -> statuses.put(status, values.count()));
    Map<Integer, LatencySummary> responseByStatus = new TreeMap<>();
    byStatus.forEach((status, values) -> responseByStatus.put(status, LatencySummary.of(values)));
    List<Slice> slices = perSecond.slices();
    return new LoadFigures(
        response.count(),
        asExpected[0],
        response.count() - asExpected[0],
        statuses,
        Rate.of(inTime[0] / (length / 1_000.0), series(slices, Slice::answered)),
        LatencySummary.of(response),
        responseByStatus,
        LatencySummary.of(firstByte),
        Statistics.meanChange(series(slices, Slice::firstByte)),
        late.at(99),
        slices,
        begin.slices());
  }

  private static double[] series(List<Slice> slices, ToDoubleFunction<Slice> value) {
    return slices.stream().mapToDouble(value).toArray();
  }

  /** Parts of equal length, from the start of the load. */
  private static final class SliceSeries {
    private final int sliceMicros;
    private final int[] answered;
    private final int[] errors;
    private final Percentiles[] took;
    private final double[] firstByte;
    private final int[] firstBytes;

    SliceSeries(int slices, int sliceMillis) {
      sliceMicros = sliceMillis * 1_000;
      answered = new int[slices];
      errors = new int[slices];
      took = new Percentiles[slices];
      firstByte = new double[slices];
      firstBytes = new int[slices];
      Arrays.setAll(took, none -> Percentiles.ofMillis(3));
    }

    void add(int due, int end, double millis, double toFirst, boolean expected) {
      int of = due / sliceMicros;
      if (of < took.length) {
        took[of].add(millis);
        if (!Double.isNaN(toFirst)) {
          firstByte[of] += toFirst;
          firstBytes[of]++;
        }
        if (!expected) {
          errors[of]++;
        }
      }
      int came = end / sliceMicros;
      if (expected && came < answered.length) {
        answered[came]++;
      }
    }

    List<Slice> slices() {
      List<Slice> slices = new ArrayList<>();
      for (int i = 0; i < took.length; i++) {
        LatencySummary times = LatencySummary.of(took[i]);
        slices.add(
            new Slice(
                (double) i * sliceMicros / 1_000_000,
                answered[i],
                errors[i],
                times.mean(),
                times.p50(),
                times.p99(),
                firstBytes[i] == 0 ? Double.NaN : firstByte[i] / firstBytes[i]));
      }
      return slices;
    }
  }
}
