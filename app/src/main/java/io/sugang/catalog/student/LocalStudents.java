package io.sugang.catalog.student;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Students in the memory of the instance, as the bytes that clients get. An answer that an
 * invalidation overtook is never kept, in either order of arrival.
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
   * @param ttl longest life of an entry, with or without an invalidation
   * @param maxBytes of all entries; the least requested ones are evicted
   */
  LocalStudents(Duration ttl, long maxBytes) {
    students =
        Caffeine.newBuilder()
            .expireAfterWrite(ttl)
            .maximumWeight(maxBytes)
            .weigher((Long _, byte[] json) -> json.length + ENTRY_BYTES)
            // Without a listener for removals, maintenance is too short for another thread.
            .executor(Runnable::run)
            .build();
  }

  byte @Nullable [] find(long studentId) {
    return students.getIfPresent(studentId);
  }

  /** Returns a stamp for {@link #keep}. Take it before the call to Redis. */
  int stamp(long studentId) {
    return changes.get(counter(studentId));
  }

  /** Keeps the answer of Redis, unless an invalidation arrived after the stamp. */
  void keep(long studentId, byte[] json, int stamp) {
    if (stamp(studentId) != stamp) {
      return;
    }
    students.put(studentId, json);
    // Invalidated in between: an invalidation counts first and removes then, so one of the two
    // threads sees it.
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

  /** Returns the estimated size of all entries. */
  long bytes() {
    return students.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private static int counter(long studentId) {
    return (int) (studentId & (COUNTERS - 1));
  }
}
