package io.sugang.platform.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an expression picks series by.
 *
 * @param name of the metric
 * @param matchers regular expression by label; those that Prometheus or the dashboard fill in are
 *     left out
 */
record Selector(String name, Map<String, Pattern> matchers) {
  private static final Pattern SELECTOR = Pattern.compile("([a-z_:][a-z0-9_:]*)\\{([^}]*)\\}");
  private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(=~?)\"([^\"]*)\"");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
  private static final Set<String> FILLED_IN = Set.of("instance", "job");

  static List<Selector> of(String expression) {
    List<Selector> selectors = new ArrayList<>();
    Matcher found = SELECTOR.matcher(expression);
    while (found.find()) {
      Map<String, Pattern> matchers = new LinkedHashMap<>();
      MATCHER
          .matcher(found.group(2))
          .results()
          .filter(matcher -> !FILLED_IN.contains(matcher.group(1)))
          .forEach(matcher -> {
            String value = matcher.group(3);
            boolean isExpression = matcher.group(2).equals("=~");
            matchers.put(
                matcher.group(1), Pattern.compile(isExpression ? value : Pattern.quote(value)));
          });
      selectors.add(new Selector(found.group(1), matchers));
    }
    return selectors;
  }

  /** Whether one of the series, written as at the endpoint, is picked. */
  boolean meets(Collection<String> series) {
    return series.stream().filter(key -> key.startsWith(name + "{")).anyMatch(this::picks)
        || matchers.isEmpty() && series.contains(name);
  }

  private boolean picks(String key) {
    Map<String, String> labels = new LinkedHashMap<>();
    LABEL.matcher(key).results().forEach(label -> labels.put(label.group(1), label.group(2)));
    return matchers.entrySet().stream()
        .allMatch(matcher ->
            labels.containsKey(matcher.getKey())
                && matcher.getValue().matcher(labels.get(matcher.getKey())).matches());
  }
}
