package io.sugang.tools.report;

import java.util.List;

/** A bar per row with its median, and a whisker from the smallest to the largest value. */
public final class BarChart {
  private static final double WIDTH = 640;
  private static final double LEFT = 170;
  private static final double SPAN = WIDTH - LEFT - 84;
  private static final double TOP = 48;
  private static final double ROW = 34;
  private static final double BAR = ROW - 10;

  /**
   * One row.
   *
   * @param median NaN without a value: no bar
   * @param least the left end of the whisker; the same as {@code most}: no whisker
   * @param text at the right end of the bar
   */
  public record Bar(
      String label, String colour, double median, double least, double most, String text) {}

  private BarChart() {}

  /** Returns an SVG document. */
  public static String svg(String title, List<Bar> bars) {
    double bottom = TOP + bars.size() * ROW + 6;
    Drawing drawing = new Drawing(WIDTH, bottom + 28, title);
    Scale scale =
        Scale.linear(
            bars.stream()
                .mapToDouble(Bar::most)
                .filter(most -> !Double.isNaN(most))
                .max()
                .orElse(1));
    for (double tick : scale.ticks()) {
      double x = LEFT + SPAN * scale.share(tick);
      drawing.grid().add(new Drawing.Line(x, TOP - 6, x, bottom));
      drawing.notes().add(new Drawing.Text(x, bottom + 16, "middle", Scale.label(tick)));
    }
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double y = TOP + i * ROW;
      double middle = y + BAR / 2;
      double end = LEFT;
      drawing.labels().add(new Drawing.Text(LEFT - 10, middle + 4, "end", bar.label()));
      if (!Double.isNaN(bar.median())) {
        double length = SPAN * scale.share(bar.median());
        drawing.bars().add(new Drawing.Rectangle(LEFT, y, length, BAR, bar.colour()));
        double start = LEFT + SPAN * scale.share(bar.least());
        end = LEFT + SPAN * scale.share(bar.most());
        if (end > start) {
          drawing.rulers().add(new Drawing.Line(start, middle, end, middle));
          drawing.rulers().add(new Drawing.Line(start, middle - 5, start, middle + 5));
          drawing.rulers().add(new Drawing.Line(end, middle - 5, end, middle + 5));
        }
      }
      drawing.labels().add(new Drawing.Text(end + 8, middle + 4, "start", bar.text()));
    }
    return drawing.svg();
  }
}
