package io.sugang.tools.report;

import java.util.List;

/** Lines over the seconds of a load, with a legend below. */
public final class TimeChart {
  private static final double LEFT = 62;
  private static final double RIGHT = 18;
  private static final double TOP = 44;
  private static final double BOTTOM = 240;
  private static final double LEGEND_ROW = 20;
  private static final double LEGEND_WIDTH = 186;

  /**
   * One line.
   *
   * @param colour as in CSS
   * @param at seconds
   * @param values NaN where nothing was measured
   */
  public record Series(String label, String colour, double[] at, double[] values) {}

  private final double width;
  private final Scale x;
  private final Scale y;

  /**
   * @param width in pixels
   */
  public TimeChart(double width, Scale x, Scale y) {
    this.width = width;
    this.x = x;
    this.y = y;
  }

  /**
   * Returns an SVG document.
   *
   * @param unit of the values
   */
  public String svg(String title, String unit, List<Series> all) {
    int columns = (int) ((width - LEFT - RIGHT) / LEGEND_WIDTH);
    int rows = (all.size() + columns - 1) / columns;
    Drawing drawing = new Drawing(width, BOTTOM + 46 + LEGEND_ROW * rows, title);
    for (double tick : y.ticks()) {
      drawing.grid().add(new Drawing.Line(LEFT, y(tick), width - RIGHT, y(tick)));
      drawing.notes().add(new Drawing.Text(LEFT - 8, y(tick) + 4, "end", Scale.label(tick)));
    }
    for (double tick : x.ticks()) {
      drawing.notes().add(new Drawing.Text(x(tick), BOTTOM + 17, "middle", Scale.label(tick)));
    }
    drawing.notes().add(new Drawing.Text(LEFT, BOTTOM + 33, "start", unit));
    drawing.notes().add(new Drawing.Text(width - RIGHT, BOTTOM + 33, "end", "seconds of the load"));
    for (int i = 0; i < all.size(); i++) {
      Series series = all.get(i);
      drawing.curves().add(new Drawing.Shape(line(series), series.colour));
      double left = LEFT + i % columns * LEGEND_WIDTH;
      double base = BOTTOM + 52 + LEGEND_ROW * (i / columns);
      drawing.bars().add(new Drawing.Rectangle(left, base - 8, 14, 8, series.colour));
      drawing.labels().add(new Drawing.Text(left + 20, base, "start", series.label));
    }
    return drawing.svg();
  }

  // "h0" makes a value between two gaps a dot.
  private String line(Series line) {
    StringBuilder path = new StringBuilder();
    boolean gap = true;
    for (int i = 0; i < line.at.length; i++) {
      boolean measured = !Double.isNaN(line.values[i]);
      if (measured) {
        path.append(gap ? "M" : "L").append(point(line.at[i], line.values[i]));
        path.append(gap ? "h0" : "");
      }
      gap = !measured;
    }
    return path.toString();
  }

  private String point(double second, double value) {
    return Page.point(x(second)) + " " + Page.point(y(value));
  }

  private double x(double second) {
    return LEFT + (width - LEFT - RIGHT) * x.share(second);
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * y.share(value);
  }
}
