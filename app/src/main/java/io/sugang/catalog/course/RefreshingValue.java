package io.sugang.catalog.course;

import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is read when it is asked for and too old, by one request at a time. The others get
 * the previous value meanwhile, unless that is older than {@value #OLDEST_SECONDS} s.
 */
public final class RefreshingValue<T> {
  public static final long OLDEST_SECONDS = 10;
  private static final long LONGEST_WAIT_MILLIS = 500;

  private record Kept<T>(T value, long nanos) {
    boolean isYoungerThan(long maximum) {
      return System.nanoTime() - nanos < maximum;
    }
  }

  private final Supplier<T> read;
  private final long ttlNanos;
  private final String unavailable;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile @Nullable Kept<T> last;

  /**
   * @param ttl how long a value is used, counted from the begin of its read
   * @param unavailable detail of the error for a request that would wait too long
   */
  public RefreshingValue(Supplier<T> read, Duration ttl, String unavailable) {
    this.read = read;
    this.ttlNanos = ttl.toNanos();
    this.unavailable = unavailable;
  }

  /**
   * Returns the value.
   *
   * @throws TemporarilyUnavailableException after {@value #LONGEST_WAIT_MILLIS} ms behind another
   *     read; also what the read throws
   */
  public T get() {
    return get(value -> true);
  }

  /** Returns the value as {@link #get()} does, and reads it anew unless it is usable. */
  T get(Predicate<T> usable) {
    Kept<T> kept = last;
    if (kept != null && kept.isYoungerThan(ttlNanos) && usable.test(kept.value)) {
      return kept.value;
    }
    boolean mayBeOld =
        kept != null && kept.isYoungerThan(TimeUnit.SECONDS.toNanos(OLDEST_SECONDS) + ttlNanos);
    if (!lock(mayBeOld)) {
      if (kept != null && mayBeOld) {
        return kept.value;
      }
      throw new TemporarilyUnavailableException(unavailable, new TimeoutException());
    }
    try {
      Kept<T> byNow = last;
      if (byNow != null && byNow != kept && byNow.isYoungerThan(ttlNanos)) {
        return byNow.value;
      }
      long begin = System.nanoTime();
      T value = read.get();
      last = new Kept<>(value, begin);
      return value;
    } finally {
      reading.unlock();
    }
  }

  private boolean lock(boolean atOnce) {
    try {
      return atOnce
          ? reading.tryLock()
          : reading.tryLock(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
