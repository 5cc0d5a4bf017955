package io.sugang.tools.bench;

import io.sugang.tools.loadgen.LoadFigures.Slice;
import io.sugang.tools.loadgen.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** All charts of some results. */
final class Charts {
  private Charts() {}

  static List<ExperimentChart> of(ExperimentResults results) {
    List<ExperimentChart> charts = new ArrayList<>();
    for (Experiment experiment : Experiment.ALL) {
      if (experiment == Experiment.POOLS) {
        continue;
      }
      for (TestbedLoad load : experiment.loads()) {
        if (results.runs().stream()
            .anyMatch(run -> run.group().equals(experiment.id()) && run.load().equals(load.id()))) {
          charts.addAll(of(results, experiment, load));
        }
      }
    }
    return charts;
  }

  private static List<ExperimentChart> of(
      ExperimentResults results, Experiment experiment, TestbedLoad load) {
    String name = experiment.id() + "-" + load.id() + "-";
    String title = experiment.title() + ", " + load.name() + ": ";
    List<ExperimentChart> charts = new ArrayList<>();
    if (load.rate() == null) {
      charts.add(
          chart(
              name + "tps",
              experiment,
              bars(results, experiment, load, title + "answers per second", Figure.TPS)));
    } else {
      charts.add(
          chart(
              name + "p99",
              experiment,
              bars(results, experiment, load, title + "response time p99, ms", Figure.P99)));
    }
    charts.add(
        chart(
            name + "cpu",
            experiment,
            bars(
                results,
                experiment,
                load,
                title + "answers per processor second",
                Figure.PER_CPU)));
    charts.add(
        chart(
            name + "tps-time",
            experiment,
            LineChart.draw(
                title + "answers in each second",
                "answers per second",
                lines(results, experiment, load, 1, seconds(Slice::answered)),
                false)));
    charts.add(
        chart(
            name + "latency-time",
            experiment,
            LineChart.draw(
                title + "p99 in each second",
                "ms, logarithmic",
                lines(results, experiment, load, 1, seconds(Slice::p99)),
                true)));
    if (load == experiment.loads().getFirst()) {
      charts.add(
          chart(
              name + "begin",
              experiment,
              LineChart.draw(
                  title + "the first seconds after start",
                  "mean response time in each 100 ms; ms, logarithmic",
                  lines(results, experiment, load, 0.1, Run::begin),
                  true)));
    }
    return charts;
  }

  private static ExperimentChart chart(String name, Experiment experiment, String svg) {
    return new ExperimentChart(name, experiment.id(), svg);
  }

  private static String bars(
      ExperimentResults results,
      Experiment experiment,
      TestbedLoad load,
      String title,
      Figure figure) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (int i = 0; i < experiment.variants().size(); i++) {
      Variant variant = experiment.variants().get(i);
      List<Run> runs = results.runs(experiment, variant, load);
      if (!runs.isEmpty()) {
        bars.add(new BarChart.Bar(variant.name(), i, figure.of(runs)));
      }
    }
    return BarChart.draw(title, figure, bars);
  }

  /** The median of the repetitions at each point of time. */
  private static List<LineChart.Line> lines(
      ExperimentResults results,
      Experiment experiment,
      TestbedLoad load,
      double step,
      Function<Run, List<Double>> series) {
    List<LineChart.Line> lines = new ArrayList<>();
    for (int i = 0; i < experiment.variants().size(); i++) {
      Variant variant = experiment.variants().get(i);
      List<List<Double>> all =
          results.runs(experiment, variant, load).stream().map(series).toList();
      int length = all.stream().mapToInt(List::size).min().orElse(0);
      if (!all.isEmpty()) {
        lines.add(
            new LineChart.Line(
                variant.name(),
                i,
                IntStream.range(0, length).mapToDouble(at -> at * step).toArray(),
                IntStream.range(0, length)
                    .mapToDouble(at ->
                        Spread.of(all.stream().mapToDouble(one -> one.get(at)).toArray()).median())
                    .toArray()));
      }
    }
    return lines;
  }

  private static Function<Run, List<Double>> seconds(ToDoubleFunction<Slice> value) {
    return run -> run.seconds().stream().mapToDouble(value).boxed().toList();
  }
}
