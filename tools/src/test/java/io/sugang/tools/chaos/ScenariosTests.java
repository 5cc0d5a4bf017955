package io.sugang.tools.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.tools.control.Operator;
import io.sugang.tools.workspace.Interruption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTests {

  @Test
  void theListHasEachScenarioOnceWithWhatHappens() {
    List<String> lines = Scenarios.list().lines().toList();
    assertThat(lines).hasSameSizeAs(Scenarios.ALL).doesNotHaveDuplicates();
    assertThat(lines).contains("redis-killed             kill -9 of Redis, started again empty");
    assertThat(lines).allMatch(line -> line.matches("[a-z-]+ +\\S.*"));
    assertThat(Scenarios.ALL.stream().map(Scenario::name)).doesNotHaveDuplicates();
  }

  @Test
  void aSignalEndsTheScenarioAndLeavesHealingToTheCommand() {
    Thread.currentThread().interrupt();
    List<String> performed = new ArrayList<>();
    assertThatExceptionOfType(Interruption.class)
        .isThrownBy(() ->
            run(
                "script-flush",
                List.of("app-1"),
                operation -> {
                  performed.add(operation);
                  throw new Interruption();
                }));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(performed).hasSize(1);
  }

  @Test
  void aFullDiskIsAFaultUntilMySqlHasCommitted() throws Exception {
    List<String> performed = new ArrayList<>();
    Scenarios.freeMySql(
        TestContext.of(operation -> {
          performed.add(operation);
          return "";
        }));
    assertThat(performed).containsExactly("free mysql", "mysql DROP TABLE IF EXISTS sugang.chaos");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two-apps-killed", "app-stopped", "rolling-restart"})
  void whatNeedsTwoInstancesIsLeftOutWithOne(String name) {
    ScenarioOutcome outcome = run(name, List.of("app-1"));
    assertThat(outcome.verdict()).isEqualTo(ScenarioOutcome.ScenarioVerdict.LEFT_OUT);
    assertThat(outcome.reason()).startsWith("needs 2 instances");
  }

  @Test
  void whatNobodyCausesIsUnknown() {
    assertThat(run("app-killed", List.of("app-1")).verdict())
        .isEqualTo(ScenarioOutcome.ScenarioVerdict.UNKNOWN);
  }

  private static ScenarioOutcome run(String name, List<String> instances) {
    return run(
        name,
        instances,
        operation -> {
          throw new IOException(operation);
        });
  }

  private static ScenarioOutcome run(String name, List<String> instances, Operator operator) {
    Scenario scenario =
        Scenarios.ALL.stream().filter(each -> each.name().equals(name)).findAny().orElseThrow();
    return new ScenarioRun(
            scenario,
            1,
            100,
            1,
            Duration.ofSeconds(1),
            URI.create("http://127.0.0.1:1"),
            Path.of("target"),
            Map.of(),
            operator,
            instances,
            new PrintWriter(new StringWriter()))
        .execute();
  }
}
