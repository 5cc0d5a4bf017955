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
 * They were answered before, so what does not fit, or what MySQL does not take, is dropped and
 * counted.
 */
@Component
public final class RefusedAttempts {
  private static final Logger log = LoggerFactory.getLogger(RefusedAttempts.class);
  static final int MOST_WAITING = 1_024;
  private static final int MOST_OF_A_STATEMENT = 256;
  private static final long PERIOD_MILLIS = 500;

  private final BlockingQueue<AuditEvent> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AuditStatements statements;
  private final Counter dropped;
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("audit").daemon().factory());

  RefusedAttempts(JdbcTemplate jdbc, MeterRegistry metrics) {
    statements = new AuditStatements(jdbc);
    dropped =
        Counter.builder("sugang.audit.dropped")
            .description("Refused attempts to act for another that are missing in audit_event")
            .register(metrics);
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    writer.scheduleWithFixedDelay(this::write, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    writer.shutdownNow();
    write();
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
    boolean taken =
        waiting.offer(
            new AuditEvent(at, actor, action, target, studentId, courseId, enrollmentId, code));
    if (!taken) {
      dropped.increment();
    }
  }

  private void write() {
    List<AuditEvent> events = new ArrayList<>();
    try {
      while (waiting.drainTo(events, MOST_OF_A_STATEMENT) > 0) {
        statements.append(events);
        events.clear();
      }
    } catch (Throwable away) {
      // Whatever it is: an exception that leaves here would end the writer.
      dropped.increment(events.size());
      log.warn("{} refused attempts are not in audit_event: {}", events.size(), away.toString());
    }
  }
}
