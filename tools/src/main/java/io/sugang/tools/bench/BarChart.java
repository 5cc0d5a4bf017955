package io.sugang.tools.bench;

import io.sugang.tools.loadgen.Spread;
import java.util.List;

/** A bar per variant: its median, with a whisker from the smallest to the largest repetition. */
final class BarChart {
  private static final int WIDTH = 640;
  private static final int LEFT = 170;
  private static final int RIGHT = 84;
  private static final int TOP = 48;
  private static final int ROW = 34;

  /**
   * @param colour of {@link Svg#colour}
   */
  record Bar(String label, int colour, Spread spread) {}

  private BarChart() {}

  /** Bars without a value are drawn as a dash. */
  static String draw(String title, Figure figure, List<Bar> bars) {
    int height = TOP + bars.size() * ROW + 34;
    Svg svg = new Svg(WIDTH, height, title);
    double most =
        bars.stream()
            .mapToDouble(bar -> bar.spread().most())
            .filter(value -> !Double.isNaN(value))
            .max()
            .orElse(1);
    Scale scale = Scale.linear(0, most);
    double span = WIDTH - LEFT - RIGHT;
    for (double tick : scale.ticks()) {
      double x = LEFT + span * scale.share(tick);
      svg.line(x, TOP - 6, x, height - 28, Svg.GRID, 1);
      svg.text(x, height - 12, scale.label(tick), 11, Svg.FAINT, "middle", false);
    }
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double y = TOP + i * ROW;
      double middle = y + (ROW - 10) / 2.0;
      svg.text(LEFT - 10, middle + 4, bar.label(), 12, Svg.INK, "end", false);
      Spread spread = bar.spread();
      double end = LEFT;
      if (!Double.isNaN(spread.median())) {
        svg.bar(LEFT, y, span * scale.share(spread.median()), ROW - 10, Svg.colour(bar.colour()));
        double from = LEFT + span * scale.share(spread.least());
        end = LEFT + span * scale.share(spread.most());
        if (spread.values() > 1) {
          svg.line(from, middle, end, middle, Svg.INK, 1.5);
          svg.line(from, middle - 5, from, middle + 5, Svg.INK, 1.5);
          svg.line(end, middle - 5, end, middle + 5, Svg.INK, 1.5);
        }
      }
      svg.text(end + 8, middle + 4, figure.text(spread.median()), 12, Svg.INK, "start", true);
    }
    svg.line(LEFT, TOP - 6, LEFT, height - 28, Svg.FAINT, 1);
    return svg.document();
  }
}
