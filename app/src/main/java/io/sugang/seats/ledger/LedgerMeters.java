package io.sugang.seats.ledger;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.platform.metrics.LatencyTimers;
import io.sugang.platform.metrics.TimersByOutcome;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.ClaimResult.OutOfTime;
import io.sugang.seats.ledger.ClaimResult.RejectedClaim;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;

/**
 * Meters of the ledger: how claims ended, how long they waited, and how they share transactions.
 */
final class LedgerMeters {
  // The largest group there can be is 1000, see LedgerProperties.
  private static final double[] GROUP_SIZES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

  /** The outcomes of {@link ClaimResult}, as one enum. */
  private enum ClaimOutcome {
    ENROLLED,
    ALREADY_ENROLLED,
    AGAINST_PLAN,
    FULL,
    COURSE_CLOSED,
    COURSE_CANCELLED,
    COURSE_NOT_FOUND,
    STUDENT_NOT_FOUND,
    NOT_INSERTED,
    UNKNOWN
  }

  private final MeterRegistry registry;
  private final TimersByOutcome<ClaimOutcome> claims;
  private final Timer transactions;
  private final DistributionSummary groupSizes;

  LedgerMeters(MeterRegistry registry) {
    this.registry = registry;
    claims =
        new TimersByOutcome<>(
            registry,
            "sugang.ledger.claim",
            "Claims of a seat, from the queue to the outcome",
            "result",
            EnumSet.allOf(ClaimOutcome.class));
    transactions =
        LatencyTimers.register(
            registry,
            "sugang.ledger.transaction",
            "Groups of claims, from the lock of their course rows to the commit");
    groupSizes =
        DistributionSummary.builder("sugang.ledger.group")
            .description("Claims that shared a transaction")
            .baseUnit("claims")
            .serviceLevelObjectives(GROUP_SIZES)
            .register(registry);
  }

  /** Registers gauges of the queues and of the health of MySQL. */
  void register(ClaimWriter writer, CancelQueue cancels, LedgerHealth health, int queueCapacity) {
    Gauge.builder("sugang.ledger.queue", writer, ClaimWriter::waiting)
        .description("Claims that wait for the writer")
        .baseUnit("claims")
        .register(registry);
    Gauge.builder("sugang.ledger.queue.capacity", () -> queueCapacity)
        .description("Claims that may wait; one more is refused")
        .baseUnit("claims")
        .register(registry);
    Gauge.builder("sugang.ledger.cancels", cancels, CancelQueue::waiting)
        .description("Cancels that wait for a transaction")
        .baseUnit("cancels")
        .register(registry);
    Gauge.builder("sugang.ledger.available", health, state -> state.up() ? 1 : 0)
        .description("0: MySQL is known to be down or read-only, requests get 503")
        .register(registry);
  }

  void claimed(ClaimResult result, long nanos) {
    claims.record(
        switch (result) {
          case Enrolled _ -> ClaimOutcome.ENROLLED;
          case AlreadyEnrolled _ -> ClaimOutcome.ALREADY_ENROLLED;
          case RejectedClaim _ -> ClaimOutcome.AGAINST_PLAN;
          case OutOfTime _ -> ClaimOutcome.UNKNOWN;
          case NotEnrolled reason ->
              switch (reason) {
                case FULL -> ClaimOutcome.FULL;
                case COURSE_CLOSED -> ClaimOutcome.COURSE_CLOSED;
                case COURSE_CANCELLED -> ClaimOutcome.COURSE_CANCELLED;
                case COURSE_NOT_FOUND -> ClaimOutcome.COURSE_NOT_FOUND;
                case STUDENT_NOT_FOUND -> ClaimOutcome.STUDENT_NOT_FOUND;
                case NOT_INSERTED -> ClaimOutcome.NOT_INSERTED;
                case UNKNOWN -> ClaimOutcome.UNKNOWN;
              };
        },
        nanos);
  }

  void committed(int claimsOfGroup, long nanos) {
    groupSizes.record(claimsOfGroup);
    transactions.record(nanos, TimeUnit.NANOSECONDS);
  }
}
