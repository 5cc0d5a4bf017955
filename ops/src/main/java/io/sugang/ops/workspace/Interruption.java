package io.sugang.ops.workspace;

import java.time.Duration;

/** The end of a command by a signal, as an exception in the thread that runs it. */
public final class Interruption extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Interruption() {
    super("interrupted");
  }

  /** Sleeps; throws this exception when a signal arrives meanwhile. */
  public static void sleep(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
      throw new Interruption();
    }
  }

  /** Throws this exception if a signal arrived already. */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw new Interruption();
    }
  }
}
