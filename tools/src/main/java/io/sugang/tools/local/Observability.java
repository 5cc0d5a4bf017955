package io.sugang.tools.local;

import io.sugang.tools.workspace.Console;
import io.sugang.tools.workspace.Digest;
import io.sugang.tools.workspace.FileSwap;
import io.sugang.tools.workspace.Interruption;
import io.sugang.tools.workspace.Job;
import io.sugang.tools.workspace.Settings;
import io.sugang.tools.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prometheus and Grafana of a local stack, on the loopback: the files of observe/ with this
 * machine's addresses. They are not fetched: a program that is not on PATH is left out, and no
 * other part depends on it.
 */
final class Observability {
  static final String PROMETHEUS = "prometheus";
  static final String GRAFANA = "grafana";

  private static final String OLDEST_PROMETHEUS = "2.42.0";
  private static final int READY_SECONDS = 60;
  private static final Pattern VERSION = Pattern.compile("version ([0-9]+(\\.[0-9]+)*)");
  private static final Pattern DNS = Pattern.compile("( *)dns_sd_configs:.*");

  private final LocalContext stack;

  Observability(LocalContext stack) {
    this.stack = stack;
  }

  /** Starts what can be started, for these instances. Nothing here ends the command. */
  void start(List<String> instances) {
    Console console = stack.console();
    String fault = prometheusFault(Job.find(PROMETHEUS));
    if (fault != null) {
      console.warn(
          fault
              + ", so neither Prometheus nor Grafana was started; all other parts run (docs/metrics.md)");
      return;
    }
    if (!startPrometheus(instances)) {
      return;
    }
    fault = grafanaFault(Job.find(GRAFANA), stack.settings());
    if (fault != null) {
      console.warn(
          fault
              + ", so Grafana was not started; all other parts run, and Prometheus shows its alerts and graphs itself (docs/metrics.md)");
      return;
    }
    startGrafana();
  }

  static @Nullable String prometheusFault(@Nullable Path program) {
    if (program == null) {
      return "prometheus is not on PATH";
    }
    String said = Job.of(program.toString(), "--version").run().output();
    Matcher version = VERSION.matcher(said);
    if (!version.find()) {
      return "prometheus on PATH is another program (it prints: %s)"
          .formatted(said.substring(0, Math.min(80, said.length())).strip());
    }
    return Version.atLeast(version.group(1), OLDEST_PROMETHEUS)
        ? null
        : "prometheus on PATH has version %s, but %s or newer is needed"
            .formatted(version.group(1), OLDEST_PROMETHEUS);
  }

  static @Nullable String grafanaFault(@Nullable Path program, Settings settings) {
    if (program == null) {
      return "grafana is not on PATH";
    }
    return grafanaHome(program, settings) == null
        ? "the folder of grafana's conf and public was not found (SUGANG_GRAFANA_HOME names it)"
        : null;
  }

  /** Returns the folder with Grafana's defaults, which its program does not find by itself. */
  static @Nullable Path grafanaHome(Path program, Settings settings) {
    var homes = new ArrayList<Path>();
    String named = settings.get("SUGANG_GRAFANA_HOME");
    if (!named.isEmpty()) {
      homes.add(Path.of(named));
    }
    try {
      Path prefix = program.toRealPath().resolve("../..").normalize();
      homes.add(prefix);
      homes.add(prefix.resolve("share/grafana"));
    } catch (IOException broken) {
      // The usual folder is left.
    }
    homes.add(Path.of("/usr/share/grafana"));
    return homes.stream()
        .filter(home -> Files.exists(home.resolve("conf/defaults.ini")))
        .findFirst()
        .orElse(null);
  }

  /** Returns prometheus.yml with a list of instances in place of the network's DNS. */
  static String prometheusSettings(String text) {
    var lines = new ArrayList<String>();
    int depth = -1;
    boolean found = false;
    for (String line : text.lines().toList()) {
      int indent = line.length() - line.stripLeading().length();
      // Lines that are indented deeper belong to the replaced one.
      if (depth >= 0 && indent > depth) {
        continue;
      }
      depth = -1;
      Matcher dns = DNS.matcher(line);
      if (dns.matches()) {
        depth = indent;
        found = true;
        lines.add(
            dns.group(1) + "file_sd_configs: [{files: [instances.json], refresh_interval: 5s}]");
      } else {
        lines.add(line);
      }
    }
    if (!found) {
      throw new IllegalStateException("prometheus.yml has no dns_sd_configs");
    }
    return String.join("\n", lines) + "\n";
  }

  /** Writes the instances that Prometheus scrapes. It reads the file again by itself. */
  void writeInstances(List<String> instances) {
    var targets =
        instances.stream()
            .map(name ->
                "{\"targets\": [\"127.0.0.1:%d\"], \"labels\": {\"instance\": \"%s\"}}"
                    .formatted(stack.ports().of(name + "_management"), name))
            .toList();
    FileSwap.write(
        stack.file("prometheus/conf/instances.json"), "[" + String.join(",\n ", targets) + "]\n");
  }

  private boolean startPrometheus(List<String> instances) {
    Path folder = stack.file(PROMETHEUS);
    Path observe = stack.workspace().file("observe/prometheus");
    Workspace.folder(folder.resolve("data"));
    writeInstances(instances);
    String settings = prometheusSettings(FileSwap.read(observe.resolve("prometheus.yml")));
    String alerts = FileSwap.read(observe.resolve("alerts.yml"));
    FileSwap.write(folder.resolve("conf/prometheus.yml"), settings);
    FileSwap.write(folder.resolve("conf/alerts.yml"), alerts);
    String version = Digest.of(settings + alerts);
    if (stack.processes().alive(PROMETHEUS)) {
      if (!stack.state().get("PROMETHEUS_VERSION").equals(version)) {
        stack.state().keep("PROMETHEUS_VERSION", version);
        stack.processes().signal(PROMETHEUS, Signal.HUP);
      }
      stack.console().part(PROMETHEUS, "runs on " + prometheusUrl());
      return true;
    }
    stack.ports().assign("PROMETHEUS", 19_090, PROMETHEUS);
    stack.started().add(PROMETHEUS);
    stack
        .processes()
        .start(
            PROMETHEUS,
            List.of(
                PROMETHEUS,
                "--config.file=" + folder.resolve("conf/prometheus.yml"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--storage.tsdb.retention.time=7d",
                "--storage.tsdb.retention.size=1GB",
                "--web.listen-address=127.0.0.1:" + stack.ports().of("PROMETHEUS")),
            Map.of());
    stack.state().keep("PROMETHEUS_VERSION", version);
    if (!awaitReady(PROMETHEUS, "/-/ready")) {
      return false;
    }
    stack.console().part(PROMETHEUS, "ready on " + prometheusUrl());
    return true;
  }

  private String prometheusUrl() {
    return "http://127.0.0.1:" + stack.ports().of("PROMETHEUS");
  }

  private void startGrafana() {
    if (stack.processes().alive(GRAFANA)) {
      stack.console().part(GRAFANA, "runs on " + grafanaUrl());
      return;
    }
    String port = stack.settings().get("SUGANG_GRAFANA_PORT");
    if (!port.isEmpty()) {
      stack.state().keep("PORT_GRAFANA", port);
    }
    stack.ports().assign("GRAFANA", 3000, GRAFANA);
    Path program = Job.find(GRAFANA);
    Path home = program == null ? null : grafanaHome(program, stack.settings());
    if (home == null) {
      return;
    }
    // It keeps nothing, as in Docker: dashboard and password come from here with every start.
    Path folder = stack.file(GRAFANA);
    FileSwap.delete(folder);
    Workspace.folder(folder);
    stack.started().add(GRAFANA);
    stack
        .processes()
        .start(
            GRAFANA,
            List.of(GRAFANA, "server", "--homepath", home.toString()),
            grafanaEnvironment(folder));
    if (awaitReady(GRAFANA, "/api/health")) {
      stack.console().part(GRAFANA, "ready on " + grafanaUrl());
    }
  }

  private String grafanaUrl() {
    return "http://127.0.0.1:%d (admin, GRAFANA_PASSWORD of .env)"
        .formatted(stack.ports().of("GRAFANA"));
  }

  // The same as in docker-compose.yml.
  private Map<String, String> grafanaEnvironment(Path folder) {
    Path observe = stack.workspace().file("observe/grafana");
    return Map.ofEntries(
        Map.entry("GF_SERVER_HTTP_ADDR", "127.0.0.1"),
        Map.entry("GF_SERVER_HTTP_PORT", Integer.toString(stack.ports().of("GRAFANA"))),
        Map.entry("GF_SECURITY_ADMIN_PASSWORD", stack.settings().get("GRAFANA_PASSWORD")),
        Map.entry("GF_PATHS_DATA", folder.toString()),
        Map.entry("GF_PATHS_LOGS", folder.resolve("log").toString()),
        Map.entry("GF_PATHS_PLUGINS", folder.resolve("plugins").toString()),
        Map.entry("GF_PATHS_PROVISIONING", observe.resolve("provisioning").toString()),
        Map.entry("SUGANG_DASHBOARDS", observe.resolve("dashboards").toString()),
        Map.entry("SUGANG_PROMETHEUS_URL", prometheusUrl()),
        Map.entry("GF_LOG_MODE", "console"),
        Map.entry("GF_LOG_LEVEL", "warn"),
        Map.entry(
            "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH",
            observe.resolve("dashboards/sugang.json").toString()),
        Map.entry("GF_DASHBOARDS_MIN_REFRESH_INTERVAL", "1s"),
        Map.entry("GF_AUTH_ANONYMOUS_ENABLED", "false"),
        Map.entry("GF_USERS_ALLOW_SIGN_UP", "false"),
        Map.entry("GF_SECURITY_DISABLE_GRAVATAR", "true"),
        Map.entry("GF_ANALYTICS_REPORTING_ENABLED", "false"),
        Map.entry("GF_ANALYTICS_CHECK_FOR_UPDATES", "false"),
        Map.entry("GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES", "false"),
        Map.entry("GF_NEWS_NEWS_FEED_ENABLED", "false"),
        Map.entry("GF_PLUGINS_PREINSTALL_DISABLED", "true"),
        Map.entry("GF_PLUGINS_PUBLIC_KEY_RETRIEVAL_DISABLED", "true"));
  }

  private boolean awaitReady(String name, String path) {
    var time = new Stopwatch();
    while (Loopback.status(stack.ports().of(name.toUpperCase(Locale.ROOT)), path) != 200) {
      if (!stack.processes().alive(name) || time.over(READY_SECONDS)) {
        stack
            .console()
            .warn(
                "%s was not ready within %d s (log: %s); all other parts run"
                    .formatted(name, READY_SECONDS, stack.processes().log(name)));
        stop(name, 15);
        return false;
      }
      Interruption.sleep(Duration.ofMillis(100));
    }
    return true;
  }

  boolean prometheusRuns() {
    return stack.processes().alive(PROMETHEUS);
  }

  void stopGrafana() {
    stop(GRAFANA, 15);
  }

  void stopPrometheus() {
    stop(PROMETHEUS, 30);
  }

  private void stop(String name, int seconds) {
    stack.processes().signal(name, Signal.TERM);
    stack.processes().awaitEnd(name, Duration.ofSeconds(seconds));
  }
}
