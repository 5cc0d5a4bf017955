package io.sugang.lab.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether the resources that an instance, Redis, MySQL and NGINX use stay the same under a lasting
 * load.
 *
 * <p>Each figure is measured in three windows, with the load held for a moment: before any part was
 * restarted, after the restarts, and at the end. The median of a window counts. Memory is compared
 * with the window after the restarts, because a new process begins small. All other figures are
 * compared with the window before them, so that what each restart leaves behind shows.
 */
final class ResourceGrowth {
  private static final Map<String, Bound> BOUNDS = new LinkedHashMap<>();

  static {
    BOUNDS.put("rss", new Bound(1.15, 48, true));
    BOUNDS.put("heap", new Bound(1.2, 16, true));
    BOUNDS.put("threads", new Bound(1, 12, false));
    BOUNDS.put("files", new Bound(1.1, 40, false));
    BOUNDS.put("connections", new Bound(1.1, 40, false));
    BOUNDS.put("keys", new Bound(1, 100, false));
    BOUNDS.put("entries", new Bound(1, 0, false));
  }

  /** When a sample was taken. */
  enum Window {
    BEFORE,
    AFTER,
    LAST
  }

  /**
   * How much more the last window may have.
   *
   * @param factor of the earlier window
   * @param more on top of it, in the figure's unit: MB for {@code rss} and {@code heap}
   * @param memory compared with the window after the restarts
   */
  private record Bound(double factor, double more, boolean memory) {
    double of(double earlier) {
      return earlier * factor + more;
    }
  }

  /** One line of the table. */
  record GrowthRow(
      String figure, double before, double after, double last, double bound, boolean flat) {}

  private final Map<Window, List<Map<String, Double>>> samples = new LinkedHashMap<>();

  void add(Window window, Map<String, Double> figures) {
    samples.computeIfAbsent(window, _ -> new ArrayList<>()).add(figures);
  }

  /** All figures of the last window; one that is missing in another is not flat. */
  List<GrowthRow> rows() {
    List<GrowthRow> lines = new ArrayList<>();
    List<Map<String, Double>> last = samples.getOrDefault(Window.LAST, List.of());
    if (last.isEmpty()) {
      return lines;
    }
    for (String figure : last.getFirst().keySet()) {
      Bound bound = BOUNDS.get(figure.substring(figure.indexOf('.') + 1));
      if (bound == null) {
        throw new IllegalStateException("no bound for " + figure);
      }
      double before = median(Window.BEFORE, figure);
      double after = median(Window.AFTER, figure);
      double end = median(Window.LAST, figure);
      double most = bound.of(bound.memory() ? after : before);
      lines.add(new GrowthRow(figure, before, after, end, most, end <= most));
    }
    return lines;
  }

  String table() {
    StringBuilder table =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%-20s %9s %9s %9s %9s%n",
                "FIGURE",
                "BEFORE",
                "AFTER",
                "LAST",
                "AT MOST"));
    for (GrowthRow line : rows()) {
      table.append(
          String.format(
              Locale.ROOT,
              "%-20s %9.0f %9.0f %9.0f %9.0f%s%n",
              line.figure(),
              line.before(),
              line.after(),
              line.last(),
              line.bound(),
              line.flat() ? "" : "  NOT FLAT"));
    }
    return table.toString();
  }

  private double median(Window window, String figure) {
    double[] values =
        samples.getOrDefault(window, List.of()).stream()
            .mapToDouble(sample -> sample.getOrDefault(figure, Double.NaN))
            .toArray();
    Arrays.sort(values);
    return values.length == 0 ? Double.NaN : values[values.length / 2];
  }
}
