package io.sugang.ops.local;

import java.time.Duration;

/** The time since a step began. */
public final class Stopwatch {
  private final long begin = System.nanoTime();

  long seconds() {
    return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
  }

  public boolean over(long seconds) {
    return seconds() >= seconds;
  }
}
