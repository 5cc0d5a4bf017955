package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ReconcilerThreadTests {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void anErrorOrAnExceptionEndsTheRoundAndNotTheThread() {
    AtomicInteger rounds = new AtomicInteger();
    ReconcilerThread thread =
        new ReconcilerThread(
            () -> {
              switch (rounds.incrementAndGet()) {
                case 1 -> throw new NoClassDefFoundError("of the test");
                case 2 -> throw new IllegalStateException("of the test");
                case 3 -> throw new StackOverflowError("of the test");
                default -> {}
              }
            },
            () -> 1);
    thread.start();
    try {
      await().until(() -> rounds.get() > 4);
      assertThat(thread.isAlive(LIMIT)).isTrue();
    } finally {
      thread.stop();
    }
  }

  @Test
  void aRoundThatDoesNotEndIsNoLife() {
    CountDownLatch end = new CountDownLatch(1);
    ReconcilerThread thread =
        new ReconcilerThread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
              }
            },
            () -> 1);
    thread.start();
    try {
      await().until(() -> !thread.isAlive(Duration.ofMillis(100)));
      assertThat(thread.isAlive(LIMIT)).isTrue();
      end.countDown();
      await().until(() -> thread.isAlive(Duration.ofMillis(100)));
    } finally {
      thread.stop();
    }
  }

  @Test
  void aLongPauseBetweenTwoRoundsIsNoLackOfLife() {
    AtomicInteger rounds = new AtomicInteger();
    ReconcilerThread thread =
        new ReconcilerThread(rounds::incrementAndGet, Duration.ofHours(1)::toNanos);
    thread.start();
    try {
      await().until(() -> rounds.get() == 1);
      await()
          .during(Duration.ofMillis(500))
          .until(() -> thread.isAlive(Duration.ofMillis(100)) && rounds.get() == 1);
      thread.wake();
      await().until(() -> rounds.get() == 2);
    } finally {
      thread.stop();
    }
  }
}
