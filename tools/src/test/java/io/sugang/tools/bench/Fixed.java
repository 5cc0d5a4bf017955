package io.sugang.tools.bench;

import io.sugang.tools.loadgen.CpuUse;
import io.sugang.tools.loadgen.LatencySummary;
import io.sugang.tools.loadgen.LoadFigures;
import io.sugang.tools.loadgen.LoadFigures.Slice;
import io.sugang.tools.loadgen.Rate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** ExperimentResults that are the same every time, for tests of what is made from them. */
final class Fixed {
  private Fixed() {}

  /** Two repetitions of all experiments, in which each variant is faster than the one before. */
  static ExperimentResults results() {
    return results(8);
  }

  /** As {@link #results()}, said to have had loads of so many seconds. */
  static ExperimentResults results(int seconds) {
    List<Run> runs =
        IntStream.rangeClosed(1, 2)
            .boxed()
            .flatMap(repetition ->
                Experiment.ALL.stream()
                    .flatMap(experiment ->
                        IntStream.range(0, experiment.variants().size())
                            .boxed()
                            .flatMap(place ->
                                experiment.loads().stream()
                                    .map(load -> run(experiment, place, load, repetition)))))
            .toList();
    return new ExperimentResults(
        "2026-03-01T09:00:00Z",
        "./sugang experiments --repetitions 2 --seconds 8 --seed 7",
        new Machine(4, "A <processor> & more", 24_000, "Linux 6.12", "25.0.3"),
        3,
        2,
        seconds,
        7,
        runs,
        List.of(
            new PoolUse("3-redis", "won-1000", "ledger", 20, 3, 0.1, 6, 3, 4),
            new PoolUse("3-redis", "won-1000", "mysql", 100, 4, 0.2, 10, 3, 4),
            new PoolUse("3-lock", "full-1000", "mysql", 333.25, 1.5, 0, 10, 3, 4)),
        List.of("the machine is one of a test"));
  }

  /** A run of so many seconds with so many answers in each. */
  static Run answering(int seconds, int each) {
    Run run = run(Experiment.GET, 0, Experiment.GET.loads().getFirst(), 2);
    List<Slice> slices =
        IntStream.range(0, seconds).mapToObj(at -> new Slice(at, each, 0, 1, 1, 1, 1)).toList();
    return new Run(
        run.group(),
        run.variant(),
        run.load(),
        run.repetition(),
        run.figures(),
        run.statuses(),
        run.byStatus(),
        slices,
        run.begin(),
        run.warnings());
  }

  /** Of the variant at this place. */
  static Run run(Experiment experiment, int place, TestbedLoad load, int repetition) {
    double millis = 64.0 / (1 << place) + repetition;
    int status =
        load.kind() == TestbedLoad.TrafficKind.FULL
            ? 409
            : load.kind() == TestbedLoad.TrafficKind.FREE ? 201 : 200;
    int requests = 1_000 * (place + 1) + 100 * repetition;
    LatencySummary times =
        new LatencySummary(
            requests, millis, millis, 2 * millis, 4 * millis, 8 * millis, 16 * millis);
    List<Slice> seconds =
        IntStream.range(0, 8)
            .mapToObj(second ->
                new Slice(
                    second, requests / 8, 0, millis, millis, millis * (9 - second), millis / 2))
            .toList();
    List<Slice> begin =
        IntStream.range(0, 50)
            .mapToObj(slice ->
                new Slice(
                    slice / 10.0,
                    10,
                    0,
                    slice == 7 ? Double.NaN : millis * (60 - slice),
                    millis,
                    millis,
                    millis))
            .toList();
    return Run.of(
        experiment.id(),
        experiment.variants().get(place).id(),
        load.id(),
        repetition,
        new Measurement(
            new LoadFigures(
                requests,
                requests - 3,
                3,
                Map.of(status, requests - 3, 503, 3),
                new Rate(requests / 8.0, requests / 8.0, requests / 9.0, requests / 10.0),
                times,
                Map.of(
                    status,
                    new LatencySummary(
                        requests - 3,
                        millis,
                        millis,
                        2 * millis,
                        4 * millis,
                        8 * millis,
                        16 * millis)),
                times,
                0.125,
                0.5,
                seconds,
                begin),
            new CpuUse(8, Map.of("nginx", 1.0, "app", 2.0, "driver", 5.0), 0.25, 0),
            2_500,
            Map.of("evalsha", 1.0, "get", 0.5),
            Map.of("Questions", 0.25),
            12.5,
            700,
            place == 0 && repetition == 1 ? List.of("busy, with \"something\" else") : List.of()));
  }
}
