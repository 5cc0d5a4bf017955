package io.sugang.reconciler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;

/**
 * Lets one of the instances look at all courses per period. It only saves work, so it is a lease of
 * less than a period that nobody gives back, not a lock with a watchdog: when its holder dies
 * another takes over with the next period.
 */
final class ReconcilerLease implements Lease {
  private final RedissonClient redisson;

  ReconcilerLease(RedissonClient redisson) {
    this.redisson = redisson;
  }

  @Override
  public boolean tryAcquire(Duration period) {
    Duration lease = period.multipliedBy(9).dividedBy(10);
    try {
      return redisson
          .getLock("sugang:reconciler")
          .tryLock(0, lease.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RedisException unknown) {
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
