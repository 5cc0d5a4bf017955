package io.sugang.platform.metrics;

import io.sugang.http.Api;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One answer of {@code /actuator/prometheus}.
 *
 * @param types type by the name of the metric, as in its {@code # TYPE} line
 * @param series value by the line's beginning, labels and all
 */
record Scrape(Map<String, String> types, Map<String, Double> series) {
  private static final Pattern SERIES =
      Pattern.compile("([a-z_:][a-zA-Z0-9_:]*(?:\\{.*\\})?) (\\S+)");

  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

  static Scrape of(int managementPort) {
    Map<String, String> types = new LinkedHashMap<>();
    Map<String, Double> series = new HashMap<>();
    new Api(managementPort)
        .get("/actuator/prometheus")
        .body()
        .lines()
        .forEach(line -> {
          if (line.startsWith("# TYPE ")) {
            String[] words = line.split(" ");
            types.put(words[2], words[3]);
          } else if (!line.startsWith("#")) {
            Matcher matcher = SERIES.matcher(line);
            if (matcher.matches()) {
              series.put(matcher.group(1), Double.valueOf(matcher.group(2)));
            }
          }
        });
    return new Scrape(types, series);
  }

  /** Every name that an expression can use: of a histogram also those of its parts. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    series.keySet().forEach(key -> names.add(key.replaceFirst("\\{.*", "")));
    return names;
  }

  /**
   * Names of the labels that the series of a metric have, of a histogram also those of its parts.
   */
  Set<String> labels(String metric) {
    Set<String> labels = new TreeSet<>();
    series.keySet().stream()
        .filter(key -> key.matches(metric + "(_bucket|_count|_sum)?\\{.*"))
        .forEach(key ->
            LABEL
                .matcher(key.substring(key.indexOf('{')))
                .results()
                .forEach(label -> labels.add(label.group(1))));
    return labels;
  }

  /** The value of a metric without labels, or of one series with them as they are printed. */
  double value(String key) {
    return series.getOrDefault(key, Double.NEGATIVE_INFINITY);
  }

  /** Sum of all series of a name whose labels contain a text. */
  double sum(String name, String labels) {
    return series.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(name + "{"))
        .filter(entry -> entry.getKey().contains(labels))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
