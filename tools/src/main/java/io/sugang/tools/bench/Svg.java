package io.sugang.tools.bench;

import java.util.Locale;

/** An SVG document as it is drawn, on white, so that it can be read in dark pages too. */
final class Svg {
  static final String INK = "#1f2933";
  static final String FAINT = "#7b8794";
  static final String GRID = "#e4e7eb";

  /** Told apart also by those who see red and green alike, and in grey print by their order. */
  static final String[] COLOURS = {
    "#9aa5b1", "#56a0d3", "#0b6e99", "#e3a008", "#d1495b", "#6a4c93"
  };

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

  Svg(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
    text(16, 26, title, 14, INK, "start", true);
  }

  void text(double x, double y, String text, int size, String colour, String anchor, boolean bold) {
    append(
        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\"%s>%s</text>\n",
        x, y, size, colour, anchor, bold ? " font-weight=\"600\"" : "", escape(text));
  }

  void line(double x1, double y1, double x2, double y2, String colour, double stroke) {
    append(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n",
        x1, y1, x2, y2, colour, stroke);
  }

  void bar(double x, double y, double wide, double high, String colour) {
    append(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\"/>\n",
        x, y, Math.max(0, wide), high, colour);
  }

  /**
   * @param points like {@code 1.0,2.0 3.0,4.0}
   */
  void path(String points, String colour) {
    append(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
        points, colour);
  }

  void dot(double x, double y, String colour) {
    append("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n", x, y, colour);
  }

  String document() {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\" font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif\">\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            width,
            height,
            width,
            height,
            escape(title),
            width,
            height)
        + body
        + "</svg>\n";
  }

  static String colour(int index) {
    return COLOURS[index % COLOURS.length];
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void append(String format, Object... arguments) {
    body.append(String.format(Locale.ROOT, format, arguments));
  }
}
