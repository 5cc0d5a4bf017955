package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.lab.chaos.PlannedRequest.Then;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.StackLink;
import io.sugang.ops.workspace.Interruption;
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
    assertThat(lines).hasSize(Scenarios.ALL.size() + 1).doesNotHaveDuplicates();
    assertThat(lines).contains("redis-killed             kill -9 of Redis, started again empty");
    assertThat(lines).allMatch(line -> line.matches("[a-z-]+ +\\S.*"));
    assertThat(Scenarios.ALL.stream().map(Scenario::name))
        .doesNotHaveDuplicates()
        .doesNotContain(Soak.NAME);
  }

  @Test
  void winnersOfALongLoadGiveTheirSeatsBack() {
    Scenario.OwnLoad load = Soak.scenario(2).load();
    assertThat(load).isEqualTo(new Scenario.OwnLoad(12_000, 5_000));
    assertThat(Soak.scenario(1_440).load()).isEqualTo(new Scenario.OwnLoad(400_000, 5_000));
    List<PlannedRequest> requests =
        PlannedRequests.draw(7, 1_000, 100, new long[] {1, 2}, new long[] {3});
    assertThat(requests.subList(0, 100)).anyMatch(one -> one.then() == Then.KEEP);
    assertThat(requests.subList(100, 1_000)).noneMatch(one -> one.then() == Then.KEEP);
  }

  @Test
  void figuresThatCannotBeReadLeaveTheSoakOut() {
    assertThatExceptionOfType(Operator.Unsupported.class)
        .isThrownBy(() -> Soak.scenario(1).prepare().run(TestContext.of(_ -> "")))
        .withMessage("local mode only");
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
                  performed.add(operation.words());
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
          performed.add(operation.words());
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
          throw new IOException(operation.words());
        });
  }

  private static ScenarioOutcome run(String name, List<String> instances, Operator operator) {
    return run(
        Scenarios.ALL.stream().filter(each -> each.name().equals(name)).findAny().orElseThrow(),
        instances,
        operator);
  }

  private static ScenarioOutcome run(Scenario scenario, List<String> instances, Operator operator) {
    return new ScenarioRun(
            scenario,
            1,
            100,
            1,
            Duration.ofSeconds(1),
            new StackLink(URI.create("http://127.0.0.1:1"), instances, Map.of(), operator, null),
            Path.of("target"),
            new PrintWriter(new StringWriter()))
        .execute();
  }
}
