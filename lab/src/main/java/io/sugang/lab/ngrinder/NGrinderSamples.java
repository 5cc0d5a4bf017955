package io.sugang.lab.ngrinder;

import io.sugang.lab.loadgen.Percentiles;
import io.sugang.lab.loadgen.Statistics;
import io.sugang.ops.workspace.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * nGrinder's CSV: a line per second. Its columns are found by their names, as their number depends
 * on the script; a missing one reads as 0.
 */
final class NGrinderSamples {
  /**
   * @param tests requests that were no errors
   * @param meanMillis of those
   * @param firstByteMillis mean, of those
   * @param lateMillis mean lateness against the schedule, of those: of an error The Grinder keeps
   *     nothing but that it was one
   */
  record NGrinderSecond(
      String time,
      double tests,
      double errors,
      double tps,
      double meanMillis,
      double firstByteMillis,
      double lateMillis,
      double won,
      double refused) {
    double sent() {
      return tests + errors;
    }
  }

  private final List<NGrinderSecond> samples;

  private NGrinderSamples(List<NGrinderSecond> samples) {
    this.samples = samples;
  }

  /** Whether it is a CSV of nGrinder with at least one request. */
  static boolean in(String csv) {
    try {
      return parse(csv).sum(NGrinderSecond::sent) > 0;
    } catch (Failure none) {
      return false;
    }
  }

  /**
   * @throws Failure if it is not a CSV of nGrinder
   */
  static NGrinderSamples parse(String csv) {
    List<String> lines = csv.lines().filter(line -> !line.isBlank()).toList();
    if (lines.isEmpty() || !lines.getFirst().contains("TPS")) {
      throw new Failure(
          "nGrinder's CSV has no samples: " + (lines.isEmpty() ? "it is empty" : lines.getFirst()));
    }
    Map<String, Integer> columns = new HashMap<>();
    String[] names = lines.getFirst().split("[,;\t]", -1);
    for (int column = 0; column < names.length; column++) {
      columns.putIfAbsent(names[column].strip(), column);
    }
    List<NGrinderSecond> samples = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("[,;\t]", -1);
      samples.add(
          new NGrinderSecond(
              cells[0],
              cell(columns, cells, "Tests"),
              cell(columns, cells, "Errors"),
              cell(columns, cells, "TPS"),
              cell(columns, cells, "Mean_Test_Time_(ms)"),
              cell(columns, cells, "Mean_time_to_first_byte"),
              cell(columns, cells, "User_defined"),
              cell(columns, cells, "Won"),
              cell(columns, cells, "Refused")));
    }
    return new NGrinderSamples(samples);
  }

  private static double cell(Map<String, Integer> columns, String[] cells, String name) {
    Integer column = columns.get(name);
    if (column == null || column >= cells.length) {
      return 0;
    }
    try {
      double value = Double.parseDouble(cells[column].strip());
      return Double.isFinite(value) ? value : 0;
    } catch (NumberFormatException blankOrNull) {
      return 0;
    }
  }

  List<NGrinderSecond> all() {
    return samples;
  }

  boolean isEmpty() {
    return samples.isEmpty();
  }

  /**
   * Those at the constant rate: after the ramp, counted from the first sample with a request, and
   * without the last one, which is seldom a whole second.
   */
  NGrinderSamples constant(long rampSeconds) {
    int first = 0;
    while (first < samples.size() && samples.get(first).sent() == 0) {
      first++;
    }
    int last = samples.size();
    while (last > 0 && samples.get(last - 1).sent() == 0) {
      last--;
    }
    int from = (int) Math.min(Integer.MAX_VALUE, first + rampSeconds);
    return new NGrinderSamples(from < last - 1 ? samples.subList(from, last - 1) : List.of());
  }

  double sum(ToDoubleFunction<NGrinderSecond> value) {
    return samples.stream().mapToDouble(value).sum();
  }

  /** Mean of a per-sample mean, weighted; 0 without any weight. */
  double mean(ToDoubleFunction<NGrinderSecond> value, ToDoubleFunction<NGrinderSecond> weight) {
    double weights = sum(weight);
    return weights == 0
        ? 0
        : sum(sample -> value.applyAsDouble(sample) * weight.applyAsDouble(sample)) / weights;
  }

  /** Over the seconds; share 0 to 1; 0 without seconds. */
  double percentile(double share, ToDoubleFunction<NGrinderSecond> value) {
    return isEmpty() ? 0 : Percentiles.ofCounts(values(value)).at(100 * share);
  }

  /** Mean change of a value from one second to the next. */
  double meanChange(ToDoubleFunction<NGrinderSecond> value) {
    return samples.size() < 2 ? 0 : Statistics.meanChange(values(value));
  }

  private double[] values(ToDoubleFunction<NGrinderSecond> value) {
    return samples.stream().mapToDouble(value).toArray();
  }
}
