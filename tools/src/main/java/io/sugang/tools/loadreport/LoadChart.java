package io.sugang.tools.loadreport;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * A picture over time as inline SVG. Colours are classes that the page's style sheet defines, so
 * that it is right on light and on dark.
 */
final class LoadChart {

  private static final double WIDTH = 960;
  private static final double HEIGHT = 260;
  private static final double LEFT = 56;
  private static final double RIGHT = 24;
  private static final double TOP = 12;
  private static final double BOTTOM = 28;
  private static final int[] SECONDS_BETWEEN_TICKS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200};

  private final StringBuilder svg = new StringBuilder();
  private final double seconds;
  private final DoubleUnaryOperator height;

  /**
   * @param seconds how far the picture goes
   * @param height where a value is, from 0 (the bottom) to 1
   */
  private LoadChart(String title, double seconds, DoubleUnaryOperator height) {
    this.seconds = seconds;
    this.height = height;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            HEIGHT,
            Markup.text(title)));
  }

  /** What is piled up from 0 to {@code most}. */
  static LoadChart linear(String title, double seconds, double most) {
    double step = roundStep(most / 4);
    double top = step * Math.max(1, Math.ceil(most / step));
    LoadChart chart = new LoadChart(title, seconds, value -> value / top);
    for (int i = 0; i * step <= top * 1.0001; i++) {
      chart.level(i * step, Figures.whole(i * step));
    }
    return chart.timeAxis();
  }

  /** Powers of ten, as a slow second would press all others to the ground. */
  static LoadChart logarithmic(String title, double seconds, double least, double most) {
    int bottom = (int) Math.floor(Math.log10(Math.max(least, 0.1)));
    int top = Math.max(bottom + 1, (int) Math.ceil(Math.log10(Math.max(most, 1))));
    LoadChart chart =
        new LoadChart(
            title,
            seconds,
            value -> (Math.log10(Math.max(value, Math.pow(10, bottom))) - bottom) / (top - bottom));
    for (int power = bottom; power <= top; power++) {
      double value = Math.pow(10, power);
      chart.level(
          value, power < 0 ? String.format(Locale.ROOT, "%.1f", value) : Figures.whole(value));
    }
    return chart.timeAxis();
  }

  /** A filled band between two values for each second. */
  LoadChart band(String style, double[] from, double[] to) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < to.length; i++) {
      path.append(i == 0 ? "M" : "L").append(point(i, to[i]));
      path.append("L").append(point(i + 1, to[i]));
    }
    for (int i = from.length - 1; i >= 0; i--) {
      path.append("L").append(point(i + 1, from[i])).append("L").append(point(i, from[i]));
    }
    svg.append("<path class=\"").append(style).append("\" d=\"").append(path).append("Z\"/>\n");
    return this;
  }

  /** A line through the middle of each second; one without a value (0) is left out. */
  LoadChart line(String style, double[] values) {
    StringBuilder path = new StringBuilder();
    boolean gap = true;
    for (int i = 0; i < values.length; i++) {
      if (values[i] > 0) {
        path.append(gap ? "M" : "L").append(point(i + 0.5, values[i]));
      }
      gap = values[i] <= 0;
    }
    svg.append("<path class=\"").append(style).append("\" d=\"").append(path).append("\"/>\n");
    return this;
  }

  /** A line through points of its own: second and value by turns. */
  LoadChart through(String style, List<double[]> points) {
    List<String> path = new ArrayList<>();
    points.forEach(each -> path.add(point(each[0], each[1])));
    svg.append("<path class=\"").append(style).append("\" d=\"M").append(String.join("L", path));
    svg.append("\"/>\n");
    return this;
  }

  String end() {
    return svg.append("</svg>\n").toString();
  }

  private void level(double value, String name) {
    double y = y(value);
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
            LEFT,
            WIDTH - RIGHT,
            y,
            y,
            LEFT - 8,
            y + 4,
            name));
  }

  private LoadChart timeAxis() {
    int between = SECONDS_BETWEEN_TICKS[SECONDS_BETWEEN_TICKS.length - 1];
    for (int i = SECONDS_BETWEEN_TICKS.length - 1; i >= 0; i--) {
      if (seconds / SECONDS_BETWEEN_TICKS[i] <= 12) {
        between = SECONDS_BETWEEN_TICKS[i];
      }
    }
    for (int at = 0; at <= seconds; at += between) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>%n",
              x(at),
              HEIGHT - 8,
              Figures.clock(at)));
    }
    return this;
  }

  private String point(double second, double value) {
    return String.format(Locale.ROOT, "%.1f %.1f", x(second), y(value));
  }

  private double x(double second) {
    return LEFT + (WIDTH - LEFT - RIGHT) * Math.min(1, second / seconds);
  }

  private double y(double value) {
    return HEIGHT
        - BOTTOM
        - (HEIGHT - TOP - BOTTOM) * Math.clamp(height.applyAsDouble(value), 0, 1);
  }

  /** The next of 1, 2, 2.5 or 5 times a power of ten. */
  private static double roundStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1))));
    for (double step : new double[] {1, 2, 2.5, 5}) {
      if (step * power >= least) {
        return step * power;
      }
    }
    return 10 * power;
  }
}
