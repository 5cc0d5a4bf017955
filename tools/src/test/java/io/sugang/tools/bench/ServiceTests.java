package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sugang.tools.control.PipedOperator;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceTests {
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  @Test
  void theScriptIsToldTheBuildItsInstancesAndSettings() throws Exception {
    Stack stack = stack("ok", "ok app=1 port=8080 management=9090", "ok");
    stack.start(new Service("before", 2, List.of("SUGANG_SEAT_CONTROL=lock", "OTHER=1")));
    stack.verify("a load");
    assertThat(asked.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "@op start before 2 SUGANG_SEAT_CONTROL=lock OTHER=1",
            "@op parts",
            "@op verify SUGANG_SEAT_CONTROL=lock");
  }

  @Test
  void eachBuildIsTriedBeforeAnythingIsMeasured() throws Exception {
    stack("ok").prepare(List.of("before", "after"));
    assertThat(asked.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines("@op prepare 100 5000 before after");
  }

  @Test
  void whatTheVerifierDoesNotCallValidIsToldWithWhatWasDone() throws Exception {
    Stack stack = stack("ok", "ok app=1 port=8080 management=9090", "failed VIOLATED (status 1)");
    stack.start(new Service("present", 1, List.of("SUGANG_SEAT_CONTROL=redis")));
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> stack.verify("the mixed load"))
        .withMessageContainingAll("after the mixed load", "VIOLATED");
  }

  @Test
  void aServiceSaysWhoDecidesAboutSeats() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Service("present", 1, List.of()));
  }

  private Stack stack(String... replies) throws IOException {
    return new Stack(
        new PipedOperator(
            new PrintStream(asked, true, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader(String.join("\n", replies)))),
        new DatasetSize(5_000, 500));
  }
}
