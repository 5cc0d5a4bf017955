package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FirstSecondsTests {
  // In Fixed every load of a variant is as fast as the others, and has three errors.
  private final ExperimentResults measured =
      withFirst(1, 1, 0, withFirst(2, 1, 0, Fixed.results()));

  @Test
  void aStartAsFastAsTheSteadyStateIsWarm() {
    assertThat(FirstSeconds.table(measured).rows())
        .extracting(row -> row.get(0), row -> row.get(3), row -> row.get(5))
        .contains(tuple("3, as up runs them", "1.00", "yes"));
  }

  @Test
  void aStartWithErrorsIsNotWarmHoweverFastTheyWere() {
    ExperimentResults refused = withFirst(1, 1, 2, measured);
    assertThat(FirstSeconds.table(refused).rows().getLast().subList(3, 6))
        .containsExactly("1.00", "2", "no");
  }

  @Test
  void eachRepetitionIsComparedWithItselfAndTheMedianDecides() {
    ExperimentResults slow = withFirst(1, 2, 0, withFirst(2, 5, 0, measured));
    assertThat(FirstSeconds.table(slow).rows().getLast().subList(3, 6))
        .containsExactly("3.50 (2.00–5.00)", "0", "no");
    ExperimentResults atTheLimit = withFirst(1, 3, 0, withFirst(2, 3, 0, measured));
    assertThat(FirstSeconds.table(atTheLimit).rows().getLast().subList(3, 6))
        .containsExactly("3.00", "0", "yes");
  }

  @Test
  void whatWasNotMeasuredHasNoRow() {
    ExperimentResults others = measured.only(run -> !run.group().equals("start"));
    assertThat(FirstSeconds.table(others).rows()).isEmpty();
    ExperimentResults brokenOff = measured.only(run -> !run.load().equals("steady-1000"));
    assertThat(FirstSeconds.table(brokenOff).rows()).isEmpty();
  }

  /** The last variant's first seconds of one repetition {@code times} as slow. */
  private static ExperimentResults withFirst(
      int repetition, double times, int errors, ExperimentResults results) {
    List<Run> runs =
        results.runs().stream()
            .map(run ->
                run.group().equals("start")
                        && run.variant().equals(Experiment.START.variants().getLast().id())
                        && run.load().equals("first-1000")
                        && run.repetition() == repetition
                    ? slower(run, times, errors)
                    : run)
            .toList();
    return new ExperimentResults(
        results.startedAt(),
        results.command(),
        results.machine(),
        results.asked(),
        results.repetitions(),
        results.seconds(),
        results.seed(),
        runs,
        results.pools(),
        results.warnings());
  }

  private static Run slower(Run run, double times, int errors) {
    Map<Figure, Double> figures = new EnumMap<>(run.figures());
    figures.put(Figure.P99, run.of(Figure.P99) * times);
    figures.put(Figure.ERRORS, (double) errors);
    return new Run(
        run.group(),
        run.variant(),
        run.load(),
        run.repetition(),
        figures,
        run.statuses(),
        run.byStatus(),
        run.seconds(),
        run.begin(),
        run.warnings());
  }
}
