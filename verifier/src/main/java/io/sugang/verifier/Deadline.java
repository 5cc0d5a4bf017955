package io.sugang.verifier;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long a check may look again before what it sees counts. */
final class Deadline {
  private static final long PAUSE_MILLIS = 250;

  private final Duration limit;
  private final long end;

  private Deadline(Duration limit) {
    this.limit = limit;
    this.end = System.nanoTime() + limit.toNanos();
  }

  static Deadline in(Duration limit) {
    return new Deadline(limit);
  }

  /** Pauses before the next look; false when the time is over. */
  boolean lookAgain() throws InterruptedException {
    if (System.nanoTime() >= end) {
      return false;
    }
    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    return true;
  }

  /** Returns it as a person says it: {@code 15 s}. */
  @Override
  public String toString() {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
