package io.sugang.pool;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.clock.SharedClock;
import io.sugang.reconciler.RosterRepair;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Moves seats when they are due: portions to their courses, and what merged pools do not use. Every
 * instance tries to, and one of them does it: twice is harmless, and an instance that is killed
 * leaves it to the others. The gate learns of the new capacities at once, otherwise from the
 * reconciler.
 */
@Component
class SeatMoves implements DisposableBean {
  private static final Logger log = LoggerFactory.getLogger(SeatMoves.class);

  private final SeatMoveRows rows;
  private final CoursePools pools;
  private final RosterRepair rosters;
  private final SharedClock clock;
  private final Duration period;
  private volatile Duration overdue = Duration.ZERO;
  private volatile @Nullable Thread thread;
  // Of the thread: a failure is logged once, not once a second.
  private boolean failing;

  SeatMoves(
      JdbcTemplate jdbc,
      CoursePools pools,
      RosterRepair rosters,
      SharedClock clock,
      PoolProperties properties,
      MeterRegistry metrics) {
    this.rows = new SeatMoveRows(jdbc, transactions(jdbc));
    this.pools = pools;
    this.rosters = rosters;
    this.clock = clock;
    this.period = properties.period();
    Gauge.builder("sugang.pool.overdue", () -> overdue.toNanos() / 1e9)
        .description("For how long the oldest portion of seats is overdue")
        .baseUnit("seconds")
        .register(metrics);
  }

  private static TransactionTemplate transactions(JdbcTemplate jdbc) {
    if (jdbc.getDataSource() == null) {
      throw new IllegalStateException("no data source");
    }
    return new TransactionTemplate(new JdbcTransactionManager(jdbc.getDataSource()));
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    thread = Thread.ofVirtual().name("seat-moves").start(this::loop);
  }

  @Override
  public void destroy() {
    Thread running = thread;
    thread = null;
    if (running != null) {
      running.interrupt();
    }
  }

  private void loop() {
    while (thread != null) {
      Duration pause = period;
      try {
        pause = round();
        failing = false;
      } catch (Throwable away) {
        // An Error too: it would end the moves of this instance.
        if (!failing) {
          log.warn("Pools and portions could not be read or moved, it is tried again", away);
        }
        failing = true;
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException stop) {
        return;
      }
    }
  }

  /** Does what is due, and returns the time until the next look. */
  private Duration round() {
    PendingMoves pending = rows.pending();
    Instant now = clock.now();
    Set<Long> changed = new TreeSet<>();
    if (pending.hasDuePortion(now)) {
      changed.addAll(rows.release(now));
    }
    changed.addAll(rows.merge(pending.unused(now)));
    if (!changed.isEmpty()) {
      rosters.reconcile(changed);
      log.info("Seats were moved, the capacities of these courses and pools changed: {}", changed);
      pending = rows.pending();
    }
    pools.remember(pending.known());
    overdue = pending.overdue(now);
    Instant next = pending.nextAfter(now);
    Duration pause = next == null ? period : Duration.between(clock.now(), next);
    return pause.compareTo(period) > 0 ? period : pause.isNegative() ? Duration.ZERO : pause;
  }
}
