package io.sugang.tools.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** A line per variant over the seconds of a load. */
final class LineChart {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 62;
  private static final int RIGHT = 18;
  private static final int TOP = 44;
  private static final int LEGEND_ROW = 20;
  private static final int LEGEND_COLUMNS = 3;

  /**
   * @param colour of {@link Svg#colour}
   * @param at in seconds
   * @param values NaN where nothing was measured: the line has a gap there
   */
  record Line(String label, int colour, double[] at, double[] values) {}

  private LineChart() {}

  /**
   * @param logarithmic for times that differ by powers of ten, else from 0
   * @return a whole document, without lines when nothing was measured
   */
  static String draw(String title, String unit, List<Line> lines, boolean logarithmic) {
    int legend = LEGEND_ROW * ((lines.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS);
    int bottom = HEIGHT - legend - 46;
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    Scale y =
        logarithmic
            ? Scale.logarithmic(
                values(lines).filter(value -> value > 0).min().orElse(1),
                values(lines).max().orElse(10))
            : Scale.linear(0, values(lines).max().orElse(1));
    Scale x =
        Scale.linear(
            0, lines.stream().flatMapToDouble(line -> DoubleStream.of(line.at)).max().orElse(1));
    double wide = WIDTH - LEFT - RIGHT;
    for (double tick : y.ticks()) {
      double at = bottom - (bottom - TOP) * y.share(tick);
      svg.line(LEFT, at, WIDTH - RIGHT, at, Svg.GRID, 1);
      svg.text(LEFT - 8, at + 4, y.label(tick), 11, Svg.FAINT, "end", false);
    }
    for (double tick : x.ticks()) {
      svg.text(
          LEFT + wide * x.share(tick), bottom + 17, x.label(tick), 11, Svg.FAINT, "middle", false);
    }
    svg.text(WIDTH - RIGHT, bottom + 33, "seconds of the load", 11, Svg.FAINT, "end", false);
    svg.text(LEFT, bottom + 33, unit, 11, Svg.FAINT, "start", false);
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      String colour = Svg.colour(line.colour());
      draw(svg, line, colour, x, y, wide, bottom);
      double column = LEFT + (i % LEGEND_COLUMNS) * wide / LEGEND_COLUMNS;
      double row = bottom + 52 + LEGEND_ROW * (i / LEGEND_COLUMNS);
      svg.bar(column, row - 8, 14, 8, colour);
      svg.text(column + 20, row, line.label(), 12, Svg.INK, "start", false);
    }
    return svg.document();
  }

  private static void draw(
      Svg svg, Line line, String colour, Scale x, Scale y, double wide, int bottom) {
    StringBuilder points = new StringBuilder();
    int drawn = 0;
    for (int i = 0; i <= line.values.length; i++) {
      if (i < line.values.length && !Double.isNaN(line.values[i])) {
        double px = LEFT + wide * x.share(line.at[i]);
        double py = bottom - (bottom - TOP) * y.share(line.values[i]);
        points.append(String.format(Locale.ROOT, drawn == 0 ? "%.1f,%.1f" : " %.1f,%.1f", px, py));
        if (++drawn == 1 && gapAfter(line.values, i)) {
          svg.dot(px, py, colour);
        }
      } else if (drawn > 0) {
        if (drawn > 1) {
          svg.path(points.toString(), colour);
        }
        points.setLength(0);
        drawn = 0;
      }
    }
  }

  private static boolean gapAfter(double[] values, int i) {
    return i + 1 == values.length || Double.isNaN(values[i + 1]);
  }

  private static DoubleStream values(List<Line> lines) {
    return lines.stream()
        .flatMapToDouble(line -> DoubleStream.of(line.values))
        .filter(value -> !Double.isNaN(value));
  }
}
