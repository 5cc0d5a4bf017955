package io.sugang.tools.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.tools.control.Operator;
import io.sugang.tools.control.PipedOperator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTests {

  // The command tells them where nothing runs and nothing is built.
  @Test
  void theCommandListsWhatThereIs() throws IOException {
    assertThat(Files.readAllLines(Path.of("../native/chaos-scenarios")))
        .isEqualTo(
            Scenarios.ALL.stream()
                .map(scenario -> "%-24s %s".formatted(scenario.name(), scenario.summary()))
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"two-apps-killed", "app-stopped", "rolling-restart"})
  void whatNeedsTwoInstancesIsLeftOutWithOne(String name) throws InterruptedException {
    ScenarioOutcome outcome = run(name, List.of("app-1"));
    assertThat(outcome.verdict()).isEqualTo(ScenarioOutcome.Verdict.LEFT_OUT);
    assertThat(outcome.reason()).startsWith("needs 2 instances");
  }

  @Test
  void whatNobodyCausesIsUnknown() throws InterruptedException {
    assertThat(run("app-killed", List.of("app-1")).verdict()).isEqualTo(ScenarioOutcome.Verdict.UNKNOWN);
  }

  private static ScenarioOutcome run(String name, List<String> instances) throws InterruptedException {
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
            new PipedOperator(
                new PrintStream(OutputStream.nullOutputStream()),
                new BufferedReader(new StringReader("failed no\nok\n"))),
            instances,
            new PrintWriter(new StringWriter()))
        .execute();
  }
}
