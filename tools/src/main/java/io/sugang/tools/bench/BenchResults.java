package io.sugang.tools.bench;

import io.sugang.tools.loadgen.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Everything that was measured in one call of {@code ./sugang bench}.
 *
 * @param startedAt in UTC
 * @param command how to do it again
 * @param plan the requested measurement
 * @param repetitions that were done
 * @param runs in the order in which they were made
 * @param warnings that concern all of it
 */
record BenchResults(
    String startedAt,
    String command,
    Machine machine,
    BenchPlan plan,
    int repetitions,
    List<Run> runs,
    List<String> warnings) {
  /** The group of the runs of NGINX without the service. */
  static final String BASELINE = "proxy baseline";

  /**
   * One load on one variant of one build.
   *
   * @param open whether requests are due at a rate
   * @param own its repetitions
   * @param first those of the first build
   * @param baseline those of NGINX alone
   */
  record ResultRow(
      Build build,
      Variant variant,
      Demand demand,
      boolean open,
      List<Run> own,
      List<Run> first,
      List<Run> baseline) {

    Spread spread(Figure figure) {
      return figure.of(own);
    }

    /**
     * Requests per processor second, as a share of the proxy baseline's in the same repetition; in
     * the open loop it only shows the cost of an idle service.
     */
    Spread ofBaseline() {
      return ratio(baseline, Figure.PER_CPU);
    }

    /** The ratio to the first build in the same repetition; 1 for the first build itself. */
    Spread toFirst(Figure figure) {
      return ratio(first, figure);
    }

    /** Median processor time of an expected answer in a part, in microseconds. */
    double micros(Figure cpuOfPart) {
      return spread(run -> 1e6 * run.of(cpuOfPart) / run.expected()).median();
    }

    int errors() {
      return own.stream().mapToInt(Run::errors).sum();
    }

    // The machine is not always as fast, so only runs of the same repetition are compared.
    private Spread ratio(List<Run> by, Figure figure) {
      return spread(run ->
          by.stream()
              .filter(other -> other.repetition() == run.repetition())
              .findFirst()
              .map(other -> run.of(figure) / other.of(figure))
              .orElse(Double.NaN));
    }

    private Spread spread(ToDoubleFunction<Run> value) {
      return Spread.of(own.stream().mapToDouble(value).toArray());
    }
  }

  /** The closed loop first, builds next to each other. */
  List<ResultRow> rows() {
    return Stream.of(false, true)
        .flatMap(open ->
            plan.variants().stream()
                .flatMap(variant ->
                    plan.demands().stream()
                        .flatMap(demand ->
                            plan.builds().stream()
                                .map(build -> row(build, variant, demand, open)))))
        .toList();
  }

  private ResultRow row(Build build, Variant variant, Demand demand, boolean open) {
    String load = demand.load(open ? plan.rate() : null).id();
    return new ResultRow(
        build,
        variant,
        demand,
        open,
        runs(build.id(), variant.id(), load),
        runs(plan.builds().getFirst().id(), variant.id(), load),
        baseline());
  }

  List<Run> baseline() {
    return runs(BASELINE, "", Demand.GET.load(null).id());
  }

  private List<Run> runs(String group, String variant, String load) {
    return runs.stream()
        .filter(run -> run.group().equals(group))
        .filter(run -> run.variant().equals(variant) && run.load().equals(load))
        .toList();
  }
}
