package io.sugang.platform.background;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks of a {@link java.util.concurrent.ScheduledExecutorService}. */
public final class Repetitions {
  private static final Logger log = LoggerFactory.getLogger(Repetitions.class);

  private Repetitions() {}

  /**
   * Returns a task that never throws. A schedule ends with the first exception or Error of its
   * task, and the instance would run on without it. The first failure of several is logged.
   *
   * @param name of the task, for the log
   */
  public static Runnable neverFailing(String name, Runnable task) {
    AtomicBoolean failing = new AtomicBoolean();
    return () -> {
      try {
        task.run();
        failing.set(false);
      } catch (Throwable defect) {
        if (failing.compareAndSet(false, true)) {
          log.error("{} failed and is repeated", name, defect);
        }
      }
    };
  }
}
