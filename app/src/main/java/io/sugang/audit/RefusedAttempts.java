package io.sugang.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Refused attempts to act for another, which wait to be written: twice a second, by one statement.
 * They were answered before. Of a user, the first {@value AttemptCounts#MOST_ROWS} within a minute
 * are rows, and the others one row with their number. So no user's attempts hide those of another,
 * and none are hidden. A number stands also for rows that do not fit, or that MySQL does not take.
 */
@Component
public final class RefusedAttempts {
  private static final Logger log = LoggerFactory.getLogger(RefusedAttempts.class);
  static final int MOST_WAITING = 4_096;
  private static final int MOST_OF_A_STATEMENT = 256;
  private static final long PERIOD_MILLIS = 500;

  private final BlockingQueue<AuditEvent> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AuditStatements statements;
  private final AttemptCounts counts;
  private final Counter dropped;
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("audit").daemon().factory());

  RefusedAttempts(JdbcTemplate jdbc, MeterRegistry metrics) {
    statements = new AuditStatements(jdbc);
    counts = new AttemptCounts(jdbc);
    dropped =
        Counter.builder("sugang.audit.dropped")
            .description("Refused attempts to act for another that are missing in audit_event")
            .register(metrics);
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    writer.scheduleWithFixedDelay(
        () -> write(false), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    writer.shutdownNow();
    write(true);
  }

  /**
   * Notes an attempt, without waiting.
   *
   * @param studentId for whom it was tried; null when that is not known
   * @param code of the refusal
   */
  public void add(
      AuditedAction action,
      Instant at,
      Actor actor,
      @Nullable Long studentId,
      @Nullable Long courseId,
      @Nullable Long enrollmentId,
      String code) {
    String target =
        studentId == null ? "enrollment:" + enrollmentId : AuditEvent.student(studentId);
    var attempt =
        new AuditEvent(at, actor, action, target, studentId, courseId, enrollmentId, code);
    if (!counts.note(attempt, waiting::offer)) {
      dropped.increment();
    }
  }

  /**
   * Writes what waits.
   *
   * @param all also the numbers of minutes that are not over
   */
  void write(boolean all) {
    List<AuditEvent> events = new ArrayList<>();
    try {
      while (waiting.drainTo(events, MOST_OF_A_STATEMENT) > 0) {
        statements.append(events);
        events.clear();
      }
      counts.write(all);
    } catch (Throwable away) {
      // Whatever it is: an exception that leaves here would end the writer.
      int lost = counts.countInstead(events);
      dropped.increment(lost);
      log.warn(
          "{} refused attempts are not in audit_event, {} of them in no number either: {}",
          events.size(),
          lost,
          away.toString());
    }
  }
}
