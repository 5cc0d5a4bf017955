package io.sugang.tools.experiments;

import io.sugang.tools.loadgen.Spread;
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
  static Summary.Table table(ExperimentResults results) {
    return new Summary.Table(
        Experiment.START.id(),
        "p99 of the first %d seconds against the steady state".formatted(results.seconds()),
        List.of("variant", "first ms", "steady ms", "times", "errors", "at most 3 times"),
        Experiment.START.variants().stream()
            .filter(variant -> times(results, variant).values() > 0)
            .map(variant -> row(results, variant))
            .toList());
  }

  private static List<String> row(ExperimentResults results, ExperimentVariant variant) {
    Spread times = times(results, variant);
    // Errors come quickly.
    int errors = first(results, variant).stream().mapToInt(run -> run.figures().errors()).sum();
    return List.of(
        variant.name(),
        Summary.cell(Figure.P99, Figure.P99.of(first(results, variant))),
        Summary.cell(Figure.P99, Figure.P99.of(steady(results, variant))),
        Summary.cell(Figure.P99, times),
        Integer.toString(errors),
        times.median() <= WANTED && errors == 0 ? "yes" : "no");
  }

  /** Each repetition against itself: between repetitions the machine may have become another. */
  private static Spread times(ExperimentResults results, ExperimentVariant variant) {
    List<ExperimentRun> first = first(results, variant);
    List<ExperimentRun> steady = steady(results, variant);
    return Spread.of(
        IntStream.range(0, Math.min(first.size(), steady.size()))
            .mapToDouble(i -> Figure.P99.of(first.get(i)) / Figure.P99.of(steady.get(i)))
            .toArray());
  }

  private static List<ExperimentRun> first(ExperimentResults results, ExperimentVariant variant) {
    return results.runs(Experiment.START, variant, Experiment.START.loads().getFirst());
  }

  private static List<ExperimentRun> steady(ExperimentResults results, ExperimentVariant variant) {
    return results.runs(Experiment.START, variant, Experiment.START.loads().getLast());
  }
}
