package io.sugang.seats.pool;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.background.BackgroundTask;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.ledger.SeatTransferTransaction;
import io.sugang.seats.pool.PendingTransfers.Pool;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Moves seats when they are due: portions to their courses, and what merged pools do not use. Every
 * instance tries to, and one of them does it: twice is harmless, and an instance that is killed
 * leaves it to the others. The gate learns of a higher capacity before the commit and of a lower
 * one after it, otherwise from the reconciler.
 */
@Component
class SeatTransferJob implements DisposableBean {
  private static final Logger log = LoggerFactory.getLogger(SeatTransferJob.class);
  private static final String UNREADABLE = "Pools and portions cannot be read, it is tried again";

  private final PendingTransferRows rows;
  private final SeatTransferTransaction transfers;
  private final CoursePools pools;
  private final RosterRepair rosters;
  private final SharedClock clock;
  private final Duration period;
  private final BackgroundTask task;
  private volatile Duration overdue = Duration.ZERO;
  // Of the start, then of the thread: a failure is logged once, not once a second.
  private boolean failing;

  SeatTransferJob(
      JdbcTemplate jdbc,
      SeatTransferTransaction transfers,
      CoursePools pools,
      RosterRepair rosters,
      SharedClock clock,
      PoolProperties properties,
      MeterRegistry metrics) {
    this.rows = new PendingTransferRows(jdbc);
    this.transfers = transfers;
    this.pools = pools;
    this.rosters = rosters;
    this.clock = clock;
    this.period = properties.period();
    this.task =
        new BackgroundTask(
            "seat-transfer-job", period, this::round, away -> failed(UNREADABLE, away));
    Gauge.builder("sugang.pool.overdue", () -> overdue.toNanos() / 1e9)
        .description("For how long the oldest portion of seats is overdue")
        .baseUnit("seconds")
        .register(metrics);
  }

  /**
   * Reads the pools, and begins. Runs before readiness: without the pools, a repeated request whose
   * row is in a pool would look like a key used for another course, and be rejected. While MySQL
   * does not answer this is still possible; the thread reads the pools again.
   */
  @EventListener(ApplicationStartedEvent.class)
  void start() {
    try {
      pools.remember(rows.read().known());
    } catch (RuntimeException away) {
      failed(UNREADABLE, away);
    }
    task.start();
  }

  @Override
  public void destroy() {
    task.stop();
  }

  /** Does what is due, and returns the time until the next look. */
  private Duration round() {
    PendingTransfers pending = rows.read();
    // First: what follows may wait for a locked course, and answers need the courses of pools.
    pools.remember(pending.known());
    Instant now = clock.now();
    boolean moved = true;
    boolean any = false;
    for (SeatsId seatsId : pending.due(now)) {
      any = true;
      moved &= move(() -> transfers.release(seatsId, now, rosters::raise), List.of(seatsId));
    }
    for (Pool pool : pending.unused(now)) {
      any = true;
      moved &=
          move(
              () ->
                  transfers.merge(
                      pool.poolId(),
                      pool.courseId(),
                      PendingTransfers.lastMerge(now),
                      rosters::raise),
              List.of(pool.poolId(), pool.courseId().ownSeats()));
    }
    failing &= !moved;
    if (any) {
      pending = rows.read();
      pools.remember(pending.known());
    }
    overdue = pending.overdue(clock.now());
    Instant next = pending.nextAfter(now);
    Duration pause = next == null ? period : Duration.between(clock.now(), next);
    return pause.compareTo(period) > 0 ? period : pause.isNegative() ? Duration.ZERO : pause;
  }

  /** Moves seats and tells the gate. A course that fails delays no other. */
  private boolean move(BooleanSupplier transfer, List<SeatsId> changed) {
    try {
      if (transfer.getAsBoolean()) {
        rosters.reconcile(changed);
        log.info("Seats were moved; the capacities changed of courses and pools {}", changed);
      }
      return true;
    } catch (RuntimeException locked) {
      // The gate may have a capacity that was rolled back.
      changed.forEach(rosters::suspect);
      failed(
          "Seats of courses and pools %s cannot be moved, it is tried again".formatted(changed),
          locked);
      return false;
    }
  }

  private void failed(String what, Throwable why) {
    if (!failing) {
      log.warn(what, why);
    }
    failing = true;
  }
}
