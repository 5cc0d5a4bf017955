package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.server.tomcat.PublicPort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;

class WarmupStepsTests {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final GenericApplicationContext context = new GenericApplicationContext();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final List<String> done = new CopyOnWriteArrayList<>();

  @Test
  void aStepThatFailsOrTakesTooLongDoesNotKeepTheOthersFromRunning() throws Exception {
    Warmup warmup =
        warmup(
            true,
            step(
                "failing",
                LONG,
                () -> {
                  throw new IllegalStateException("on purpose");
                }),
            step("endless", Duration.ofMillis(50), this::untilInterrupted),
            step("good", LONG, () -> "done"));
    warmup.onReady(ready());
    assertThat(done).containsExactly("endless interrupted", "good");
    assertThat(metrics.get("sugang.warmup").timers())
        .extracting(timer -> timer.getId().getTag("step"))
        .containsExactlyInAnyOrder("failing", "endless", "good");
  }

  @Test
  void switchedOffNothingRuns() throws Exception {
    warmup(false, step("good", LONG, () -> "done")).onReady(ready());
    assertThat(done).isEmpty();
  }

  @Test
  void theStopOfTheInstanceEndsTheStepAndWaitsUntilItHasCleanedUp() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    Warmup warmup =
        warmup(
            true,
            step(
                "endless",
                LONG,
                () -> {
                  running.countDown();
                  return untilInterrupted();
                }),
            step("never", LONG, () -> "done"));
    Thread starting = Thread.ofPlatform().start(() -> onReady(warmup));
    running.await();
    warmup.onClosed(new ContextClosedEvent(context));
    assertThat(done).containsExactly("endless interrupted");
    starting.join();
    assertThat(done).doesNotContain("never");
  }

  @Test
  void eventsOfOtherContextsMeanNothing() throws Exception {
    Warmup warmup = warmup(true, step("good", LONG, () -> "done"));
    warmup.onClosed(new ContextClosedEvent(new GenericApplicationContext()));
    warmup.onReady(ready());
    await().until(() -> done.contains("good"));
  }

  private String untilInterrupted() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException expected) {
      done.add("endless interrupted");
    }
    return "interrupted";
  }

  private WarmupStep step(String name, Duration limit, Callable<String> work) {
    return new WarmupStep() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Duration timeLimit() {
        return limit;
      }

      @Override
      public String run() throws Exception {
        String result = work.call();
        if (result.equals("done")) {
          done.add(name);
        }
        return result;
      }
    };
  }

  private Warmup warmup(boolean enabled, WarmupStep... steps) {
    return new Warmup(context, List.of(steps), new PublicPort(enabled), metrics, () -> {}, enabled);
  }

  private ApplicationReadyEvent ready() {
    return new ApplicationReadyEvent(
        new SpringApplication(), new String[0], context, Duration.ZERO);
  }

  private void onReady(Warmup warmup) {
    try {
      warmup.onReady(ready());
    } catch (Exception unexpected) {
      done.add(unexpected.toString());
    }
  }
}
