package io.sugang.lab.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.lab.control.Operation.EvictService;
import io.sugang.lab.control.Operation.ImportCourses;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operation.ResetSeats;
import io.sugang.lab.control.Operation.ShiftRedisClock;
import io.sugang.lab.control.Operation.SnapshotRedis;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operation.StartChanged;
import io.sugang.lab.control.Operation.StartParts;
import io.sugang.lab.control.Operation.StartRedis;
import io.sugang.lab.control.Operation.StartWithClock;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorTests {
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  @Test
  void asksOnOneLineAndReturnsWhatWasPrinted() throws Exception {
    assertThat(operator("ok maxmemory 0\n").perform(Redis.of("CONFIG", "GET", "maxmemory")))
        .isEqualTo("maxmemory 0");
    assertThat(asked.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "@op Redis {\"command\":[\"CONFIG\",\"GET\",\"maxmemory\"]}\n");
  }

  @Test
  void takesAnAnswerWithoutText() throws Exception {
    assertThat(operator("ok\n").perform(new Kill("redis"))).isEmpty();
  }

  @Test
  void tellsWhatCannotBeDoneHereFromWhatFailed() {
    assertThatExceptionOfType(Operator.Unsupported.class)
        .isThrownBy(() -> operator("unsupported local stack only\n").perform(new SnapshotRedis()))
        .withMessage("local stack only");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> operator("failed it does not run\n").perform(new Kill("redis")))
        .withMessage("kill redis: it does not run");
  }

  @Test
  void aClosedReplyIsAFailure() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> operator("").perform(new Kill("redis")))
        .withMessageContaining("./sugang");
  }

  static List<Operation> operations() {
    return List.of(
        new ResetSeats(),
        Redis.of("SET", "a b", "c"),
        new Sql("SELECT 1;\nSELECT '둘'"),
        new EvictService(3),
        new ImportCourses("구분,과목\n전선,하나\n"),
        new Kill("redis"),
        new StartParts(List.of("app-1", "app-2")),
        new StartChanged("app-1", Map.of("MYSQL_PORT", "23306")),
        new StartWithClock("app-1", 3_600),
        new StartRedis(StartRedis.RedisData.SNAPSHOT),
        new ShiftRedisClock(-3_600));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void theOtherSideReadsTheSameOperation(Operation operation) throws Exception {
    String line = OperationLine.write(operation);
    assertThat(line).hasLineCount(1);
    assertThat(OperationLine.read(line)).isEqualTo(operation);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "kill redis", "Explode {}", "Kill redis", "OnParts {}"})
  void otherLinesAreNoOperation(String line) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> OperationLine.read(line))
        .withMessageContaining("not an operation");
  }

  private Operator operator(String replies) {
    return new PipedOperator(
        new PrintStream(asked, true, StandardCharsets.UTF_8),
        new BufferedReader(new StringReader(replies)));
  }
}
