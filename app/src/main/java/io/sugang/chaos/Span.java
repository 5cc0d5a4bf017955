package io.sugang.chaos;

/** From one instant to another, by {@link System#nanoTime}. */
record Span(long begin, long end) {
  boolean overlaps(Attempt attempt) {
    return attempt.start() <= end && attempt.end() >= begin;
  }
}
