package io.sugang.tools.bench;

import io.sugang.tools.loadgen.LoadFigures.Slice;
import io.sugang.tools.loadgen.Spread;
import io.sugang.tools.report.BarChart;
import io.sugang.tools.report.Scale;
import io.sugang.tools.report.TimeChart;
import io.sugang.tools.report.TimeChart.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The charts of one experiment, as SVG documents. */
final class ExperimentCharts {
  /** Distinct also for readers who confuse red and green, and in grey print by their order. */
  private static final List<String> COLOURS =
      List.of("#9aa5b1", "#56a0d3", "#0b6e99", "#e3a008", "#d1495b", "#6a4c93");

  private static final double WIDTH = 640;

  private final ExperimentResults results;
  private final Experiment experiment;
  private final Map<String, String> charts = new LinkedHashMap<>();

  private ExperimentCharts(ExperimentResults results, Experiment experiment) {
    this.results = results;
    this.experiment = experiment;
  }

  /** Returns the charts by name of file, without its ending. */
  static Map<String, String> of(ExperimentResults results, Experiment experiment) {
    ExperimentCharts all = new ExperimentCharts(results, experiment);
    if (experiment != Experiment.POOLS) {
      experiment.loads().forEach(all::draw);
    }
    return all.charts;
  }

  private void draw(TestbedLoad load) {
    if (experiment.variants().stream()
        .allMatch(variant -> results.runs(experiment, variant, load).isEmpty())) {
      return;
    }
    if (load.rate() == null) {
      bars(load, "tps", "answers per second", Figure.TPS);
    } else {
      bars(load, "p99", "response time p99, ms", Figure.P99);
    }
    bars(load, "cpu", "answers per processor second", Figure.PER_CPU);
    List<Series> answers = series(load, 1, seconds(Slice::answered));
    chart(load, "tps-time", "answers in each second", "answers per second", answers, false);
    String ms = "ms, logarithmic";
    chart(
        load, "latency-time", "p99 in each second", ms, series(load, 1, seconds(Slice::p99)), true);
    if (load == experiment.loads().getFirst()) {
      String mean = "mean response time in each 100 ms; ms, logarithmic";
      List<Series> start = series(load, 0.1, Run::begin);
      chart(load, "begin", "the first seconds after start", mean, start, true);
    }
  }

  private void put(TestbedLoad load, String name, String svg) {
    charts.put(experiment.id() + "-" + load.id() + "-" + name, svg);
  }

  private String title(TestbedLoad load, String title) {
    return experiment.title() + ", " + load.name() + ": " + title;
  }

  private void bars(TestbedLoad load, String name, String title, Figure figure) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (int i = 0; i < experiment.variants().size(); i++) {
      Variant variant = experiment.variants().get(i);
      List<Run> runs = results.runs(experiment, variant, load);
      if (!runs.isEmpty()) {
        Spread spread = figure.of(runs);
        bars.add(
            new BarChart.Bar(
                variant.name(),
                COLOURS.get(i),
                spread.median(),
                spread.least(),
                spread.most(),
                figure.text(spread.median())));
      }
    }
    put(load, name, BarChart.svg(title(load, title), bars));
  }

  private void chart(
      TestbedLoad load,
      String name,
      String title,
      String unit,
      List<Series> lines,
      boolean logarithmic) {
    double seconds =
        lines.stream().flatMapToDouble(line -> DoubleStream.of(line.at())).max().orElse(1);
    double[] values =
        lines.stream()
            .flatMapToDouble(line -> DoubleStream.of(line.values()))
            .filter(value -> value > 0)
            .toArray();
    double most = DoubleStream.of(values).max().orElse(1);
    Scale y =
        logarithmic
            ? Scale.logarithmic(DoubleStream.of(values).min().orElse(1), most)
            : Scale.linear(most);
    put(
        load,
        name,
        new TimeChart(WIDTH, Scale.seconds(Math.max(1, seconds)), y)
            .svg(title(load, title), unit, lines));
  }

  /** The median of the repetitions at each point of time. */
  private List<Series> series(
      TestbedLoad load, double step, Function<Run, List<Double>> valuesOfRun) {
    List<Series> lines = new ArrayList<>();
    for (int i = 0; i < experiment.variants().size(); i++) {
      Variant variant = experiment.variants().get(i);
      List<List<Double>> all =
          results.runs(experiment, variant, load).stream().map(valuesOfRun).toList();
      int length = all.stream().mapToInt(List::size).min().orElse(0);
      if (!all.isEmpty()) {
        lines.add(
            new Series(
                variant.name(),
                COLOURS.get(i),
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
