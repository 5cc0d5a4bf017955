package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the settings of Prometheus by the real promtool: that of PATH, otherwise Debian's, fetched
 * once into .sugang/observe.
 */
class PrometheusSettingsIntegrationTests {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path OBSERVE = ROOT.resolve("observe/prometheus");

  // They serve the web pages of Prometheus and start it as a service.
  private static final String PRETENDED =
      "adduser libjs-bootstrap4 libjs-eonasdan-bootstrap-datetimepicker libjs-jquery libjs-jquery-hotkeys libjs-moment libjs-moment-timezone libjs-mustache libjs-popper.js libjs-rickshaw prometheus-node-exporter tzdata init-system-helpers";

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    try (Stream<Path> files = Files.list(OBSERVE)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Test
  void promtoolAcceptsSettingsAndAlerts() throws IOException {
    String promtool = promtool();
    assumeTrue(promtool != null, "promtool is neither on PATH nor can be fetched");
    assertSound(promtool, true, "check", "config", OBSERVE.resolve("prometheus.yml").toString());
    assertSound(promtool, true, "test", "rules", folder.resolve("alerts-test.yml").toString());
    String alerts = Files.readString(OBSERVE.resolve("alerts.yml"));
    for (String alert : alerts.lines().filter(line -> line.matches(" *- alert: .*")).toList()) {
      Files.writeString(folder.resolve("alerts.yml"), without(alerts, alert));
      assertSound(promtool, false, "test", "rules", folder.resolve("alerts-test.yml").toString());
    }
  }

  private static String without(String alerts, String alert) {
    var kept = new StringBuilder();
    boolean skip = false;
    for (String line : alerts.lines().toList()) {
      if (line.matches(" *- alert: .*")) {
        skip = line.equals(alert);
      }
      if (!skip) {
        kept.append(line).append('\n');
      }
    }
    return kept.toString();
  }

  private static void assertSound(@Nullable String promtool, boolean sound, String... arguments) {
    var command = new java.util.ArrayList<String>();
    command.add(String.valueOf(promtool));
    command.addAll(List.of(arguments));
    Job.Result result = Job.of(command).run();
    assertThat(result.succeeded()).as(result.output()).isEqualTo(sound);
  }

  private @Nullable String promtool() throws IOException {
    Path onPath = Job.find("promtool");
    if (onPath != null) {
      return onPath.toString();
    }
    Path fetched = ROOT.resolve(".sugang/observe/promtool");
    if (!Files.isExecutable(fetched)) {
      String script = ROOT.resolve("local/private-apt.sh").toString();
      Job.Result possible =
          Job.of("bash", "-c", "shopt -s extglob; source \"$0\" && private_apt_possible", script)
              .run();
      if (!possible.succeeded()) {
        return null;
      }
      Path root = folder.resolve("root");
      Job.Result result =
          Job.of(script, root.toString(), folder.resolve("apt").toString(), PRETENDED, "prometheus")
              .run();
      assertThat(result.succeeded()).as(result.output()).isTrue();
      Files.createDirectories(fetched.getParent());
      Files.move(root.resolve("usr/bin/promtool"), fetched);
    }
    return fetched.toString();
  }
}
