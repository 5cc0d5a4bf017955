package io.sugang.lab.chaos;

/** From one instant to another, by {@link System#nanoTime}. */
record TimeWindow(long begin, long end) {
  /** The attempt began and ended within it. */
  boolean contains(Attempt attempt) {
    return attempt.start() >= begin && attempt.end() <= end;
  }

  boolean overlaps(Attempt attempt) {
    return attempt.start() <= end && attempt.end() >= begin;
  }
}
