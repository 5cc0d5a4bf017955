package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.reconciler.CourseRosters.Load;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reconciliation of single courses, in the thread of the caller. */
final class SingleCourses {
  private static final Logger log = LoggerFactory.getLogger(SingleCourses.class);
  private static final Duration RECONCILE_TIME = Duration.ofSeconds(2);
  private static final Duration RETRY_PAUSE = Duration.ofMillis(10);

  private final CourseRosters courseRosters;
  private final Duration loadTime;
  private final Map<SeatsId, CompletableFuture<Void>> loads = new ConcurrentHashMap<>();

  /**
   * @param loadTime for which the load of another thread is awaited
   */
  SingleCourses(CourseRosters courseRosters, Duration loadTime) {
    this.courseRosters = courseRosters;
    this.loadTime = loadTime;
  }

  /** Loads a roster, see {@link RosterRepair#load}. Threads with the same course share a load. */
  void load(SeatsId seatsId) {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> first = loads.putIfAbsent(seatsId, mine);
    if (first != null) {
      awaitQuietly(first, loadTime);
      return;
    }
    try {
      courseRosters.reconcile(List.of(seatsId), Load.WHERE_DIFFERENT, new ReconcilePass());
    } catch (RuntimeException unreachable) {
      log.info(
          "The roster of course {} was not loaded; the next pass loads it: {}",
          seatsId,
          unreachable.toString());
    } finally {
      loads.remove(seatsId);
      mine.complete(null);
    }
  }

  /** Reconciles courses, see {@link RosterRepair#reconcile}. */
  boolean reconcile(Collection<SeatsId> seatsIds) {
    long end = System.nanoTime() + RECONCILE_TIME.toNanos();
    try {
      do {
        // Always loaded: a load of older reads under the same ticket is STALE then.
        PassBacklog backlog = courseRosters.reconcile(seatsIds, Load.ALWAYS, new ReconcilePass());
        if (!backlog.withoutMemory().isEmpty()) {
          return false;
        }
        if (backlog.overtaken().isEmpty()
            && backlog.notLowered().isEmpty()
            && backlog.unreadable().isEmpty()) {
          return true;
        }
        // A row that is locked is free again in a moment.
        LockSupport.parkNanos(RETRY_PAUSE.toNanos());
      } while (System.nanoTime() - end < 0);
    } catch (RuntimeException unreachable) {
      log.info(
          "Courses {} were not reconciled; the next pass does it: {}",
          seatsIds,
          unreachable.toString());
    }
    return false;
  }

  /** Returns whether {@code future} has ended well within {@code limit}. */
  static boolean awaitQuietly(CompletableFuture<Void> future, Duration limit) {
    try {
      future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException notYet) {
      return false;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
