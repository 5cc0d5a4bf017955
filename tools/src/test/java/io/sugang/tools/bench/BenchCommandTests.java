package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "put",
        "get --seconds=31",
        "--repetitions=0",
        "--rate=0",
        "--scale=9",
        "--connections=0",
        "--hot=101",
        "--students=100",
        "--courses=499",
        "--warm-up=-1",
        "--variant=redis",
        "--variant=redis/none/more"
      })
  void whatMakesNoSenseIsRefusedBeforeAnythingRuns(String arguments) {
    StringWriter said = new StringWriter();
    CommandLine command = BenchCommand.commandLine(Map.of()).setErr(new PrintWriter(said));
    assertThat(command.execute(arguments.split(" "))).isEqualTo(2);
    assertThat(said.toString()).contains("Usage: bench");
  }
}
