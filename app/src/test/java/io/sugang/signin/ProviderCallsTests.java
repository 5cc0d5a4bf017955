package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How many calls to the identity provider run at once, and for how long. */
class ProviderCallsTests {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void aCallBeyondTheLimitIsRefusedAtOnceAndALaterOneRuns() {
    var calls = new ProviderCalls(1, LONG);
    var end = new CountDownLatch(1);
    CompletableFuture<String> first =
        calls.call(() -> {
          end.await();
          return "first";
        });
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(calls.call(() -> "second")::join)
        .withCauseInstanceOf(TemporarilyUnavailableException.class);
    end.countDown();
    assertThat(first.join()).isEqualTo("first");
    await().until(() -> !calls.call(() -> "third").isCompletedExceptionally());
  }

  @Test
  void callsOfHastyAttemptsLeaveAQuarterFree() {
    var calls = new ProviderCalls(4, LONG);
    var end = new CountDownLatch(1);
    List<CompletableFuture<String>> hasty =
        Stream.generate(() ->
                calls.callHasty(() -> {
                  end.await();
                  return "hasty";
                }))
            .limit(3)
            .toList();
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(calls.callHasty(() -> "one more")::join)
        .withCauseInstanceOf(TemporarilyUnavailableException.class);
    assertThat(calls.call(() -> "of a user").join()).isEqualTo("of a user");
    end.countDown();
    hasty.forEach(CompletableFuture::join);
    await().until(() -> !calls.callHasty(() -> "later").isCompletedExceptionally());
  }

  @Test
  void aCallThatTakesTooLongEndsAndLeavesRoomForTheNext() {
    var calls = new ProviderCalls(1, Duration.ofMillis(100));
    var interrupted = new CountDownLatch(1);
    CompletableFuture<String> silent =
        calls.call(() -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException stopped) {
            interrupted.countDown();
          }
          return "too late";
        });
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(silent::join)
        .withCauseInstanceOf(TimeoutException.class);
    await().until(() -> interrupted.getCount() == 0);
    await().until(() -> !calls.call(() -> "next").isCompletedExceptionally());
  }

  @Test
  void aThreadThatCannotStartLeavesRoomForTheNext() {
    var threads = new AtomicInteger();
    var calls =
        new ProviderCalls(
            1, LONG, task -> threads.getAndIncrement() == 0 ? notStarting() : new Thread(task));
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(calls.call(() -> "first")::join)
        .withCauseInstanceOf(TemporarilyUnavailableException.class)
        .withRootCauseInstanceOf(Error.class);
    assertThat(calls.call(() -> "second").join()).isEqualTo("second");
  }

  static Thread notStarting() {
    return new Thread() {
      @Override
      public void start() {
        // No OutOfMemoryError, which would end the whole run when a call passed it on.
        throw new Error("unable to create native thread");
      }
    };
  }

  @Test
  void aFailureIsPassedOn() {
    CompletableFuture<String> failed =
        new ProviderCalls(1, LONG)
            .call(() -> {
              throw new IllegalStateException("of the call");
            });
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(failed::join)
        .withRootCauseInstanceOf(IllegalStateException.class);
  }
}
