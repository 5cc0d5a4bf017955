package io.sugang.tools.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OperatorTests {
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  @Test
  void asksOnOneLineAndReturnsWhatWasPrinted() throws Exception {
    assertThat(operator("ok maxmemory 0\n").perform("redis CONFIG GET maxmemory"))
        .isEqualTo("maxmemory 0");
    assertThat(asked.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines("@op redis CONFIG GET maxmemory\n");
  }

  @Test
  void takesAnAnswerWithoutText() throws Exception {
    assertThat(operator("ok\n").perform("kill redis")).isEmpty();
  }

  @Test
  void tellsWhatCannotBeDoneHereFromWhatFailed() {
    assertThatExceptionOfType(Operator.Unsupported.class)
        .isThrownBy(() -> operator("unsupported local stack only\n").perform("snapshot redis"))
        .withMessage("local stack only");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> operator("failed it does not run\n").perform("kill redis"))
        .withMessage("kill redis: it does not run");
  }

  @Test
  void aClosedReplyIsAFailure() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> operator("").perform("kill redis"))
        .withMessageContaining("./sugang");
  }

  private Operator operator(String replies) {
    return new PipedOperator(
        new PrintStream(asked, true, StandardCharsets.UTF_8),
        new BufferedReader(new StringReader(replies)));
  }
}
