package io.sugang.platform.ids;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * Memory of the instance of which ids exist. Rows are never deleted, so a known id stays known for
 * long. That an id is unknown is never remembered, so that a new row is found at once.
 */
public final class KnownIds {
  // Sorted.
  private volatile long[] all = {};
  private final Cache<Long, Boolean> known;

  /**
   * @param most known ids that are remembered
   */
  public KnownIds(int most, Duration knownTtl) {
    known = Caffeine.newBuilder().maximumSize(most).expireAfterWrite(knownTtl).build();
  }

  /**
   * Returns whether the id exists, by memory or otherwise by {@code lookUp}, whose exceptions pass
   * through.
   */
  public boolean exists(long id, LongPredicate lookUp) {
    if (Arrays.binarySearch(all, id) >= 0 || known.getIfPresent(id) != null) {
      return true;
    }
    boolean exists = lookUp.test(id);
    if (exists) {
      known.put(id, Boolean.TRUE);
    }
    return exists;
  }

  /** Returns whether {@link #exists} answers from memory, which is that the id exists. */
  public boolean remembers(long id) {
    return Arrays.binarySearch(all, id) >= 0 || known.getIfPresent(id) != null;
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
