package io.sugang.signin;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Token buckets by key. A bucket is one number, the moment at which it is full again, so a request
 * costs a look-up and a comparison, and waits for no lock. May be used on any thread.
 *
 * <p>Keys are accounts that proved who they are, or addresses. From {@value #MOST_IDLE} keys on,
 * those whose bucket is full are forgotten, once a second at most. So there are never more than
 * these, those of one second, and those whose bucket is not full.
 */
final class Rates<K> {
  static final int MOST_IDLE = 100_000;
  private static final long SWEEP_NANOS = 1_000_000_000;

  private final ConcurrentMap<K, AtomicLong> fullAt = new ConcurrentHashMap<>();
  private final AtomicLong swept;
  private final long intervalNanos;
  private final long burstNanos;
  private final LongSupplier nanoClock;

  /**
   * @param interval after which a bucket has one token more
   * @param burst tokens of a full bucket
   */
  Rates(Duration interval, int burst, LongSupplier nanoClock) {
    this.intervalNanos = interval.toNanos();
    this.burstNanos = Math.multiplyExact(intervalNanos, burst);
    this.nanoClock = nanoClock;
    this.swept = new AtomicLong(nanoClock.getAsLong());
  }

  /**
   * Takes tokens, all of them or none.
   *
   * @return 0, or the nanoseconds after which there will be as many
   */
  long take(K key, int tokens) {
    long now = nanoClock.getAsLong();
    AtomicLong bucket = fullAt.get(key);
    if (bucket == null) {
      bucket = add(key, now);
    }
    while (true) {
      long full = bucket.get();
      long after = (full - now > 0 ? full : now) + tokens * intervalNanos;
      long missing = after - now - burstNanos;
      if (missing > 0) {
        return missing;
      }
      if (bucket.compareAndSet(full, after)) {
        return 0;
      }
    }
  }

  private AtomicLong add(K key, long now) {
    long last = swept.get();
    if (fullAt.size() >= MOST_IDLE && now - last > SWEEP_NANOS && swept.compareAndSet(last, now)) {
      fullAt.values().removeIf(bucket -> bucket.get() - now <= 0);
    }
    AtomicLong added = new AtomicLong(now);
    AtomicLong earlier = fullAt.putIfAbsent(key, added);
    return earlier == null ? added : earlier;
  }

  int size() {
    return fullAt.size();
  }
}
