package io.sugang.tools.loadreport;

import io.sugang.tools.report.Scale;
import io.sugang.tools.report.TimeChart;
import io.sugang.tools.report.TimeChart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The charts of a load over its seconds, as SVG. */
final class LoadCharts {
  private static final double WIDTH = 960;

  private final LoadResult load;
  private final List<Second> seconds;

  LoadCharts(LoadResult load, List<Second> seconds) {
    this.load = load;
    // Answers that come after the end of the load are in the tables only.
    this.seconds = seconds.stream().filter(each -> each.at() < load.seconds()).toList();
  }

  /** Answers by band, piled up, and the requests that were due. */
  String answers() {
    double most =
        Math.max(
            load.steps().stream().mapToDouble(LoadResult.RateStep::rate).max().orElse(1),
            seconds.stream().mapToInt(each -> each.answers() + each.dropped()).max().orElse(1));
    List<Series> series = new ArrayList<>();
    double[] bottom = new double[seconds.size()];
    for (Band band : Band.values()) {
      bottom = pile(series, band.legend(), band.colour(), bottom, each -> each.of(band));
    }
    pile(series, "dropped", "#a9b1bf", bottom, Second::dropped);
    series.add(due());
    return chart(Scale.linear(most)).svg("Answers in each second", "answers per second", series);
  }

  String latency() {
    double least =
        seconds.stream().mapToDouble(Second::p50).filter(time -> time > 0).min().orElse(1);
    double most = seconds.stream().mapToDouble(Second::p99).max().orElse(1);
    return chart(Scale.logarithmic(Math.max(least, 0.1), Math.max(most, 1)))
        .svg(
            "Response time in each second",
            "ms, logarithmic",
            List.of(
                line("p50", "#2f9d98", Second::p50),
                line("p95", "#7b62d3", Second::p95),
                line("p99", "#c0569b", Second::p99)));
  }

  private TimeChart chart(Scale y) {
    return new TimeChart(WIDTH, Scale.seconds(load.seconds()), y);
  }

  private double[] pile(
      List<Series> series,
      String label,
      String colour,
      double[] bottom,
      ToDoubleFunction<Second> value) {
    double[] top = new double[bottom.length];
    Arrays.setAll(top, i -> bottom[i] + value.applyAsDouble(seconds.get(i)));
    if (!Arrays.equals(bottom, top)) {
      series.add(Series.area(label, colour, bottom, top));
    }
    return top;
  }

  private Series due() {
    List<Double> at = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    double begin = 0;
    for (LoadResult.RateStep step : load.steps()) {
      if (at.isEmpty()) {
        at.add(0.0);
        rates.add(step.ramp() > 0 ? 0.0 : step.rate());
      }
      at.addAll(List.of(begin + step.ramp(), begin + step.seconds()));
      rates.addAll(List.of((double) step.rate(), (double) step.rate()));
      begin += step.seconds();
    }
    return Series.dashes("due", "#1d2430", array(at), array(rates));
  }

  /** A point in the middle of each second; none in a second without answers. */
  private Series line(String label, String colour, ToDoubleFunction<Second> time) {
    return Series.line(
        label,
        colour,
        seconds.stream().mapToDouble(each -> each.at() + 0.5).toArray(),
        seconds.stream().mapToDouble(time).map(ms -> ms > 0 ? ms : Double.NaN).toArray());
  }

  private static double[] array(List<Double> values) {
    return values.stream().flatMapToDouble(DoubleStream::of).toArray();
  }
}
