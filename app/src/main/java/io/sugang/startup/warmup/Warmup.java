package io.sugang.startup.warmup;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.server.tomcat.PublicPort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/**
 * Runner of the steps, one after another when the application is started. Then it opens the public
 * port. Boot turns readiness on only after that, because it waits for the listeners of {@link
 * ApplicationReadyEvent}.
 *
 * <p>Nothing here decides whether the service works: a step that fails or takes too long is logged,
 * and the start continues. Only a public port that cannot be opened ends the start.
 */
final class Warmup {
  private static final Logger log = LoggerFactory.getLogger(Warmup.class);

  // How long a step that was interrupted may take to clean up after itself.
  private static final Duration CLEAN_UP = Duration.ofSeconds(5);

  private final ApplicationContext context;
  private final List<WarmupStep> steps;
  private final PublicPort port;
  private final MeterRegistry metrics;
  private final Runnable ended;
  private final boolean enabled;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean begun;

  Warmup(
      ApplicationContext context,
      List<WarmupStep> steps,
      PublicPort port,
      MeterRegistry metrics,
      Runnable ended,
      boolean enabled) {
    this.context = context;
    this.steps = List.copyOf(steps);
    this.port = port;
    this.metrics = metrics;
    this.ended = ended;
    this.enabled = enabled;
  }

  @EventListener
  void onReady(ApplicationReadyEvent event) throws Exception {
    if (event.getApplicationContext() != context) {
      return;
    }
    AotCache.logUse();
    if (!enabled) {
      ended.run();
      return;
    }
    begun = true;
    long begin = System.nanoTime();
    try {
      for (WarmupStep step : steps) {
        if (isClosing()) {
          return;
        }
        run(step);
      }
      log.info("Warm-up took {} ms", millisSince(begin));
    } finally {
      over.countDown();
    }
    ended.run();
    port.open();
  }

  /** Delays the stop of the instance until the running step has removed its rows and keys. */
  @EventListener
  void onClosed(ContextClosedEvent event) throws InterruptedException {
    if (event.getApplicationContext() != context) {
      return;
    }
    port.keepClosed();
    closing.countDown();
    if (begun && !over.await(CLEAN_UP.toMillis() + 1_000, TimeUnit.MILLISECONDS)) {
      log.warn("Stopped during the warm-up; the next start removes its rows and keys");
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  private void run(WarmupStep step) throws InterruptedException {
    long begin = System.nanoTime();
    FutureTask<String> task = new FutureTask<>(step::run);
    CountDownLatch ended = new CountDownLatch(1);
    // A platform thread: interrupting a virtual one closes the socket it uses, also that to MySQL
    // while it cleans up.
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("warmup-" + step.name())
            .start(() -> {
              try {
                task.run();
              } finally {
                ended.countDown();
              }
            });
    String failure = await(task, step);
    if (failure == null) {
      log.info("Warm-up: {} in {} ms: {}", step.name(), millisSince(begin), task.resultNow());
    } else {
      thread.interrupt();
      ended.await(CLEAN_UP.toMillis(), TimeUnit.MILLISECONDS);
      log.warn(
          "Warm-up: {} {} after {} ms; the start continues without it",
          step.name(),
          failure,
          millisSince(begin));
    }
    Timer.builder("sugang.warmup")
        .description("Time of each warm-up step")
        .tag("step", step.name())
        .register(metrics)
        .record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
  }

  private @Nullable String await(FutureTask<String> task, WarmupStep step)
      throws InterruptedException {
    long deadline = System.nanoTime() + step.timeLimit().toNanos();
    while (true) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return "was given up (limit " + step.timeLimit().toMillis() + " ms)";
      }
      if (isClosing()) {
        return "was ended by the stop of the instance";
      }
      try {
        task.get(Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)), TimeUnit.NANOSECONDS);
        return null;
      } catch (TimeoutException notYet) {
        continue;
      } catch (ExecutionException failed) {
        return "failed (" + failed.getCause() + ")";
      }
    }
  }

  private static long millisSince(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }
}
