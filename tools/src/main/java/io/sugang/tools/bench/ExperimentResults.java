package io.sugang.tools.bench;

import io.sugang.tools.loadgen.Rate;
import java.util.List;
import java.util.function.Predicate;

/**
 * Everything that was measured in one call of the command; what its CSV files hold.
 *
 * @param startedAt in UTC
 * @param command how to do it again
 * @param asked repetitions
 * @param repetitions that are whole; fewer than {@code asked} when the time was over, or a failure
 *     ended it: then there may be runs of one more
 * @param seconds of each load
 * @param warnings that concern all of it
 */
record ExperimentResults(
    String startedAt,
    String command,
    Machine machine,
    int asked,
    int repetitions,
    int seconds,
    long seed,
    List<Run> runs,
    List<PoolUse> pools,
    List<String> warnings) {

  /** Those of one load on one variant, in the order of their repetitions. */
  List<Run> runs(Experiment experiment, Variant variant, TestbedLoad load) {
    return runs.stream()
        .filter(run -> run.group().equals(experiment.id()))
        .filter(run -> run.variant().equals(variant.id()))
        .filter(run -> run.load().equals(load.id()))
        .toList();
  }

  /** The same with some of the runs. */
  ExperimentResults only(Predicate<Run> wanted) {
    return new ExperimentResults(
        startedAt,
        command,
        machine,
        asked,
        repetitions,
        seconds,
        seed,
        runs.stream().filter(wanted).toList(),
        pools,
        warnings);
  }

  /** How often everything was measured, for a person. */
  String repetitionsSaid() {
    return "Medians of %d repetitions of %d s%s, every variant once in each"
        .formatted(
            repetitions,
            seconds,
            repetitions == asked ? "" : " (%d were asked for)".formatted(asked));
  }

  /** What the percentiles of TPS are made of, for a person. */
  String secondsSaid() {
    int all = repetitions * seconds;
    String slowest =
        Rate.slowestOnly(5, all)
            ? "so few that p5 and p1 are both the slowest one"
            : Rate.slowestOnly(1, all) ? "so few that p1 is the slowest one" : "";
    return "TPS p50, p5 and p1 are over the seconds of all repetitions of a variant together: %d%s."
        .formatted(all, slowest.isEmpty() ? "" : ", " + slowest);
  }
}
