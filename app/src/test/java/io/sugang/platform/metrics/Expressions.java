package io.sugang.platform.metrics;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The expressions of the dashboard and the alerts, and the metrics they name. */
final class Expressions {
  private static final Path OBSERVE = Path.of("..", "observe");

  // Not names of metrics: what is quoted or in braces, ranges, lists of labels, functions.
  private static final Pattern NOT_METRICS =
      Pattern.compile(
          "\"[^\"]*\"|\\{[^}]*\\}|\\[[^]]*\\]|\\b(by|without|on|ignoring)\\s*\\([^)]*\\)|[a-z_0-9]+\\s*(?=\\()");
  private static final Pattern NAME = Pattern.compile("[a-z_:][a-z0-9_:]*");
  private static final Set<String> WORDS = Set.of("and", "or", "sum", "max", "min", "instance");

  private Expressions() {}

  /** All of the dashboard: of panels, variables and annotations. */
  static List<String> ofDashboard() throws IOException {
    JsonNode dashboard = dashboard();
    List<String> expressions = new ArrayList<>();
    dashboard.findValues("expr").forEach(expr -> expressions.add(expr.asString()));
    dashboard.findValues("definition").forEach(query -> expressions.add(query.asString()));
    return expressions;
  }

  static JsonNode dashboard() throws IOException {
    return new JsonMapper()
        .readTree(Files.readString(OBSERVE.resolve("grafana/dashboards/sugang.json")));
  }

  /** By name of the alert. */
  static Map<String, String> ofAlerts() throws IOException {
    Map<String, List<Map<String, List<Map<String, Object>>>>> file =
        new Yaml().load(Files.readString(OBSERVE.resolve("prometheus/alerts.yml")));
    Map<String, String> expressions = new TreeMap<>();
    for (var group : Objects.requireNonNull(file.get("groups"))) {
      for (var rule : Objects.requireNonNull(group.get("rules"))) {
        expressions.put(String.valueOf(rule.get("alert")), String.valueOf(rule.get("expr")));
      }
    }
    return expressions;
  }

  static Set<String> metricsOf(String expression) {
    String rest = NOT_METRICS.matcher(expression).replaceAll(" ");
    return NAME.matcher(rest)
        .results()
        .map(MatchResult::group)
        .filter(name -> !WORDS.contains(name) && !name.matches("e\\d+"))
        .collect(toCollection(TreeSet::new));
  }
}
