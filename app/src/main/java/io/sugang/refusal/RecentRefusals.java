package io.sugang.refusal;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.clock.SharedClock;
import io.sugang.id.Ids;
import io.sugang.problem.ProblemType;
import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The refusals of this instance that wait to be published, once a second by one command. A refused
 * request costs an entry of a queue. What waits when the instance is killed is lost, and so is what
 * comes while the queue is full.
 */
@Component
public final class RecentRefusals {
  private static final Logger log = LoggerFactory.getLogger(RecentRefusals.class);

  /** Refusals of a second: more than those of 5,000 students who click once at three instances. */
  static final int MOST_WAITING = 4_096;

  private static final long PERIOD_MILLIS = 1_000;

  private final Queue<RecentRefusal> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final RefusalStream stream;
  private final SharedClock clock;
  private final Counter dropped;
  private final ScheduledExecutorService publisher =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("refusals").daemon().factory());

  RecentRefusals(RefusalStream stream, SharedClock clock, MeterRegistry metrics) {
    this.stream = stream;
    this.clock = clock;
    dropped =
        Counter.builder("sugang.refusals.dropped")
            .description(
                "Refusals that students cannot look up, because too many came or Redis was away")
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

  /** Remembers a refusal, without waiting. Those of the warm-up are left out. */
  public void add(long studentId, long courseId, ProblemType reason) {
    if (Ids.isReserved(studentId) || Ids.isReserved(courseId)) {
      return;
    }
    if (count.get() >= MOST_WAITING) {
      dropped.increment();
      return;
    }
    count.incrementAndGet();
    waiting.add(new RecentRefusal(studentId, courseId, reason, clock.now().toEpochMilli()));
  }

  void publish() {
    try {
      List<RecentRefusal> batch = new ArrayList<>();
      for (RecentRefusal next = waiting.poll(); next != null; next = waiting.poll()) {
        count.decrementAndGet();
        batch.add(next);
        if (batch.size() == MOST_WAITING) {
          break;
        }
      }
      if (!batch.isEmpty() && !stream.append(RefusalBatch.of(batch))) {
        dropped.increment(batch.size());
      }
    } catch (Throwable defect) {
      // Whatever it is: an exception that leaves here would end the publisher.
      log.error("Refusals not published", defect);
    }
  }
}
