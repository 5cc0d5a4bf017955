package io.sugang.tools.bench;

import io.sugang.tools.loadgen.Spread;
import io.sugang.tools.report.Table;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much slower the first seconds after readiness are than the same load later, in p99, and
 * whether they had errors: what is left for users to notice of a start.
 */
final class FirstSeconds {
  /** More than this many times the steady state counts as not warm. */
  static final double WANTED = 3;

  private FirstSeconds() {}

  /** A row per variant; no rows when the start was not measured. */
  static Table table(ExperimentResults results) {
    return new Table(
        "p99 of the first %d seconds against the steady state".formatted(results.seconds()),
        1,
        List.of("variant", "first ms", "steady ms", "times", "errors", "at most 3 times"),
        Experiment.START.variants().stream()
            .filter(variant -> times(results, variant).values() > 0)
            .map(variant -> row(results, variant))
            .toList());
  }

  private static List<String> row(ExperimentResults results, Variant variant) {
    Spread times = times(results, variant);
    // Errors come quickly.
    int errors = first(results, variant).stream().mapToInt(Run::errors).sum();
    return List.of(
        variant.name(),
        Summary.cell(Figure.P99, Figure.P99.of(first(results, variant))),
        Summary.cell(Figure.P99, Figure.P99.of(steady(results, variant))),
        Summary.cell(Figure.P99, times),
        Integer.toString(errors),
        times.median() <= WANTED && errors == 0 ? "yes" : "no");
  }

  /** Each repetition against itself: between repetitions the machine may have become another. */
  private static Spread times(ExperimentResults results, Variant variant) {
    List<Run> first = first(results, variant);
    List<Run> steady = steady(results, variant);
    return Spread.of(
        IntStream.range(0, Math.min(first.size(), steady.size()))
            .mapToDouble(i -> first.get(i).of(Figure.P99) / steady.get(i).of(Figure.P99))
            .toArray());
  }

  private static List<Run> first(ExperimentResults results, Variant variant) {
    return results.runs(Experiment.START, variant, Experiment.START.loads().getFirst());
  }

  private static List<Run> steady(ExperimentResults results, Variant variant) {
    return results.runs(Experiment.START, variant, Experiment.START.loads().getLast());
  }
}
