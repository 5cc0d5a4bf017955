package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.control.StackAccess;
import io.sugang.ops.options.Ranges;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What chaos is asked for, without a stack. */
class ChaosCommandTests {
  private final List<StackAccess.StackRequest> requests = new ArrayList<>();
  private final StringWriter errors = new StringWriter();

  private int execute(Object command, String arguments) {
    var line = new CommandLine(command).setErr(new PrintWriter(errors));
    Ranges.apply(line);
    return line.execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));
  }

  private int run(StackAccess.StackRequest request, StackAccess.StackBody body) {
    requests.add(request);
    return 7;
  }

  private int chaos(String arguments) {
    return execute(new ChaosCommand(this::run, Path.of("target")), arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis-kiled",
        "redis-killed --count 99",
        "--count=1000001",
        "--count",
        "--clients many",
        "--clients 5001",
        "--around 0",
        "--seed -1",
        "--scenario redis-killed",
        "soak --minutes 0",
        "soak --minutes 1441",
        "soak --minutes",
        "soak --hours=2",
        "soak 30",
        "redis-killed --minutes 2",
        "--minutes 2"
      })
  void chaosRefusesWhatMakesNoSense(String arguments) {
    assertThat(chaos(arguments)).isEqualTo(2);
    assertThat(errors.toString()).contains("Usage: chaos");
    assertThat(requests).isEmpty();
  }

  @Test
  void aContainerGetsScenariosAndNumbers() {
    assertThat(chaos("redis-killed app-killed --count=0200 --seed 7 --json")).isEqualTo(7);
    StackAccess.StackRequest request = requests.getFirst();
    assertThat(request.arguments())
        .containsExactly(
            "redis-killed",
            "app-killed",
            "--count=200",
            "--clients=300",
            "--around=8",
            "--seed=7",
            "--json");
    assertThat(request.confirmed()).isFalse();
  }

  @Test
  void confirmationIsForTheHost() {
    chaos("--yes");
    assertThat(requests.getFirst().confirmed()).isTrue();
    assertThat(requests.getFirst().arguments()).doesNotContain("--yes");
  }

  @Test
  void theLengthOfASoakIsPassedOn() {
    assertThat(chaos("soak --minutes=07 -y")).isEqualTo(7);
    assertThat(requests.getFirst().arguments()).contains("soak", "--minutes=7");
  }

  @Test
  void listingRunsNothing() {
    assertThat(chaos("--seed 5 --list")).isZero();
    assertThat(requests).isEmpty();
  }
}
