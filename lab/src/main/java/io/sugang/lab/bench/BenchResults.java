package io.sugang.lab.bench;

import io.sugang.lab.loadgen.LatencySummary;
import io.sugang.lab.loadgen.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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
   * @param own its repetitions
   * @param first those of the first build
   * @param last those of the last turn with the same loop
   * @param baseline those of NGINX alone
   */
  record ResultRow(
      Build build,
      Variant variant,
      LoadProfile profile,
      Loop.Turn turn,
      List<Run> own,
      List<Run> first,
      List<Run> last,
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

    /** The ratio to the last turn with the same loop; 1 for the last turn itself. */
    Spread toLast(Figure figure) {
      return ratio(last, figure);
    }

    /** Median processor time of an expected answer in a part, in microseconds. */
    double micros(Figure cpuOfPart) {
      return spread(run -> 1e6 * run.of(cpuOfPart) / run.expected()).median();
    }

    int errors() {
      return own.stream().mapToInt(Run::errors).sum();
    }

    /** Each answer, how often it came, and the median of its p99, like {@code 201:6000:11.7}. */
    String answers() {
      Map<Integer, List<LatencySummary>> byStatus = new TreeMap<>();
      for (Run run : own) {
        run.measurement()
            .figures()
            .responseByStatus()
            .forEach((status, times) ->
                byStatus.computeIfAbsent(status, none -> new ArrayList<>()).add(times));
      }
      return byStatus.entrySet().stream()
          .map(one ->
              "%d:%d:%s"
                  .formatted(
                      one.getKey(),
                      one.getValue().stream().mapToInt(LatencySummary::count).sum(),
                      Csv.cell(
                          Spread.of(
                                  one.getValue().stream()
                                      .mapToDouble(LatencySummary::p99)
                                      .toArray())
                              .median())))
          .collect(Collectors.joining(" "));
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

  /** In the order of the loops, builds next to each other. */
  List<ResultRow> rows() {
    return plan.turns().stream()
        .flatMap(turn ->
            plan.variants().stream()
                .flatMap(variant ->
                    plan.profiles().stream()
                        .flatMap(profile ->
                            plan.builds().stream()
                                .map(build -> row(build, variant, profile, turn)))))
        .toList();
  }

  private ResultRow row(Build build, Variant variant, LoadProfile profile, Loop.Turn turn) {
    Loop.Turn last = plan.turns().stream().filter(turn::isLike).reduce(turn, (_, later) -> later);
    return new ResultRow(
        build,
        variant,
        profile,
        turn,
        runs(build.id(), variant.id(), profile, turn),
        runs(plan.builds().getFirst().id(), variant.id(), profile, turn),
        runs(build.id(), variant.id(), profile, last),
        baseline());
  }

  List<Run> baseline() {
    return runs(BASELINE, "", LoadProfile.GET, baselineTurn());
  }

  Loop.Turn baselineTurn() {
    return Loop.Turn.closed(plan.connections().getFirst());
  }

  private List<Run> runs(String build, String variant, LoadProfile profile, Loop.Turn turn) {
    return runs.stream()
        .filter(run -> run.build().equals(build) && run.variant().equals(variant))
        .filter(run -> run.profile() == profile && run.turn().equals(turn))
        .toList();
  }
}
