package io.sugang.platform.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RepetitionsTests {
  @Test
  void anErrorOfOneRunEndsNoLaterRun() {
    AtomicInteger runs = new AtomicInteger();
    Runnable task =
        Repetitions.neverFailing(
            "A task of a test",
            () -> {
              if (runs.incrementAndGet() <= 2) {
                throw new StackOverflowError("of a test");
              }
            });
    try (var schedule = Executors.newSingleThreadScheduledExecutor()) {
      var repeated = schedule.scheduleWithFixedDelay(task, 0, 1, TimeUnit.MILLISECONDS);
      await().until(() -> runs.get() > 5);
      assertThat(repeated.isDone()).isFalse();
      schedule.shutdownNow();
    }
  }
}
