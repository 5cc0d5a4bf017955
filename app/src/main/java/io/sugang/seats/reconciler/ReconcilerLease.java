package io.sugang.seats.reconciler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease in Redis, with which one of the instances reconciles all courses in a period. It only saves
 * work. So it expires before the period ends: when its holder dies, another instance takes over in
 * the next period. Its holder releases it only after a failed pass, so that another instance can
 * try.
 */
final class ReconcilerLease implements Lease {
  private static final Logger log = LoggerFactory.getLogger(ReconcilerLease.class);
  private static final String NAME = "sugang:reconciler";

  private final RedissonClient redisson;

  ReconcilerLease(RedissonClient redisson) {
    this.redisson = redisson;
  }

  @Override
  public boolean tryAcquire(Duration period) {
    Duration lease = period.multipliedBy(9).dividedBy(10);
    try {
      return redisson.getLock(NAME).tryLock(0, lease.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RedisException unknown) {
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void giveBack() {
    try {
      redisson.getLock(NAME).unlock();
    } catch (RedisException | IllegalMonitorStateException expired) {
      log.debug("The lease is left to its end", expired);
    }
  }
}
