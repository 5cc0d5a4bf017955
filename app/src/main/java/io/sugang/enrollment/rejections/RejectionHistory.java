package io.sugang.enrollment.rejections;

import io.sugang.platform.clock.SharedClock;
import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The rejections of all instances. A thread of its own reads what came to the stream, once a
 * second. So a request never waits for Redis here, nor for another request.
 */
@Component
class RejectionHistory {
  private static final Logger log = LoggerFactory.getLogger(RejectionHistory.class);
  private static final long PERIOD_MILLIS = 1_000;
  private static final int MOST_PER_READ = 50;
  private static final String BEGINNING = "0-0";

  private final RejectionStream stream;
  private final SharedClock clock;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("refusals-read").daemon().factory());

  /** Null until the stream was read, and while Redis is away. */
  private volatile @Nullable RejectionIndex known;

  private RejectionIndex reading = new RejectionIndex(); // of the reader
  private String last = BEGINNING; // of the reader

  RejectionHistory(RejectionStream stream, SharedClock clock) {
    this.stream = stream;
    this.clock = clock;
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    reader.scheduleWithFixedDelay(this::readOn, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    reader.shutdownNow();
  }

  /**
   * Returns the newest rejections of a student, newest first, {@value OwnRejections#MOST} at most;
   * empty when Redis is away.
   */
  Optional<List<RecentRejection>> of(long studentId) {
    RejectionIndex index = known;
    return index == null
        ? Optional.empty()
        : Optional.of(index.of(studentId, clock.now().minus(RejectionStream.KEPT).toEpochMilli()));
  }

  private void readOn() {
    try {
      known = readToTheEnd() ? reading : null;
    } catch (Throwable defect) {
      // Whatever it is: an exception that leaves here would end the reader.
      known = null;
      log.error("Rejections not read", defect);
    }
    if (known == null) {
      // A Redis that lost the stream may number it from an earlier time.
      last = BEGINNING;
      reading = new RejectionIndex();
    }
  }

  private boolean readToTheEnd() {
    List<RejectionStream.Entry> read;
    do {
      Optional<List<RejectionStream.Entry>> next = stream.after(last, MOST_PER_READ);
      if (next.isEmpty()) {
        return false;
      }
      read = next.get();
      for (RejectionStream.Entry entry : read) {
        last = entry.id();
        add(entry);
      }
      reading.removeOld(clock.now().toEpochMilli());
    } while (read.size() == MOST_PER_READ);
    return true;
  }

  private void add(RejectionStream.Entry entry) {
    try {
      reading.add(entry.batch());
    } catch (RuntimeException notABatch) {
      log.warn(
          "Entry {} of {} is no batch of rejections", entry.id(), RejectionStream.KEY, notABatch);
    }
  }
}
