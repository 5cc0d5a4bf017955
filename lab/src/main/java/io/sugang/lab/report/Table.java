package io.sugang.lab.report;

import java.io.PrintWriter;
import java.util.List;

/**
 * A table for the terminal and for Markdown: names to the left, numbers to the right.
 *
 * @param names how many columns hold names
 * @param rows as long as {@code head}
 */
public record Table(String title, int names, List<String> head, List<List<String>> rows) {

  public void print(PrintWriter out) {
    int[] widths = head.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    out.println();
    out.println(title);
    line(head, widths, out);
    rows.forEach(row -> line(row, widths, out));
  }

  private void line(List<String> cells, int[] widths, PrintWriter out) {
    StringBuilder line = new StringBuilder("  ");
    for (int i = 0; i < widths.length; i++) {
      String blanks = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i < names ? cells.get(i) + blanks : blanks + cells.get(i)).append("  ");
    }
    out.println(line.toString().stripTrailing());
  }

  public String markdown() {
    StringBuilder text = new StringBuilder("### ").append(title).append("\n\n");
    line(head, text);
    text.append("|").append("---|".repeat(names)).append("---:|".repeat(head.size() - names));
    text.append("\n");
    rows.forEach(row -> line(row, text));
    return text.append("\n").toString();
  }

  private static void line(List<String> cells, StringBuilder text) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
