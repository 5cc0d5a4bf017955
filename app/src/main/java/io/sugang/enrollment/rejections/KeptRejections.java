package io.sugang.enrollment.rejections;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.problem.ProblemType;
import io.sugang.seats.ledger.EnrollmentLedger;
import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
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
 * The rejections of this instance that wait to be written to the table {@code rejection}, which
 * keeps them for the term. A rejected request costs an entry of a map: rejections of one student
 * and course with one reason are counted together. A thread of its own writes them, so neither a
 * request nor the stream of recent rejections waits for MySQL.
 *
 * <p>What MySQL does not take waits for the next round. A statement whose answer is lost may have
 * been done, and is repeated: then its rejections are counted twice. An instance that is killed
 * loses what waits.
 */
@Component
class KeptRejections {
  private static final Logger log = LoggerFactory.getLogger(KeptRejections.class);

  /** Reasons that wait, some 150 bytes each: those of minutes without MySQL. */
  static final int MOST_WAITING = 100_000;

  static final int MOST_OF_A_STATEMENT = 256;

  /**
   * Of a round. In a rush nearly every rejection is a row, and its rows must not take the time of
   * enrollments: these are a thousand a second.
   */
  static final int MOST_STATEMENTS = 8;

  private static final long PERIOD_MILLIS = 2_000;

  /** Why a student got no seat in a course. */
  record RejectionKey(long studentId, long courseId, ProblemType reason) {
    // Instances lock the rows of a statement in one order, so no two of them wait for each other.
    static final Comparator<RejectionKey> ORDER =
        Comparator.comparingLong(RejectionKey::studentId)
            .thenComparingLong(RejectionKey::courseId)
            .thenComparing(key -> key.reason.code());
  }

  /** How often, and when, by the shared clock in milliseconds since 1970. */
  record RejectionCount(long times, long firstMillis, long lastMillis) {
    RejectionCount and(RejectionCount other) {
      return new RejectionCount(
          times + other.times,
          Math.min(firstMillis, other.firstMillis),
          Math.max(lastMillis, other.lastMillis));
    }
  }

  /** A row to be added. */
  record Counted(RejectionKey key, RejectionCount count) {}

  private final ConcurrentMap<RejectionKey, RejectionCount> waiting = new ConcurrentHashMap<>();
  private final RejectionRows rows;
  private final EnrollmentLedger ledger;
  private final Counter dropped;
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("refusals-kept").daemon().factory());

  KeptRejections(RejectionRows rows, EnrollmentLedger ledger, MeterRegistry metrics) {
    this.rows = rows;
    this.ledger = ledger;
    dropped =
        Counter.builder("sugang.refusals.unkept")
            .description("Rejections that the desk cannot look up, because too many waited")
            .register(metrics);
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    writer.scheduleWithFixedDelay(this::write, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    writer.shutdown();
    write(Integer.MAX_VALUE);
  }

  /** Counts a rejection, without waiting. */
  void add(RecentRejection rejection) {
    waiting.compute(
        new RejectionKey(rejection.studentId(), rejection.courseId(), rejection.reason()),
        (key, before) -> with(before, rejection.atMillis()));
  }

  private @Nullable RejectionCount with(@Nullable RejectionCount before, long atMillis) {
    if (before == null && waiting.size() >= MOST_WAITING) {
      dropped.increment();
      return null;
    }
    RejectionCount one = new RejectionCount(1, atMillis, atMillis);
    return before == null ? one : before.and(one);
  }

  /** Writes some of what waits: the least while claims wait for MySQL too. */
  void write() {
    write((ledger.waitingClaims() > 0 ? 1 : MOST_STATEMENTS) * MOST_OF_A_STATEMENT);
  }

  // One at a time: the last one, at the end of the instance, follows a round that is under way.
  private synchronized void write(int most) {
    List<Counted> taken = new ArrayList<>(MOST_OF_A_STATEMENT);
    try {
      List<RejectionKey> keys =
          waiting.keySet().stream().limit(most).sorted(RejectionKey.ORDER).toList();
      for (RejectionKey key : keys) {
        RejectionCount count = waiting.remove(key);
        if (count != null) {
          taken.add(new Counted(key, count));
        }
        if (taken.size() == MOST_OF_A_STATEMENT) {
          rows.add(taken);
          taken.clear();
        }
      }
      rows.add(taken);
    } catch (Throwable away) {
      // Whatever it is: an exception that leaves here would end the writer.
      taken.forEach(one -> waiting.merge(one.key, one.count, RejectionCount::and));
      log.warn("{} reasons of rejections wait for MySQL: {}", waiting.size(), away.toString());
    }
  }
}
