package io.sugang.tools.loadreport;

import java.util.List;

/**
 * The HTML of the report's body, as it grows. Whatever is not the report's own words is escaped.
 */
final class Markup {
  private final StringBuilder html = new StringBuilder();

  Markup append(String markup) {
    html.append(markup);
    return this;
  }

  void section(String name) {
    html.append("<h2>").append(name).append("</h2>\n");
  }

  void note(String words) {
    html.append("<p class=\"note\">").append(words).append("</p>\n");
  }

  /** To be followed by rows, and ended. */
  void table(String attributes, String... heads) {
    html.append("<div class=\"wide\"><table").append(attributes).append("><thead><tr><th>");
    html.append(String.join("<th>", heads)).append("</thead>\n<tbody>\n");
  }

  /** Cells of markup. */
  void row(String... cells) {
    html.append("<tr><td>").append(String.join("<td>", cells)).append("\n");
  }

  void endTable() {
    html.append("</tbody></table></div>\n");
  }

  void tile(String name, String value, String below) {
    html.append(
        "<div><p class=\"name\">%s</p><p class=\"value\">%s</p><p class=\"below\">%s</p></div>%n"
            .formatted(name, value, text(below)));
  }

  void figure(String name, List<String> legend, String picture) {
    html.append("<figure><figcaption><b>").append(name).append("</b>");
    html.append(String.join("", legend)).append("</figcaption>\n").append(picture);
    html.append("</figure>\n");
  }

  /** Nothing where there is no value. */
  void term(String name, String value) {
    if (!value.isEmpty()) {
      html.append("<dt>").append(name).append("<dd>").append(value).append("\n");
    }
  }

  static String swatch(String style, String name) {
    return "<span class=\"swatch %s\">%s</span>".formatted(style, text(name));
  }

  static String badge(String kind, String name) {
    return "<span class=\"badge %s\">%s</span>".formatted(kind, text(name));
  }

  /** Text that is shown as it is. */
  static String text(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return html.toString();
  }
}
