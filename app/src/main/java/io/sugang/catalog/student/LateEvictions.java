package io.sugang.catalog.student;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Late evictions of students whose correction ended without an answer, when MySQL shows its
 * outcome. The COMMIT may take effect long after the eviction that followed the failure, and a read
 * in between caches the old value.
 *
 * <p>A locking read shows the outcome: the transaction holds the row until it is committed or
 * rolled back. One student is checked after the other, so a MySQL that hangs holds one connection.
 */
@Component
class LateEvictions {
  private static final Logger log = LoggerFactory.getLogger(LateEvictions.class);

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Tries within at least two minutes; each waits up to 2 s for the row. */
  private static final int MOST_TRIES = 240;

  private final StudentRepository students;
  private final StudentEviction eviction;
  private final ScheduledExecutorService checks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("student-late-evictions").factory());

  LateEvictions(StudentRepository students, StudentEviction eviction) {
    this.students = students;
    this.eviction = eviction;
  }

  /** Evicts the student when the outcome is known and Redis answers. Returns at once. */
  void evictWhenDecided(long studentId) {
    scheduleCheck(studentId, MOST_TRIES);
  }

  private void scheduleCheck(long studentId, int triesLeft) {
    checks.schedule(() -> check(studentId, triesLeft), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void check(long studentId, int triesLeft) {
    if (isDecided(studentId) && eviction.evict(studentId)) {
      return;
    }
    if (triesLeft > 1) {
      scheduleCheck(studentId, triesLeft - 1);
    } else {
      eviction.evict(studentId);
      log.warn(
          "The outcome of a correction of student {} is unknown; an old value may be visible until"
              + " it expires. Repeat the correction.",
          studentId);
    }
  }

  private boolean isDecided(long studentId) {
    try {
      students.findIdBehindLock(studentId);
      return true;
    } catch (RuntimeException lockedOrAway) {
      return false;
    }
  }

  @PreDestroy
  void close() {
    checks.shutdownNow();
  }
}
