package io.sugang.platform.background;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;

/**
 * A background task that begins when the application is ready and ends with it. The first failure
 * of several is logged, not one in each period.
 */
public abstract class ReadyBackgroundTask implements DisposableBean {
  private final String name;
  private final Duration period;
  private final String unfinished;
  private volatile @Nullable BackgroundTask task;
  // Both are of the thread.
  private boolean failing;
  private boolean failed;

  /**
   * @param name of the thread
   * @param period time between two rounds, which {@link #wake} shortens
   * @param unfinished for the log: what a failure leaves undone
   */
  protected ReadyBackgroundTask(String name, Duration period, String unfinished) {
    this.name = name;
    this.period = period;
    this.unfinished = unfinished;
  }

  /** Does one round; a failure of it ends no later one. */
  protected abstract void work() throws InterruptedException;

  @EventListener(ApplicationReadyEvent.class)
  final void start() {
    BackgroundTask created = new BackgroundTask(name, period, this::round, this::failed);
    task = created;
    created.start();
  }

  @Override
  public final void destroy() {
    BackgroundTask running = task;
    if (running != null) {
      running.stop();
    }
  }

  /** Ends the pause between two rounds. Never blocks. */
  public final void wake() {
    BackgroundTask running = task;
    if (running != null) {
      running.wake();
    }
  }

  /** Returns whether the work has not ended; a long round asks between its steps. */
  protected final boolean isRunning() {
    BackgroundTask running = task;
    return running != null && running.isRunning();
  }

  /** Logs what a round threw, or a part of it that the other parts do not need. */
  protected final void failed(Throwable away) {
    if (!failing) {
      LoggerFactory.getLogger(getClass()).warn(unfinished, away);
    }
    failing = true;
    failed = true;
  }

  private Duration round() throws InterruptedException {
    failed = false;
    work();
    failing = failed;
    return period;
  }
}
