package io.sugang.lab.chaos;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the planned requests at a steady rate, independent of the answers. The last fifth waits
 * for the end of the fault, so that every run shows the recovery of the service. Until then a
 * trickle of requests is sent, because an outage is visible only with requests. The trickle thins
 * out with what is left, so that something is left however long the fault takes.
 */
final class Pacer {
  private static final double TRICKLE_PER_SECOND = 50;
  private static final double FOR_AFTERWARDS = 0.2;
  private static final int FASTER_AFTERWARDS = 3;

  private final Iterator<PlannedRequest> plannedRequests;
  private final long afterwardsNanos;
  private long intervalNanos;
  private long left;
  private final long forAfterwards;
  private long due = System.nanoTime();
  private boolean faultOver;
  private boolean held;
  private boolean stopped;

  /**
   * @param length time of all planned requests if the fault is as long as expected
   * @param afterwards that those left after the fault take at most, if their rate stays below three
   *     times the rate until then
   */
  Pacer(List<PlannedRequest> plannedRequests, Duration length, Duration afterwards) {
    this.afterwardsNanos = afterwards.toNanos();
    this.plannedRequests = plannedRequests.iterator();
    this.left = plannedRequests.size();
    this.forAfterwards = forAfterwards(plannedRequests);
    this.intervalNanos = Math.max(1, length.toNanos() / Math.max(1, plannedRequests.size()));
  }

  private static long forAfterwards(List<PlannedRequest> plannedRequests) {
    return (long) (plannedRequests.size() * FOR_AFTERWARDS);
  }

  /** Those that do not wait for the end of the fault, however it goes. */
  static List<PlannedRequest> beforehand(List<PlannedRequest> plannedRequests) {
    return plannedRequests.subList(
        0, plannedRequests.size() - (int) forAfterwards(plannedRequests));
  }

  synchronized void faultOver() {
    faultOver = true;
    due = System.nanoTime();
    intervalNanos = intervalAfterwards(intervalNanos, afterwardsNanos, left);
    notifyAll();
  }

  synchronized void hold() {
    held = true;
  }

  synchronized void resume() {
    held = false;
    due = Math.max(due, System.nanoTime());
    notifyAll();
  }

  /** Whether all planned requests were handed out. */
  synchronized void stop() {
    stopped = true;
  }

  /** Waits until the next request is due; null when there are no more. */
  @Nullable PlannedRequest next() throws InterruptedException {
    PlannedRequest planned;
    long at;
    synchronized (this) {
      while (held && !stopped) {
        wait();
      }
      if (stopped || !plannedRequests.hasNext()) {
        return null;
      }
      planned = plannedRequests.next();
      left--;
      at = due;
      if (!faultOver && left < forAfterwards) {
        due += trickle(left, forAfterwards);
        at = afterTheFaultOr(at);
      } else {
        due += intervalNanos;
      }
    }
    for (long wait = at - System.nanoTime(); wait > 0; wait = at - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
    return planned;
  }

  // Many clients may hold a request of the trickle, the last of them for minutes.
  private synchronized long afterTheFaultOr(long at) throws InterruptedException {
    for (long wait = at - System.nanoTime(); wait > 0; wait = at - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, wait);
      if (faultOver) {
        long now = due;
        due += intervalNanos;
        return now;
      }
    }
    return at;
  }

  /** Returns the interval of what is left: shorter where a fault ended earlier than expected. */
  static long intervalAfterwards(long intervalNanos, long afterwardsNanos, long left) {
    long wanted = afterwardsNanos / Math.max(1, left);
    return Math.clamp(wanted, Math.ceilDiv(intervalNanos, FASTER_AFTERWARDS), intervalNanos);
  }

  /** Time until the next request of those kept for afterwards: the fewer are left, the longer. */
  static long trickle(long left, long forAfterwards) {
    double share = (double) Math.max(1, left) / forAfterwards;
    return (long) (1e9 / TRICKLE_PER_SECOND / (share * share));
  }
}
