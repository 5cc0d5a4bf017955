package io.sugang.id;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * Memory of the instance of which ids exist. Rows are never deleted, so a known id stays known for
 * long. Unknown ids are remembered for some seconds only, so that a new row is soon found.
 */
public final class KnownIds {
  private static final int MOST_UNKNOWN = 50_000;

  // Sorted.
  private volatile long[] all = {};
  private final Cache<Long, Boolean> known;
  private final Cache<Long, Boolean> unknown;

  /**
   * @param most known ids that are remembered
   */
  public KnownIds(int most, Duration knownTtl, Duration unknownTtl) {
    known = Caffeine.newBuilder().maximumSize(most).expireAfterWrite(knownTtl).build();
    // A cache of its own, so that a flood of invented ids cannot evict the known ones.
    unknown = Caffeine.newBuilder().maximumSize(MOST_UNKNOWN).expireAfterWrite(unknownTtl).build();
  }

  /**
   * Returns whether the id exists, by memory or otherwise by {@code lookUp}, whose exceptions pass
   * through.
   */
  public boolean exists(long id, LongPredicate lookUp) {
    if (Arrays.binarySearch(all, id) >= 0 || known.getIfPresent(id) != null) {
      return true;
    }
    if (unknown.getIfPresent(id) != null) {
      return false;
    }
    boolean exists = lookUp.test(id);
    (exists ? known : unknown).put(id, Boolean.TRUE);
    return exists;
  }

  /** Returns whether {@link #exists} answers from memory. */
  public boolean remembers(long id) {
    return Arrays.binarySearch(all, id) >= 0
        || known.getIfPresent(id) != null
        || unknown.getIfPresent(id) != null;
  }

  /**
   * Replaces the ids that are known until the instance ends.
   *
   * @param ascending 8 bytes each
   */
  public void rememberAll(LongStream ascending) {
    all = ascending.toArray();
  }
}
