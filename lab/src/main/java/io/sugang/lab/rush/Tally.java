package io.sugang.lab.rush;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run. One thread adds; {@link #answers}, {@link #won} and the like may be read by
 * others meanwhile, the rest only once the run is over.
 */
final class Tally {

  /** Latencies of one kind of answer, in microseconds. */
  static final class RushLatency {
    // Up to an hour in three digits; the histogram grows only as far as it is needed.
    private final Histogram sinceDue = new Histogram(1, Duration.ofHours(1).toNanos() / 1_000, 3);
    private final Histogram sinceSent = new Histogram(1, Duration.ofHours(1).toNanos() / 1_000, 3);

    private void add(RequestOutcome outcome) {
      add(sinceDue, outcome.endNanos() - outcome.dueNanos());
      if (outcome.sentNanos() > 0) {
        add(sinceSent, outcome.endNanos() - outcome.sentNanos());
      }
    }

    private static void add(Histogram histogram, long nanos) {
      histogram.recordValue(Math.clamp(nanos / 1_000, 1, histogram.getHighestTrackableValue()));
    }

    Histogram sinceDue() {
      return sinceDue;
    }

    Histogram sinceSent() {
      return sinceSent;
    }
  }

  /** Kind of answer, e.g. {@code 409 COURSE_FULL}. */
  record AnswerKind(int status, @Nullable String code) implements Comparable<AnswerKind> {
    @Override
    public int compareTo(AnswerKind other) {
      int byStatus = Integer.compare(status, other.status);
      return byStatus != 0 ? byStatus : text().compareTo(other.text());
    }

    String text() {
      if (status == 0) {
        return "no answer" + (code == null ? "" : " (" + code + ")");
      }
      return status + (code == null ? "" : " " + code);
    }
  }

  static final String COURSE_FULL = "COURSE_FULL";

  private final Map<AnswerKind, Long> kinds = new TreeMap<>();
  private final RushLatency won = new RushLatency();
  private final RushLatency refused = new RushLatency();
  private final RushLatency all = new RushLatency();
  private final Set<Long> fullCourses = new HashSet<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong wonCount = new AtomicLong();
  private final AtomicLong refusedCount = new AtomicLong();
  private final AtomicLong lostCount = new AtomicLong();
  private long unforeseen;
  private long firstFull = Long.MAX_VALUE;

  void add(RequestOutcome outcome) {
    // Without an answer the reason tells the kinds apart, so that a refused connection is not
    // mistaken for a timeout.
    kinds.merge(
        new AnswerKind(outcome.status(), outcome.lost() ? outcome.error() : outcome.code()),
        1L,
        Long::sum);
    all.add(outcome);
    answers.lazySet(answers.get() + 1);
    if (outcome.won()) {
      won.add(outcome);
      wonCount.lazySet(wonCount.get() + 1);
    } else if (outcome.refused()) {
      refused.add(outcome);
      refusedCount.lazySet(refusedCount.get() + 1);
    } else if (outcome.lost()) {
      lostCount.lazySet(lostCount.get() + 1);
    } else if (!outcome.foreseen()) {
      unforeseen++;
    }
    if (COURSE_FULL.equals(outcome.code())) {
      fullCourses.add(outcome.pair().courseId());
      firstFull = Math.min(firstFull, outcome.endNanos());
    }
  }

  /** Requests that are over, with or without an answer. */
  long answers() {
    return answers.get();
  }

  long won() {
    return wonCount.get();
  }

  long refused() {
    return refusedCount.get();
  }

  long lost() {
    return lostCount.get();
  }

  /** Answers that a well-formed request must not get, such as 500 or 404. */
  long unforeseen() {
    return unforeseen;
  }

  Map<AnswerKind, Long> kinds() {
    return kinds;
  }

  RushLatency latencyOfAll() {
    return all;
  }

  RushLatency latencyOfWon() {
    return won;
  }

  RushLatency latencyOfRefused() {
    return refused;
  }

  int fullCourses() {
    return fullCourses.size();
  }

  /** When the first course was refused as full, counted from the start; null when none was. */
  @Nullable Duration firstFull() {
    return firstFull == Long.MAX_VALUE ? null : Duration.ofNanos(firstFull);
  }
}
