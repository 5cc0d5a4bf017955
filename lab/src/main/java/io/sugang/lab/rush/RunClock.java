package io.sugang.lab.rush;

import java.time.Instant;

/** The one time of a run: nanoseconds since its start, and what the wall clock said then. */
record RunClock(Instant startedAt, long startNanos) {

  static RunClock start() {
    return new RunClock(Instant.now(), System.nanoTime());
  }

  long now() {
    return sinceStart(System.nanoTime());
  }

  long sinceStart(long nanoTime) {
    return nanoTime - startNanos;
  }

  Instant at(long nanos) {
    return startedAt.plusNanos(nanos);
  }
}
