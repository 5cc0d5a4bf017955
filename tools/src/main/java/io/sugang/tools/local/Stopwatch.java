package io.sugang.tools.local;

import java.time.Duration;

/** The time since a step began. */
final class Stopwatch {
  private final long begin = System.nanoTime();

  long seconds() {
    return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
  }

  boolean over(long seconds) {
    return seconds() >= seconds;
  }
}
