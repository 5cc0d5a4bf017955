package io.sugang.tools.report;

import java.util.List;
import java.util.stream.DoubleStream;

/** Series over the seconds of a load, with a legend below. */
public final class TimeChart {
  private static final double LEFT = 62;
  private static final double RIGHT = 18;
  private static final double TOP = 44;
  private static final double BOTTOM = 240;
  private static final double LEGEND_ROW = 20;
  private static final double LEGEND_WIDTH = 186;

  /** Shape of a series: a line with gaps, an area in steps of one second, a dashed line. */
  private enum Style {
    LINE,
    AREA,
    DASHES
  }

  /**
   * One series.
   *
   * @param colour as in CSS
   * @param at seconds
   * @param values NaN where nothing was measured
   * @param from bottom of an area; no elements otherwise
   */
  public record Series(
      String label, String colour, double[] at, double[] values, double[] from, Style style) {

    public static Series line(String label, String colour, double[] at, double[] values) {
      return new Series(label, colour, at, values, new double[0], Style.LINE);
    }

    public static Series dashes(String label, String colour, double[] at, double[] values) {
      return new Series(label, colour, at, values, new double[0], Style.DASHES);
    }

    /** Creates a series with one second per element, from the first second on. */
    public static Series area(String label, String colour, double[] from, double[] to) {
      double[] at = DoubleStream.iterate(0, second -> second + 1).limit(to.length).toArray();
      return new Series(label, colour, at, to, from, Style.AREA);
    }
  }

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
      var shape =
          new Drawing.Shape(
              series.style == Style.AREA ? area(series) : line(series), series.colour);
      (switch (series.style) {
            case LINE -> drawing.curves();
            case AREA -> drawing.areas();
            case DASHES -> drawing.dashes();
          })
          .add(shape);
      double left = LEFT + i % columns * LEGEND_WIDTH;
      double base = BOTTOM + 52 + LEGEND_ROW * (i / columns);
      if (series.style == Style.DASHES) {
        String dash = "M" + Page.point(left) + " " + Page.point(base - 4) + "h14";
        drawing.dashes().add(new Drawing.Shape(dash, series.colour));
      } else {
        drawing.bars().add(new Drawing.Rectangle(left, base - 8, 14, 8, series.colour));
      }
      drawing.labels().add(new Drawing.Text(left + 20, base, "start", series.label));
    }
    return drawing.svg();
  }

  private String area(Series area) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < area.at.length; i++) {
      path.append(i == 0 ? "M" : "L").append(point(area.at[i], area.values[i]));
      path.append("L").append(point(area.at[i] + 1, area.values[i]));
    }
    for (int i = area.at.length - 1; i >= 0; i--) {
      path.append("L").append(point(area.at[i] + 1, area.from[i]));
      path.append("L").append(point(area.at[i], area.from[i]));
    }
    return path.toString();
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
