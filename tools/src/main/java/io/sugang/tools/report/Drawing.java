package io.sugang.tools.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a chart, drawn by {@code chart.svg.mustache} in the order of the fields. Colours are
 * attributes for a white page; a page with a dark theme overrides them by class.
 */
record Drawing(
    double width,
    double height,
    String title,
    List<Line> grid,
    List<Rectangle> bars,
    List<Shape> curves,
    List<Line> rulers,
    List<Text> notes,
    List<Text> labels) {

  record Line(double x1, double y1, double x2, double y2) {}

  record Rectangle(double x, double y, double width, double height, String colour) {}

  /**
   * @param path in the syntax of SVG
   */
  record Shape(String path, String colour) {}

  /**
   * @param anchor {@code start}, {@code middle} or {@code end}
   */
  record Text(double x, double y, String anchor, String text) {}

  Drawing(double width, double height, String title) {
    this(
        width,
        height,
        title,
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  String svg() {
    return Page.of(Drawing.class, "chart.svg.mustache", this);
  }
}
