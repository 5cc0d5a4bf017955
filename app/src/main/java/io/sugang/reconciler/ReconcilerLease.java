package io.sugang.reconciler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;

/**
 * Lease in Redis, with which one of the instances reconciles all courses in a period. It only saves
 * work. So it expires before the period ends and is never released: when its holder dies, another
 * instance takes over in the next period.
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
