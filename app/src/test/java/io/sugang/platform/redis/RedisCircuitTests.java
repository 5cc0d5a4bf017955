package io.sugang.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class RedisCircuitTests {
  private final RedisCircuit circuit = new RedisCircuit("of the test");

  private static <T> Supplier<T> failing() {
    return () -> {
      throw new IllegalStateException("of the test");
    };
  }

  private void leaveRedisAlone() {
    await().until(this::isLeftAlone);
  }

  /** More than once, because it is tried again after a second, which a pause may take. */
  private boolean isLeftAlone() {
    for (int call = 0; call < 5; call++) {
      assertThat(circuit.call(failing(), "away")).isEqualTo("away");
    }
    return circuit.call(() -> "asked", "away").equals("away");
  }

  private void errors(Runnable call) {
    AtomicInteger errors = new AtomicInteger();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          try {
            call.run();
          } catch (NoClassDefFoundError expected) {
            errors.incrementAndGet();
          }
          return errors.get() == 2;
        });
  }

  @Test
  void errorsOfTriesDoNotEndTheTrying() {
    leaveRedisAlone();
    Supplier<String> defect =
        () -> {
          throw new NoClassDefFoundError("of the test");
        };
    errors(() -> circuit.call(defect, "away"));
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> circuit.call(() -> "asked", "away").equals("asked"));
  }

  @Test
  void errorsOfTriesWithoutAThreadDoNotEndTheTrying() {
    leaveRedisAlone();
    Supplier<CompletionStage<String>> defect =
        () -> {
          throw new NoClassDefFoundError("of the test");
        };
    errors(() -> circuit.callAsync(defect, "away"));
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            circuit
                .callAsync(() -> CompletableFuture.completedStage("asked"), "away")
                .toCompletableFuture()
                .join()
                .equals("asked"));
  }

  @Test
  void anErrorIsNotHidden() {
    assertThatExceptionOfType(NoClassDefFoundError.class)
        .isThrownBy(() ->
            circuit.call(
                () -> {
                  throw new NoClassDefFoundError("of the test");
                },
                "away"));
  }
}
