package io.sugang.tools.loadreport;

import static io.sugang.tools.loadreport.Markup.swatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A load over time, as the report draws it. */
final class Pictures {
  private final LoadResult load;
  private final List<Second> seconds;
  private final Markup page;

  Pictures(LoadResult load, List<Second> seconds, Markup page) {
    this.load = load;
    // What comes in after the time is over is in the tables.
    this.seconds = seconds.stream().filter(each -> each.at() < load.seconds()).toList();
    this.page = page;
  }

  void answers() {
    double[] bottom = new double[seconds.size()];
    double most =
        Math.max(
            load.steps().stream().mapToDouble(LoadResult.Step::rate).max().orElse(1),
            seconds.stream().mapToInt(each -> each.answers() + each.dropped()).max().orElse(1));
    LoadChart chart = LoadChart.linear("Answers per second over time", load.seconds(), most);
    List<String> shown = new ArrayList<>();
    for (Band band : Band.values()) {
      double[] values = values(each -> each.of(band));
      if (!empty(values)) {
        shown.add(swatch(band.style(), band.legend()));
        bottom = pile(chart, band.style(), bottom, values);
      }
    }
    double[] dropped = values(Second::dropped);
    if (!empty(dropped)) {
      shown.add(swatch("dropped", "dropped"));
      pile(chart, "dropped", bottom, dropped);
    }
    chart.through("due", due());
    shown.add(swatch("due", "due"));
    page.figure("Answers per second", shown, chart.end());
  }

  private static double[] pile(LoadChart chart, String style, double[] bottom, double[] values) {
    double[] top = bottom.clone();
    for (int i = 0; i < top.length; i++) {
      top[i] += values[i];
    }
    chart.band("band " + style, bottom, top);
    return top;
  }

  private List<double[]> due() {
    List<double[]> points = new ArrayList<>();
    double begin = 0;
    for (LoadResult.Step step : load.steps()) {
      if (points.isEmpty()) {
        points.add(new double[] {0, step.ramp() > 0 ? 0 : step.rate()});
      }
      points.add(new double[] {begin + step.ramp(), step.rate()});
      begin += step.seconds();
      points.add(new double[] {begin, step.rate()});
    }
    return points;
  }

  void latency() {
    double least =
        seconds.stream().mapToDouble(Second::p50).filter(time -> time > 0).min().orElse(1);
    double most = seconds.stream().mapToDouble(Second::p99).max().orElse(1);
    String picture =
        LoadChart.logarithmic("Response time over time", load.seconds(), least, most)
            .line("curve p99", values(Second::p99))
            .line("curve p95", values(Second::p95))
            .line("curve p50", values(Second::p50))
            .end();
    page.figure(
        "Response time of each second in ms, logarithmic",
        List.of(swatch("p50", "p50"), swatch("p95", "p95"), swatch("p99", "p99")),
        picture);
  }

  private double[] values(ToDoubleFunction<Second> value) {
    return seconds.stream().mapToDouble(value).toArray();
  }

  private static boolean empty(double[] values) {
    for (double value : values) {
      if (value > 0) {
        return false;
      }
    }
    return true;
  }
}
