package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AcknowledgedIntegrationTests {

  @Test
  void everyWonSeatIsARow() {
    assertThatCode(() -> Acknowledged.requireRows("mixed", Map.of(200, 50, 201, 20, 409, 20), 20))
        .doesNotThrowAnyException();
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> Acknowledged.requireRows("mixed", Map.of(201, 20), 19))
        .withMessage(
            "after mixed: 20 requests were answered 201, 0 without a certain outcome, and 19 rows were added");
  }

  @Test
  void aRowWithoutA201BelongsToARequestWithoutACertainOutcome() {
    Map<Integer, Integer> statuses = Map.of(201, 20, 503, 2, 0, 1);
    assertThatCode(() -> Acknowledged.requireRows("mixed", statuses, 23))
        .doesNotThrowAnyException();
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> Acknowledged.requireRows("mixed", statuses, 24));
    assertThatExceptionOfType(Stack.NotValid.class)
        .isThrownBy(() -> Acknowledged.requireRows("mixed", Map.of(409, 20), 1));
  }
}
