package io.sugang.platform.background;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work in rounds, in a virtual thread of its own. A round that fails ends no later one. */
public final class BackgroundTask {
  private final String name;
  private final Duration afterFailure;
  private final Round round;
  private final Consumer<Throwable> failed;
  private final Semaphore requests = new Semaphore(0);
  private volatile @Nullable Thread thread;

  /** One round. */
  @FunctionalInterface
  public interface Round {
    /** Returns the time until the next round, which {@link BackgroundTask#wake} shortens. */
    Duration run() throws InterruptedException;
  }

  /**
   * @param name of the thread
   * @param afterFailure time until the round after one that failed
   * @param failed receives what a round threw, also an Error
   */
  public BackgroundTask(
      String name, Duration afterFailure, Round round, Consumer<Throwable> failed) {
    this.name = name;
    this.afterFailure = afterFailure;
    this.round = round;
    this.failed = failed;
  }

  /** Begins. */
  public void start() {
    // Known before it runs: the loop ends when it does not find itself running.
    Thread created = Thread.ofVirtual().name(name).unstarted(this::loop);
    thread = created;
    created.start();
  }

  /** Ends: a round is interrupted, and none begins. */
  public void stop() {
    Thread running = thread;
    thread = null;
    if (running != null) {
      running.interrupt();
    }
  }

  /** Returns whether it was begun and not ended; a long round asks between its steps. */
  public boolean isRunning() {
    return thread != null;
  }

  /** Ends the pause between two rounds. Never blocks. */
  public void wake() {
    requests.release();
  }

  private void loop() {
    while (isRunning()) {
      try {
        if (requests.tryAcquire(pause().toNanos(), TimeUnit.NANOSECONDS)) {
          requests.drainPermits();
        }
      } catch (InterruptedException stop) {
        return;
      }
    }
  }

  private Duration pause() throws InterruptedException {
    try {
      return round.run();
    } catch (InterruptedException stop) {
      throw stop;
    } catch (Throwable away) {
      failed.accept(away);
      return afterFailure;
    }
  }
}
