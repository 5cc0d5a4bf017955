package io.sugang.lab.rush;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The figures of a rush in front of a window. One thread adds. */
final class OpeningTally {
  // Two clocks are compared here, that of the driver and that of the instances.
  private static final long LATE = Duration.ofMillis(50).toNanos();
  private static final long FIRST_SECOND = Duration.ofSeconds(1).toNanos();

  private final long opens;
  private final Set<Long> wished;
  private final Tally all = new Tally();
  private final Histogram firstSecond = new Histogram(1, Duration.ofHours(1).toNanos() / 1_000, 3);
  private final Map<Long, Long> full = new HashMap<>();
  private long notOpenBefore;
  private long notOpenAfter;
  private long late;

  /**
   * @param opens nanoseconds from the start of the run to the opening
   * @param wished courses that are requested
   */
  OpeningTally(long opens, Set<Long> wished) {
    this.opens = opens;
    this.wished = wished;
  }

  static boolean notOpen(RequestOutcome outcome) {
    return "NOT_OPEN".equals(outcome.code());
  }

  void add(RequestOutcome outcome) {
    all.add(outcome);
    long sent = outcome.sentNanos() - opens;
    if (sent >= 0 && sent < FIRST_SECOND && !outcome.lost()) {
      firstSecond.recordValue(Math.max(1, (outcome.endNanos() - outcome.sentNanos()) / 1_000));
    }
    if (Tally.COURSE_FULL.equals(outcome.code())) {
      full.merge(outcome.pair().courseId(), outcome.endNanos() - opens, Math::min);
    } else if (notOpen(outcome)) {
      notOpenBefore += sent < 0 ? 1 : 0;
      notOpenAfter += sent < 0 ? 0 : 1;
      // It arrived after it was sent.
      late += sent > LATE ? 1 : 0;
    }
  }

  Tally all() {
    return all;
  }

  /** Microseconds from sending to the answer, of requests sent within a second of the opening. */
  Histogram firstSecond() {
    return firstSecond;
  }

  long notOpenBefore() {
    return notOpenBefore;
  }

  long notOpenAfter() {
    return notOpenAfter;
  }

  /** Answers NOT_OPEN to requests that were sent more than 50 ms after the opening. */
  long late() {
    return late;
  }

  /** From the opening until a course was refused as full; null when none was. */
  @Nullable Duration firstFull() {
    return full.values().stream().min(Long::compare).map(Duration::ofNanos).orElse(null);
  }

  /**
   * Time from the opening until all requested courses were rejected as full; null when some never
   * were.
   */
  @Nullable Duration allFull() {
    return full.keySet().containsAll(wished)
        ? full.values().stream().max(Long::compare).map(Duration::ofNanos).orElse(null)
        : null;
  }
}
