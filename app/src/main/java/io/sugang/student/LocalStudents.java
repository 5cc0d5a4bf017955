package io.sugang.student;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Students in the instance's own memory, as the bytes that clients get. What has changed since it
 * was asked for is never kept, whichever of the answer and the news of the change is handled first.
 */
final class LocalStudents {
  // What an entry takes besides its bytes: the array's header, the key, Caffeine's node and its
  // place in the table.
  static final int ENTRY_BYTES = 160;

  // Ids share a counter of changes; a change of another id only costs an entry not kept.
  private static final int COUNTERS = 1 << 12;

  private final Cache<Long, byte[]> students;
  private final AtomicIntegerArray changes = new AtomicIntegerArray(COUNTERS);

  /**
   * @param ttl longest life of an entry, whatever is heard or not heard of its student
   * @param maxBytes of all entries; those that are asked for least give way
   */
  LocalStudents(Duration ttl, long maxBytes) {
    students =
        Caffeine.newBuilder()
            .expireAfterWrite(ttl)
            .maximumWeight(maxBytes)
            .weigher((Long _, byte[] json) -> json.length + ENTRY_BYTES)
            // Nothing listens for removals, so upkeep is too short to wake another thread for it.
            .executor(Runnable::run)
            .build();
  }

  byte @Nullable [] find(long studentId) {
    return students.getIfPresent(studentId);
  }

  /** To be taken before Redis is asked, for {@link #keep}. */
  int stamp(long studentId) {
    return changes.get(counter(studentId));
  }

  /** Keeps what Redis answered, unless a change was heard of since the stamp. */
  void keep(long studentId, byte[] json, int stamp) {
    if (stamp(studentId) != stamp) {
      return;
    }
    students.put(studentId, json);
    // Heard of in between: whoever forgets counts first and removes then, so one of the two sees
    // it.
    if (stamp(studentId) != stamp) {
      students.invalidate(studentId);
    }
  }

  void forget(long studentId) {
    changes.incrementAndGet(counter(studentId));
    students.invalidate(studentId);
  }

  void forgetAll() {
    for (int i = 0; i < COUNTERS; i++) {
      changes.incrementAndGet(i);
    }
    students.invalidateAll();
  }

  /** Of all entries, by estimate. */
  long bytes() {
    return students.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private static int counter(long studentId) {
    return (int) (studentId & (COUNTERS - 1));
  }
}
