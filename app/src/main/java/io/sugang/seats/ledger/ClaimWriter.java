package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * The one thread of the instance that writes claims. It drains the waiting claims into one
 * transaction. The next group gathers while that one commits, and under load for the rest of the
 * interval between two groups. So claims share commits, and a single claim waits for no other.
 */
final class ClaimWriter implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(ClaimWriter.class);

  // How often a gathering group is checked.
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  // How soon claims are repeated whose student or course another transaction holds.
  private static final long DEFERRED_MILLIS = 3;

  // How often an idle writer looks whether it has to stop.
  private static final long IDLE_MILLIS = 500;

  // How long a course row has to refuse its lock until its claims fail. A busy row is held most of
  // the time by the short transactions of other instances, and refuses once as a locked one does.
  private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);

  // How long after a refused lock no claim waits for a course row, unless a lock was granted since.
  private static final long LOCKED_NANOS = TimeUnit.SECONDS.toNanos(10);

  // The driver ends a statement after 3 s; a group has at most two that wait.
  private static final long LONGEST_END_SECONDS = 10;

  private final ClaimTransaction transaction;
  private final LongSupplier ids;
  private final ClaimsInDoubt inDoubt;
  private final MySqlState health;
  private final LedgerMeters meters;
  private final int groupSize;
  private final long groupIntervalNanos;
  private final long claimTimeoutNanos;
  private final int queueCapacity;
  private final BlockingQueue<Claim> queue;
  // When the lock of a course row was first refused: no claim should wait for it soon again.
  private final Map<SeatsId, Long> refusedNanos = new HashMap<>();
  // Claims for the next group; only the writer's thread knows them.
  private final List<Claim> deferred = new ArrayList<>();
  private final Thread thread;
  private final LongSupplier nanoClock;
  private volatile boolean stopped;

  ClaimWriter(
      ClaimTransaction transaction,
      LongSupplier ids,
      ClaimsInDoubt inDoubt,
      MySqlState health,
      LedgerMeters meters,
      LedgerProperties properties) {
    this(transaction, ids, inDoubt, health, meters, properties, System::nanoTime);
  }

  /**
   * @param ids of the rows to come
   * @param nanoClock clock of the groups, of refused locks and of the age of claims
   */
  ClaimWriter(
      ClaimTransaction transaction,
      LongSupplier ids,
      ClaimsInDoubt inDoubt,
      MySqlState health,
      LedgerMeters meters,
      LedgerProperties properties,
      LongSupplier nanoClock) {
    this.transaction = transaction;
    this.ids = ids;
    this.inDoubt = inDoubt;
    this.health = health;
    this.meters = meters;
    this.groupSize = properties.groupSize();
    this.groupIntervalNanos = properties.groupInterval().toNanos();
    this.claimTimeoutNanos = properties.claimTimeout().toNanos();
    this.nanoClock = nanoClock;
    this.queueCapacity = properties.queueCapacity();
    this.queue = new ArrayBlockingQueue<>(queueCapacity);
    this.thread = Thread.ofPlatform().name("claim-writer").start(this);
  }

  /** Hands a claim over; false when the queue is full. */
  boolean offer(Claim claim) {
    claim.offeredNanos = nanoClock.getAsLong();
    return !stopped && queue.offer(claim);
  }

  int waiting() {
    return queue.size();
  }

  @Override
  public void run() {
    List<Claim> group = new ArrayList<>(groupSize);
    long nextGroup = nanoClock.getAsLong();
    while (!stopped || !queue.isEmpty() || !deferred.isEmpty()) {
      try {
        Claim first =
            queue.poll(deferred.isEmpty() ? IDLE_MILLIS : DEFERRED_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null && deferred.isEmpty()) {
          continue;
        }
        if (first != null) {
          group.add(first);
          gather(nextGroup);
        }
        long begin = nanoClock.getAsLong();
        queue.drainTo(group, groupSize - group.size());
        // A single client has no claim to share a commit with, however soon it sends the next.
        nextGroup = group.size() > 1 ? begin + groupIntervalNanos : begin;
        group.addAll(deferred);
        deferred.clear();
        group.removeIf(claim -> !claim.take() || tooLate(claim));
        if (!group.isEmpty() && identified(group)) {
          group.stream().gather(Gatherers.windowFixed(groupSize)).forEach(this::write);
        }
      } catch (InterruptedException stop) {
        stopped = true;
        Claim.complete(group, NotEnrolled.UNKNOWN);
      } catch (Throwable defect) {
        // An Error too: without this thread the instance would answer 503 to every claim.
        log.error(
            "A defect ended a group of {} claims with an unknown outcome; they are answered 503",
            group.size(),
            defect);
        Claim.complete(group, NotEnrolled.UNKNOWN);
      } finally {
        group.clear();
      }
    }
  }

  // Its request was given up, and other instances may have decided the pair: this instance was
  // paused, or the claim waited behind others for locks.
  private boolean tooLate(Claim claim) {
    boolean late =
        claim.isAnswered() || nanoClock.getAsLong() - claim.offeredNanos >= claimTimeoutNanos;
    if (late) {
      claim.complete(NotEnrolled.NOT_INSERTED);
    }
    return late;
  }

  private List<Claim> inTime(List<Claim> group) {
    return group.stream().filter(claim -> !tooLate(claim)).toList();
  }

  // A transaction costs MySQL some fifteen times what one more claim in it costs.
  private void gather(long until) throws InterruptedException {
    for (long left = until - nanoClock.getAsLong();
        left > 0 && !stopped && queue.size() < groupSize - 1;
        left = until - nanoClock.getAsLong()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK_NANOS));
    }
  }

  private boolean identified(List<Claim> group) {
    if (!health.up()) {
      Claim.complete(group, NotEnrolled.NOT_INSERTED);
      return false;
    }
    try {
      for (Claim claim : group) {
        // Nothing was inserted of a claim that was deferred.
        if (claim.enrollmentId == 0) {
          claim.enrollmentId = ids.getAsLong();
        }
      }
      return true;
    } catch (RuntimeException failure) {
      health.failed(failure);
      Claim.complete(group, NotEnrolled.NOT_INSERTED);
      return false;
    }
  }

  private void write(List<Claim> group) {
    if (!health.up()) {
      Claim.complete(group, NotEnrolled.NOT_INSERTED);
      return;
    }
    long now = nanoClock.getAsLong();
    refusedNanos.values().removeIf(refused -> now - refused > LOCKED_NANOS);
    Set<SeatsId> locked = refusedNanos.keySet();
    List<Claim> behindLocks =
        group.stream().filter(claim -> locked.contains(claim.seat.seatsId())).toList();
    List<Claim> others =
        group.stream().filter(claim -> !locked.contains(claim.seat.seatsId())).toList();
    if (!others.isEmpty()) {
      writeTogether(others);
    }
    writeByCourse(behindLocks);
  }

  private void writeTogether(List<Claim> all) {
    List<Claim> group = inTime(all);
    if (group.isEmpty()) {
      return;
    }
    try {
      execute(group, Lock.UPDATE);
    } catch (DataIntegrityViolationException refused) {
      // A claim of a student that no longer exists must not fail the others.
      if (group.size() > 1) {
        group.forEach(claim -> write(List.of(claim)));
      } else if (LedgerErrors.code(refused) == LedgerErrors.NO_REFERENCED_ROW) {
        Claim.complete(group, NotEnrolled.STUDENT_NOT_FOUND);
      } else {
        failed(group, refused);
      }
    } catch (RuntimeException failure) {
      if (LedgerErrors.LOCK_NOT_GRANTED.contains(LedgerErrors.code(failure))) {
        writeByCourse(group);
      } else {
        failed(group, failure);
      }
    }
  }

  private void execute(List<Claim> group, Lock lock) {
    long start = nanoClock.getAsLong();
    List<? extends @Nullable ClaimResult> results = transaction.execute(group, lock);
    meters.committed(group.size(), nanoClock.getAsLong() - start);
    for (int i = 0; i < group.size(); i++) {
      ClaimResult result = results.get(i);
      if (result == null) {
        defer(group.get(i));
      } else {
        group.get(i).complete(result);
      }
    }
  }

  // Its sender may give it up from now on.
  private void defer(Claim claim) {
    if (deferred.size() >= queueCapacity) {
      claim.complete(NotEnrolled.NOT_INSERTED);
    } else {
      claim.putBack();
      deferred.add(claim);
    }
  }

  // Another transaction holds the lock of a course row for long. Only the claims of that course
  // fail, and no sooner than the row has refused its lock for a second. A lock that is not granted
  // ends the whole transaction, so they surely were not inserted.
  private void writeByCourse(List<Claim> group) {
    byCourse(group)
        .forEach((seatsId, all) -> {
          List<Claim> claims = inTime(all);
          if (claims.isEmpty()) {
            return;
          }
          try {
            execute(claims, Lock.UPDATE_NOWAIT);
            refusedNanos.remove(seatsId);
          } catch (DataIntegrityViolationException refused) {
            // The lock was granted before.
            refusedNanos.remove(seatsId);
            write(claims);
          } catch (RuntimeException failure) {
            if (LedgerErrors.LOCK_NOT_GRANTED.contains(LedgerErrors.code(failure))) {
              refused(seatsId, claims);
            } else {
              failed(claims, failure);
            }
          }
        });
  }

  // Counted from the first refused lock: after this time a claim waits for the lock again.
  private void refused(SeatsId seatsId, List<Claim> claims) {
    long now = nanoClock.getAsLong();
    Long first = refusedNanos.putIfAbsent(seatsId, now);
    if (first == null || now - first < BUSY_NANOS) {
      claims.forEach(this::defer);
    } else {
      Claim.complete(claims, NotEnrolled.NOT_INSERTED);
    }
  }

  private void failed(List<Claim> group, RuntimeException failure) {
    health.failed(failure);
    if (LedgerErrors.nothingCommitted(failure)) {
      Claim.complete(group, NotEnrolled.NOT_INSERTED);
    } else {
      inDoubt.lookUp(group, failure);
    }
  }

  private static Map<SeatsId, List<Claim>> byCourse(List<Claim> group) {
    return group.stream().collect(Collectors.groupingBy(claim -> claim.seat.seatsId()));
  }

  /** Returns whether the thread writes the claims of its queue. */
  boolean alive() {
    return thread.isAlive();
  }

  /** Writes the waiting claims and ends, within {@value #LONGEST_END_SECONDS} s. */
  void stop() throws InterruptedException {
    stop(Duration.ofSeconds(LONGEST_END_SECONDS));
  }

  void stop(Duration limit) throws InterruptedException {
    stopped = true;
    if (!thread.join(limit)) {
      log.warn("The claim writer still waits for MySQL; the reconciler settles its claims");
    }
  }
}
