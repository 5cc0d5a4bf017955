package io.sugang.enrollment.rejections;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.ProblemType;
import jakarta.annotation.PreDestroy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The rejections of this instance that wait to be published, once a second by one command. A
 * rejected request costs an entry of a list. What waits when the instance is killed is lost. Of a
 * student the newest wait, {@value OwnRejections#MOST} at most, and {@value #MOST_OF_A_STUDENT}
 * when many students have some. So one student's flood takes no place of another's rejections.
 */
@Component
public final class RecentRejections {
  private static final Logger log = LoggerFactory.getLogger(RecentRejections.class);

  /**
   * Rejections of a second: more than those of 5,000 students who click once at three instances.
   */
  static final int MOST_WAITING = 4_096;

  /** Of a student in the second half of the places. */
  static final int MOST_OF_A_STUDENT = 4;

  private static final long PERIOD_MILLIS = 1_000;

  private final ConcurrentMap<Long, Deque<RecentRejection>> waiting = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private final RejectionStream stream;
  private final KeptRejections kept;
  private final SharedClock clock;
  private final Counter dropped;
  private final ScheduledExecutorService publisher =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("refusals").daemon().factory());

  RecentRejections(
      RejectionStream stream, KeptRejections kept, SharedClock clock, MeterRegistry metrics) {
    this.stream = stream;
    this.kept = kept;
    this.clock = clock;
    dropped =
        Counter.builder("sugang.refusals.dropped")
            .description(
                "Rejections that students cannot look up, because too many came or Redis was away")
            .register(metrics);
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    publisher.scheduleWithFixedDelay(
        this::publish, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    publisher.shutdownNow();
  }

  /** Remembers a rejection, without waiting. Those of the warm-up are left out. */
  public void add(StudentId studentId, CourseId courseId, ProblemType reason) {
    if (studentId.isReserved() || courseId.isReserved()) {
      return;
    }
    var rejection =
        new RecentRejection(
            studentId.value(), courseId.value(), reason, clock.now().toEpochMilli());
    // Before those that do not fit are left out here.
    kept.add(rejection);
    waiting.compute(studentId.value(), (id, own) -> with(own, rejection));
  }

  private @Nullable Deque<RecentRejection> with(
      @Nullable Deque<RecentRejection> before, RecentRejection rejection) {
    int others = count.get();
    int most = others < MOST_WAITING / 2 ? OwnRejections.MOST : MOST_OF_A_STUDENT;
    if (before != null && before.size() >= most) {
      // A student sees the newest ones, and OwnRejections.MOST of them at most.
      before.removeFirst();
      if (most < OwnRejections.MOST) {
        dropped.increment();
      }
    } else if (others >= MOST_WAITING) {
      dropped.increment();
      return before;
    } else {
      count.incrementAndGet();
    }
    Deque<RecentRejection> own = before == null ? new ArrayDeque<>(2) : before;
    own.addLast(rejection);
    return own;
  }

  void publish() {
    try {
      List<RecentRejection> batch = new ArrayList<>();
      for (Long studentId : waiting.keySet()) {
        Deque<RecentRejection> own = waiting.remove(studentId);
        if (own != null) {
          count.addAndGet(-own.size());
          batch.addAll(own);
        }
      }
      if (!batch.isEmpty() && !stream.append(RejectionBatch.of(batch))) {
        dropped.increment(batch.size());
      }
    } catch (Throwable defect) {
      // Whatever it is: an exception that leaves here would end the publisher.
      log.error("Rejections not published", defect);
    }
  }
}
