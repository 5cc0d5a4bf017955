package io.sugang.refusal;

import io.sugang.clock.SharedClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * The refusals of all instances that one asked for, in memory as they are in the stream. A question
 * reads what came since the last one, so an instance that nobody asks reads nothing.
 */
@Component
class RefusalHistory {
  /** Refusals of a student in an answer, at most. */
  static final int MOST = 50;

  private static final int MOST_PER_READ = 200;
  private static final String BEGINNING = "0-0";

  private final RefusalStream stream;
  private final SharedClock clock;
  private final Deque<RefusalBatch> batches = new ArrayDeque<>(); // guarded by this
  private String last = BEGINNING; // guarded by this

  RefusalHistory(RefusalStream stream, SharedClock clock) {
    this.stream = stream;
    this.clock = clock;
  }

  /** Returns the newest refusals of a student, newest first; empty when Redis is away. */
  synchronized Optional<List<RecentRefusal>> of(long studentId) {
    if (!readOn()) {
      return Optional.empty();
    }
    long oldest = clock.now().minus(RefusalStream.KEPT).toEpochMilli();
    while (batches.size() > RefusalStream.MOST_BATCHES
        || !batches.isEmpty() && batches.getFirst().from() < oldest) {
      batches.removeFirst();
    }
    List<RecentRefusal> own = new ArrayList<>();
    batches.forEach(batch -> batch.collect(studentId, own));
    return Optional.of(
        own.stream()
            .sorted(Comparator.comparingLong(RecentRefusal::atMillis).reversed())
            .limit(MOST)
            .toList());
  }

  private boolean readOn() {
    List<RefusalStream.Entry> read;
    do {
      Optional<List<RefusalStream.Entry>> next = stream.after(last, MOST_PER_READ);
      if (next.isEmpty()) {
        // A Redis that lost the stream may number it from an earlier time.
        last = BEGINNING;
        batches.clear();
        return false;
      }
      read = next.get();
      for (RefusalStream.Entry entry : read) {
        last = entry.id();
        batches.addLast(entry.batch());
      }
    } while (read.size() == MOST_PER_READ);
    return true;
  }
}
