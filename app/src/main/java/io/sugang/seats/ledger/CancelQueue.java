package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of cancels. The cancels of one course share transactions of up to {@value #GROUP}, one
 * transaction after another. As many courses are served at a time as half the connections of the
 * ledger, in turn. A course whose row stays locked occupies a turn for one wait in ten seconds, not
 * longer.
 */
final class CancelQueue {
  private static final Logger log = LoggerFactory.getLogger(CancelQueue.class);

  /** Cancels of a course that share a transaction, at most. */
  static final int GROUP = 64;

  // How long after a refused lock a course row counts as locked, unless a lock was granted since.
  private static final long LOCKED_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LONGEST_END_SECONDS = 5;

  // How soon cancels are tried again whose student has a plan that another transaction holds.
  private static final Duration DEFERRED = Duration.ofMillis(3);

  // A course row that counts as locked may be free again, and busy with short transactions of other
  // instances: one refusal does not tell. Together they cost a turn as little as a delete does.
  private static final int TRIES = 5;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

  private final CancelTransaction transaction;
  private final BiFunction<SeatsId, Collection<StudentId>, Map<StudentId, EnrollmentRow>>
      lookUpBehindLock;
  private final LedgerHealth health;
  private final int capacity;
  private final Duration timeLimit;
  private final ExecutorService turns;
  // A course is in it from its first waiting cancel until its turn finds none. Guarded by itself.
  private final Map<SeatsId, Queue<QueuedCancel>> byCourse = new HashMap<>();
  private int waiting; // guarded by byCourse
  private final Map<SeatsId, Long> refusedNanos = new ConcurrentHashMap<>();

  /**
   * @param courses served at a time, each of which may need a connection for its transaction
   * @param capacity cancels that may wait; one more is UNKNOWN at once
   * @param timeLimit from the offer to the result
   */
  CancelQueue(
      CancelTransaction transaction,
      BiFunction<SeatsId, Collection<StudentId>, Map<StudentId, EnrollmentRow>> lookUpBehindLock,
      LedgerHealth health,
      int courses,
      int capacity,
      Duration timeLimit) {
    this.transaction = transaction;
    this.lookUpBehindLock = lookUpBehindLock;
    this.health = health;
    this.capacity = capacity;
    this.timeLimit = timeLimit;
    this.turns =
        Executors.newFixedThreadPool(courses, Thread.ofVirtual().name("cancels-", 0).factory());
  }

  private static final class QueuedCancel {
    final Cancel cancel;
    final CompletableFuture<CancelResult> result = new CompletableFuture<>();

    private final Handover handover = new Handover();
    private final long latest;

    QueuedCancel(Cancel cancel, Duration timeLimit) {
      this.cancel = cancel;
      latest = System.nanoTime() + timeLimit.toNanos();
    }

    /** Returns whether it may be executed now: it is not answered, nor about to be. */
    boolean take() {
      return inTime() && handover.take();
    }

    /** Puts it back, and returns whether it may wait for another turn. */
    boolean putBack() {
      handover.putBack();
      return inTime();
    }

    private boolean inTime() {
      return System.nanoTime() - latest < 0 && !result.isDone();
    }
  }

  /** Deletes a row, later. The result comes within the time limit and is never a failure. */
  CompletableFuture<CancelResult> offer(Cancel wanted) {
    // Its limit begins before that of the result, so none is executed after its answer.
    QueuedCancel cancel = new QueuedCancel(wanted, timeLimit);
    SeatsId seatsId = wanted.row().seatsId();
    synchronized (byCourse) {
      if (waiting >= capacity) {
        return CompletableFuture.completedFuture(CancelResult.UNKNOWN);
      }
      waiting++;
      Queue<QueuedCancel> others = byCourse.get(seatsId);
      if (others != null) {
        others.add(cancel);
      } else {
        byCourse.put(seatsId, new ArrayDeque<>(List.of(cancel)));
        nextTurn(seatsId);
      }
    }
    return cancel
        .result
        .orTimeout(timeLimit.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(late -> {
          cancel.handover.giveUp();
          return CancelResult.UNKNOWN;
        });
  }

  int waiting() {
    synchronized (byCourse) {
      return waiting;
    }
  }

  private void nextTurn(SeatsId seatsId) {
    try {
      turns.execute(() -> turn(seatsId));
    } catch (RejectedExecutionException stopping) {
      log.warn("Cancels of course {} are not executed, because the instance stops", seatsId);
    }
  }

  private void turn(SeatsId seatsId) {
    List<QueuedCancel> group = next(seatsId);
    if (group == null) {
      return;
    }
    try {
      group.removeIf(cancel -> !cancel.take());
      if (!group.isEmpty()) {
        List<QueuedCancel> deferred = complete(group, write(seatsId, List.copyOf(group)));
        group.removeAll(deferred);
        queueAgain(seatsId, deferred);
      }
    } catch (Throwable defect) {
      log.error("A defect ended {} cancels of course {}", group.size(), seatsId, defect);
    } finally {
      group.forEach(cancel -> cancel.result.complete(CancelResult.UNKNOWN));
      // Behind the courses that wait for a turn.
      nextTurn(seatsId);
    }
  }

  private @Nullable List<QueuedCancel> next(SeatsId seatsId) {
    synchronized (byCourse) {
      Queue<QueuedCancel> queue = byCourse.get(seatsId);
      if (queue == null || queue.isEmpty()) {
        byCourse.remove(seatsId);
        return null;
      }
      List<QueuedCancel> group = new ArrayList<>();
      while (group.size() < GROUP && !queue.isEmpty()) {
        group.add(queue.remove());
      }
      waiting -= group.size();
      return group;
    }
  }

  /** Returns those without a result. */
  private static List<QueuedCancel> complete(
      List<QueuedCancel> group, List<? extends @Nullable CancelResult> results) {
    List<QueuedCancel> deferred = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      CancelResult result = results.get(i);
      if (result == null) {
        deferred.add(group.get(i));
      } else {
        group.get(i).result.complete(result);
      }
    }
    return deferred;
  }

  // Bounded as the cancels that come: one that has no place or no time left is not tried again.
  private void queueAgain(SeatsId seatsId, List<QueuedCancel> deferred)
      throws InterruptedException {
    if (deferred.isEmpty()) {
      return;
    }
    List<QueuedCancel> left = new ArrayList<>();
    synchronized (byCourse) {
      Queue<QueuedCancel> queue = byCourse.computeIfAbsent(seatsId, course -> new ArrayDeque<>());
      for (QueuedCancel cancel : deferred) {
        if (waiting < capacity && cancel.putBack()) {
          queue.add(cancel);
          waiting++;
        } else {
          left.add(cancel);
        }
      }
    }
    left.forEach(cancel -> cancel.result.complete(CancelResult.UNKNOWN));
    Thread.sleep(DEFERRED);
  }

  private List<? extends @Nullable CancelResult> write(SeatsId seatsId, List<QueuedCancel> group)
      throws InterruptedException {
    List<Cancel> cancels = group.stream().map(waiting -> waiting.cancel).toList();
    Lock lock = isLocked(seatsId) ? Lock.UPDATE_NOWAIT : Lock.UPDATE;
    for (int tries = 1; ; tries++) {
      try {
        List<@Nullable CancelResult> results =
            transaction.execute(cancels, lock, i -> group.get(i).result.isDone());
        refusedNanos.remove(seatsId);
        return results;
      } catch (RuntimeException failure) {
        if (!LedgerErrors.LOCK_NOT_GRANTED.contains(LedgerErrors.code(failure))) {
          health.failed(failure);
          return LedgerErrors.nothingCommitted(failure)
              ? unknown(cancels)
              : lookUp(seatsId, cancels.stream().map(Cancel::row).toList());
        }
        // A deadlock ends a wait early: it says nothing about the holder of the course row.
        boolean waited = lock == Lock.UPDATE && LedgerErrors.code(failure) != LedgerErrors.DEADLOCK;
        if (waited || tries == TRIES) {
          // Counted from the first refused lock: after this time a cancel waits for the lock again.
          refusedNanos.putIfAbsent(seatsId, System.nanoTime());
          return unknown(cancels);
        }
      }
      Thread.sleep(BETWEEN_TRIES);
    }
  }

  // Not as present: the holder of the lock may delete the same rows.
  private static List<CancelResult> unknown(List<Cancel> cancels) {
    return Collections.nCopies(cancels.size(), CancelResult.UNKNOWN);
  }

  private boolean isLocked(SeatsId seatsId) {
    long now = System.nanoTime();
    refusedNanos.values().removeIf(refused -> now - refused > LOCKED_NANOS);
    return refusedNanos.containsKey(seatsId);
  }

  private List<CancelResult> lookUp(SeatsId seatsId, List<EnrollmentRow> rows) {
    log.warn(
        "The outcome of {} cancels of course {} is unknown; their rows are looked up",
        rows.size(),
        seatsId);
    try {
      Map<StudentId, EnrollmentRow> left =
          lookUpBehindLock.apply(
              seatsId, rows.stream().map(EnrollmentRow::studentId).distinct().toList());
      return rows.stream().map(row -> outcome(row, left.get(row.studentId()))).toList();
    } catch (RuntimeException impossible) {
      health.failed(impossible);
      return Collections.nCopies(rows.size(), CancelResult.UNKNOWN);
    }
  }

  private static CancelResult outcome(EnrollmentRow row, @Nullable EnrollmentRow left) {
    if (left == null) {
      return CancelResult.DELETED;
    }
    return left.enrollmentId() == row.enrollmentId()
        ? CancelResult.NOT_DELETED
        : CancelResult.REPLACED;
  }

  /** Waits for the end of the running transactions, at most {@value #LONGEST_END_SECONDS} s. */
  void stop() throws InterruptedException {
    turns.shutdown();
    if (!turns.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      log.warn("Cancels still wait for MySQL; the reconciler settles their entries");
    }
  }
}
