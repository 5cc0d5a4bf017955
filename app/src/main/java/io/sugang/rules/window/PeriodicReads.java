package io.sugang.rules.window;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads that are repeated for as long as the instance runs, whether they succeed or not. */
final class PeriodicReads implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PeriodicReads.class);

  private final ScheduledExecutorService threads;

  /**
   * @param threads that read at once, at most
   */
  PeriodicReads(int threads, String name) {
    this.threads =
        Executors.newScheduledThreadPool(
            threads, Thread.ofPlatform().daemon().name(name).factory());
  }

  /** Reads now, and again a period after each end. */
  void every(Duration period, Runnable read) {
    threads.scheduleWithFixedDelay(
        () -> {
          try {
            read.run();
          } catch (Throwable away) {
            // An Error too: it would end the refreshing, and each request would wait for a read.
            log.debug("The rules of registration could not be read", away);
          }
        },
        0,
        period.toNanos(),
        TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
