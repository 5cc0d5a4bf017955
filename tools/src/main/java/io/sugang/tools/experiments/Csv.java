package io.sugang.tools.experiments;

import io.sugang.tools.loadgen.LoadFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Comma-separated values (RFC 4180) with a point in numbers; what was not measured is empty. */
final class Csv {
  private Csv() {}

  /** A line per run. */
  static String runs(ExperimentResults results) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "experiment,variant,load,repetition,"
            + Arrays.stream(Figure.values()).map(Figure::column).collect(Collectors.joining(","))
            + ",statuses,warnings");
    for (ExperimentRun run : results.runs()) {
      lines.add(
          head(run)
              + ","
              + Arrays.stream(Figure.values())
                  .map(figure -> number(figure.of(run)))
                  .collect(Collectors.joining(","))
              + ","
              + text(
                  new TreeMap<>(run.figures().statuses())
                      .entrySet().stream()
                          .map(status -> status.getKey() + ":" + status.getValue())
                          .collect(Collectors.joining(" ")))
              + ","
              + text(String.join("; ", run.warnings())));
    }
    return lines(lines);
  }

  /** A line per second of each run. */
  static String seconds(ExperimentResults results) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "experiment,variant,load,repetition,second,answered,errors,response_mean_ms,response_p50_ms,response_p99_ms,first_byte_mean_ms");
    for (ExperimentRun run : results.runs()) {
      for (LoadFigures.Slice second : run.figures().seconds()) {
        lines.add(
            "%s,%s,%d,%d,%s,%s,%s,%s"
                .formatted(
                    head(run),
                    number(second.at()),
                    second.answered(),
                    second.errors(),
                    number(second.mean()),
                    number(second.p50()),
                    number(second.p99()),
                    number(second.firstByte())));
      }
    }
    return lines(lines);
  }

  /** A line per pool under each load. */
  static String pools(ExperimentResults results) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "variant,load,pool,taken_per_second,held_ms_at_most,waited_ms,in_use_at_most,needed,size,instances,needed_of_all,cores_times_two");
    for (PoolUse use : results.pools()) {
      lines.add(
          "%s,%s,%s,%s,%s,%s,%s,%d,%d,%d,%d,%d"
              .formatted(
                  text(use.variant()),
                  text(use.load()),
                  text(use.pool()),
                  number(use.takenPerSecond()),
                  number(use.heldMillisAtMost()),
                  number(use.waitedMillis()),
                  number(use.inUse()),
                  use.needed(),
                  use.size(),
                  use.instances(),
                  use.neededOfAll(),
                  use.coresTimesTwo()));
    }
    return lines(lines);
  }

  private static String head(ExperimentRun run) {
    return "%s,%s,%s,%d"
        .formatted(text(run.experiment()), text(run.variant()), text(run.load()), run.repetition());
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  private static String text(String value) {
    return value.matches("[^\",\r\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
