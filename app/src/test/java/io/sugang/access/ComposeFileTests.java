package io.sugang.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** What {@code docker-compose.yml} allows its containers, without an engine. */
class ComposeFileTests {
  /** Run on demand, with a folder of the caller mounted: as root without its rights, but one. */
  private static final Map<String, List<String>> TOOLS =
      Map.of(
          "verifier",
          List.of("DAC_READ_SEARCH"),
          "rush",
          List.of("DAC_OVERRIDE"),
          "chaos",
          List.of("DAC_OVERRIDE"),
          "ngrinder-runner",
          List.of("DAC_OVERRIDE"));

  /** Of others, started on demand: their images run as root and write to their own file system. */
  private static final Map<String, List<String>> FOREIGN =
      Map.of(
          "ngrinder-controller",
          List.of("NET_BIND_SERVICE"),
          "ngrinder-agent",
          List.of("CHOWN", "DAC_OVERRIDE", "FOWNER"));

  private static Map<String, Map<String, Object>> services = Map.of();
  private static Map<String, Map<String, Object>> networks = Map.of();

  @BeforeAll
  static void read() throws IOException {
    Map<String, Map<String, Map<String, Object>>> file =
        new Yaml().load(Files.readString(Path.of("..", "docker-compose.yml")));
    services = Objects.requireNonNull(file.get("services"));
    networks = Objects.requireNonNull(file.get("networks"));
  }

  static Iterable<String> names() throws IOException {
    read();
    return services.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aContainerHasNoMoreThanItNeeds(String name) {
    var service = service(name);
    assertThat(service.get("read_only")).isEqualTo(FOREIGN.containsKey(name) ? null : true);
    assertThat(service.get("cap_drop")).isEqualTo(List.of("ALL"));
    assertThat(service.get("cap_add")).isEqualTo(TOOLS.getOrDefault(name, FOREIGN.get(name)));
    assertThat(service.get("security_opt")).isEqualTo(List.of("no-new-privileges:true"));
    // The shipper has none.
    assertThat(service.getOrDefault("network_mode", "none")).isEqualTo("none");
    assertThat(service)
        .doesNotContainKeys("privileged", "pid", "ipc", "devices", "userns_mode", "extra_hosts");
    // That of the service and its tools is in its Dockerfile, as app has no word of its own.
    if (FOREIGN.containsKey(name)) {
      assertThat(service).doesNotContainKey("user").doesNotContainKey("environment");
      assertThat(service.get("profiles")).isEqualTo(List.of("ngrinder"));
      assertThat(String.valueOf(service.get("networks"))).contains("front").doesNotContain("back");
    } else if (TOOLS.containsKey(name)) {
      assertThat(service.get("user")).isEqualTo("${SUGANG_USER:-0:0}");
    } else if (name.equals("app")) {
      assertThat(service).doesNotContainKey("user");
      assertThat(Path.of("Dockerfile")).content().containsPattern("(?m)^USER [1-9]\\d*:[1-9]\\d*$");
    } else {
      assertThat(String.valueOf(service.get("user"))).doesNotMatch("(root|0)(:.*)?|null");
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void nothingOfTheHostCanBeWrittenAndNoFolderOfItHasToBeMade(String name) throws IOException {
    var volumes = (List<?>) service(name).getOrDefault("volumes", List.of());
    for (var each : volumes) {
      var volume = String.valueOf(each);
      assertThat(volume).doesNotContain("docker.sock");
      if (volume.startsWith(".")) {
        assertThat(volume).endsWith(":ro");
        assertThat(Path.of("..", volume.substring(0, volume.indexOf(':')))).exists();
      }
    }
  }

  @Test
  void aPortInUseEndsUpBeforeAnyServerStarts() {
    assertThat(service("nginx")).doesNotContainKey("depends_on");
    assertThat(String.valueOf(service("mysql").get("depends_on"))).contains("nginx");
    assertThat(String.valueOf(service("redis").get("depends_on"))).contains("nginx");
    assertThat(String.valueOf(service("app").get("depends_on"))).contains("mysql", "redis");
  }

  @Test
  void theNumberOfInstancesIsThatOfEnv() {
    assertThat(String.valueOf(service("app").get("deploy")))
        .contains("replicas=${SUGANG_SCALE:-3}");
  }

  @Test
  void onlyNginxHasAPublishedPortAndOnTheLoopbackNGrindersPageAndGrafana() {
    assertThat(services)
        .allSatisfy((name, service) -> {
          if (name.equals("nginx")) {
            assertThat(service.get("ports"))
                .isEqualTo(List.of("${SUGANG_BIND:-127.0.0.1}:${SUGANG_PORT:-8080}:8080"));
          } else if (name.equals("grafana")) {
            assertThat(service.get("ports"))
                .isEqualTo(List.of("127.0.0.1:${SUGANG_GRAFANA_PORT:-3000}:3000"));
          } else if (name.equals("ngrinder-controller")) {
            assertThat(service.get("ports"))
                .isEqualTo(List.of("127.0.0.1:${SUGANG_NGRINDER_PORT:-8300}:80"));
          } else {
            assertThat(service).doesNotContainKey("ports");
          }
        });
  }

  @Test
  void whoWatchesIsStartedOnDemandAndReachesNoServer() {
    var watching = List.of("prometheus", "grafana");
    assertThat(service("prometheus").get("networks")).isEqualTo(List.of("front", "observe"));
    assertThat(service("grafana").get("networks")).isEqualTo(List.of("observe"));
    assertThat(services)
        .allSatisfy((name, service) -> {
          assertThat(String.valueOf(service.get("networks")).contains("observe"))
              .isEqualTo(watching.contains(name));
          assertThat(List.of("observe").equals(service.get("profiles")))
              .isEqualTo(watching.contains(name));
        });
  }

  @Test
  void grafanaLetsNobodyInWithoutThePasswordOfEnv() {
    var environment = (Map<?, ?>) Objects.requireNonNull(service("grafana").get("environment"));
    assertThat(environment.get("GF_SECURITY_ADMIN_PASSWORD"))
        .isEqualTo("${GRAFANA_PASSWORD:-sugang-local}");
    assertThat(environment.get("GF_AUTH_ANONYMOUS_ENABLED")).isEqualTo("false");
    assertThat(environment.get("GF_USERS_ALLOW_SIGN_UP")).isEqualTo("false");
  }

  @Test
  void mysqlAndRedisAreOnANetworkThatNginxIsNotOn() {
    assertThat(networks.get("back")).containsEntry("internal", true);
    assertThat(service("mysql")).containsEntry("networks", List.of("back"));
    assertThat(service("redis")).containsEntry("networks", List.of("back"));
    assertThat(service("nginx")).containsEntry("networks", List.of("front"));
  }

  @Test
  void theToolsHaveAccountsThatOnlyRead() {
    for (var name : TOOLS.keySet()) {
      if (name.equals("ngrinder-runner")) {
        // it has none at all
        assertThat(service(name).get("networks")).isEqualTo(List.of("front"));
        continue;
      }
      var environment = (Map<?, ?>) Objects.requireNonNull(service(name).get("environment"));
      assertThat(environment.get("MYSQL_USER")).isEqualTo("sugang_reader");
      assertThat(environment.get("REDIS_USER")).isEqualTo("sugang_reader");
      assertThat(environment.keySet().stream().map(String::valueOf))
          .noneMatch(variable -> variable.contains("OWNER") || variable.contains("ROOT"));
    }
  }

  @Test
  void theKeyOfSessionsIsOnlyWhereTokensAreMadeOrRead() {
    for (var name : services.keySet()) {
      assertThat(String.valueOf(service(name).get("environment")).contains("SUGANG_SESSION_KEY"))
          .as(name)
          .isEqualTo(List.of("app", "rush", "chaos", "ngrinder-runner").contains(name));
      for (var secret : List.of("SUGANG_ACCOUNT_SECRET", "SUGANG_OIDC_CLIENT_SECRET")) {
        assertThat(String.valueOf(service(name).get("environment")).contains(secret))
            .as(name)
            .isEqualTo(name.equals("app"));
      }
    }
  }

  @Test
  void noPasswordIsInACommand() {
    assertThat(services)
        .allSatisfy((name, service) ->
            assertThat(service.get("command") + " " + service.get("entrypoint"))
                .as(name)
                .doesNotContain("PASSWORD"));
  }

  private static Map<String, Object> service(String name) {
    return Objects.requireNonNull(services.get(name), name);
  }
}
