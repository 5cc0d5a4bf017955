package io.sugang.platform.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Circuit for calls to Redis, which never fail because of it. After some errors in a row the
 * circuit is open for a second at a time, because otherwise each request would wait for the timeout
 * of a dead Redis.
 */
public final class RedisCircuit {
  private static final CircuitBreakerConfig CONFIG =
      CircuitBreakerConfig.custom()
          .slidingWindowSize(20)
          .minimumNumberOfCalls(5)
          .failureRateThreshold(50)
          .waitDurationInOpenState(Duration.ofSeconds(1))
          .permittedNumberOfCallsInHalfOpenState(2)
          .automaticTransitionFromOpenToHalfOpenEnabled(false)
          .build();

  private final CircuitBreaker breaker;

  public RedisCircuit(String name) {
    breaker = CircuitBreaker.of(name, CONFIG);
  }

  /**
   * Returns the result of {@code command}, or {@code whenAway} when the circuit is open or the
   * command failed.
   */
  public <T> T call(Supplier<T> command, T whenAway) {
    return call(command, whenAway, whenAway);
  }

  /**
   * Runs a command whose effect matters: a failed one may have been executed.
   *
   * @param notTried returned when the circuit is open @param failed returned when {@code command}
   *     threw
   */
  public <T> T call(Supplier<T> command, T notTried, T failed) {
    if (!breaker.tryAcquirePermission()) {
      return notTried;
    }
    long start = System.nanoTime();
    try {
      T result = command.get();
      breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
      return result;
    } catch (RuntimeException away) {
      breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, away);
      return failed;
    } catch (Error defect) {
      // Otherwise its permit would be lost, and half-open has only two.
      breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, defect);
      throw defect;
    }
  }

  /** Runs a command as {@link #call(Supplier, Object)} does, without a waiting thread. */
  public <T> CompletionStage<T> callAsync(Supplier<CompletionStage<T>> command, T whenAway) {
    return callAsync(command, whenAway, whenAway);
  }

  /**
   * Runs a command as {@link #call(Supplier, Object, Object)} does, without a waiting thread.
   *
   * @param notTried when the circuit is open, or {@code command} threw before it sent anything
   * @param failed when the answer is a failure, or none came
   */
  public <T> CompletionStage<T> callAsync(
      Supplier<? extends CompletionStage<? extends T>> command, T notTried, T failed) {
    if (!breaker.tryAcquirePermission()) {
      return CompletableFuture.completedStage(notTried);
    }
    long start = System.nanoTime();
    CompletionStage<? extends T> answer;
    try {
      answer = command.get();
    } catch (RuntimeException away) {
      breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, away);
      return CompletableFuture.completedStage(notTried);
    } catch (Error defect) {
      breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, defect);
      throw defect;
    }
    return answer.handle((result, away) -> {
      long nanos = System.nanoTime() - start;
      if (away == null) {
        breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        return result;
      }
      breaker.onError(nanos, TimeUnit.NANOSECONDS, away);
      return failed;
    });
  }
}
