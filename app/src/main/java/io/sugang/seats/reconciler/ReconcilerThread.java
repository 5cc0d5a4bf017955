package io.sugang.seats.reconciler;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of the reconciler: rounds, with pauses that end early when it is woken. */
final class ReconcilerThread {
  private static final Logger log = LoggerFactory.getLogger(ReconcilerThread.class);

  // Shortest pause between two rounds, so that a flood of suspects is handled in groups.
  static final Duration PAUSE = Duration.ofMillis(50);

  private final Runnable round;
  private final LongSupplier untilNextRound;
  private final Semaphore wakeUp = new Semaphore(0);
  private volatile @Nullable Thread thread;
  // By System.nanoTime, of the running round.
  private volatile long began;
  private volatile boolean inRound;

  /**
   * @param untilNextRound nanoseconds, asked after each round
   */
  ReconcilerThread(Runnable round, LongSupplier untilNextRound) {
    this.round = round;
    this.untilNextRound = untilNextRound;
  }

  void start() {
    // Known before it runs: the loop ends when it does not find itself running.
    Thread created = Thread.ofPlatform().name("seat-reconciler").unstarted(this::loop);
    thread = created;
    created.start();
  }

  void stop() {
    Thread running = thread;
    thread = null;
    if (running != null) {
      running.interrupt();
    }
  }

  boolean isRunning() {
    return thread != null;
  }

  /** Ends the pause between two rounds. Never blocks. */
  void wake() {
    wakeUp.release();
  }

  /**
   * Returns whether the thread does its work: false when it has ended without {@link #stop}, or is
   * in one round for longer than {@code limit}. A round that failed is over.
   */
  boolean isAlive(Duration limit) {
    Thread running = thread;
    return running == null
        || running.isAlive() && !(inRound && System.nanoTime() - began > limit.toNanos());
  }

  private void loop() {
    while (isRunning()) {
      began = System.nanoTime();
      inRound = true;
      try {
        round.run();
      } catch (RuntimeException failure) {
        log.warn("A round of the reconciler failed and is repeated: {}", failure.toString());
      } catch (Throwable defect) {
        // An Error of a library must not end the only thread that repairs the gate.
        log.error("A defect ended a round of the reconciler, which is repeated", defect);
      } finally {
        inRound = false;
      }
      try {
        boolean woken = wakeUp.tryAcquire(untilNextRound.getAsLong(), TimeUnit.NANOSECONDS);
        if (woken) {
          wakeUp.drainPermits();
          TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
      } catch (InterruptedException stop) {
        return;
      }
    }
  }
}
