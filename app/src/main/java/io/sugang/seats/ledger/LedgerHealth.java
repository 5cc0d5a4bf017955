package io.sugang.seats.ledger;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Health of MySQL as the ledger knows it. While MySQL is known to be down or read-only, no seat is
 * granted: requests are answered 503 before the gate, until a probe succeeds.
 *
 * <p>The probe has a connection of its own. So a pool without a free connection is overload, and
 * not a MySQL that is down.
 */
final class LedgerHealth implements MySqlState {
  private static final Logger log = LoggerFactory.getLogger(LedgerHealth.class);
  private static final String PROBE =
      "SELECT @@global.read_only OR @@global.super_read_only FROM enrollment_id_block";

  private enum State {
    WRITABLE,
    READ_ONLY,
    AWAY
  }

  private final LedgerConnections connections;
  private final JdbcTemplate jdbc;
  private final Duration probeInterval;
  private final AtomicBoolean probing = new AtomicBoolean();
  private volatile boolean up = true;
  private volatile boolean stopped;

  LedgerHealth(LedgerConnections connections, Duration probeInterval) {
    this.connections = connections;
    this.jdbc = new JdbcTemplate(connections.probe());
    this.probeInterval = probeInterval;
  }

  @Override
  public boolean up() {
    return up;
  }

  /** Begins a probe in another thread, unless one is running. */
  @Override
  public void failed(RuntimeException failure) {
    if (!stopped && probing.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("ledger-probe")
          .start(() -> {
            try {
              probe(failure);
            } finally {
              probing.set(false);
            }
          });
    }
  }

  private void probe(RuntimeException failure) {
    if (LedgerErrors.isReadOnly(failure)) {
      // The probe may be connected to another server than the connection that failed.
      connections.renew();
    }
    State seen = probe();
    if (seen == State.WRITABLE) {
      return;
    }
    up = false;
    log.warn(
        "MySQL {}; enrollments are answered 503 until a probe succeeds: {}",
        seen == State.READ_ONLY ? "is read-only" : "does not answer",
        failure.toString());
    while (seen != State.WRITABLE) {
      if (seen == State.READ_ONLY) {
        connections.renewProbe();
      }
      try {
        Thread.sleep(probeInterval);
      } catch (InterruptedException stop) {
        return;
      }
      if (stopped) {
        return;
      }
      seen = probe();
    }
    connections.renew();
    log.info("MySQL answers and takes writes again");
    up = true;
  }

  private State probe() {
    try {
      return jdbc.queryForList(PROBE, Boolean.class).contains(true)
          ? State.READ_ONLY
          : State.WRITABLE;
    } catch (Throwable down) {
      // An Error too: without a next probe this instance would answer 503 for ever.
      return State.AWAY;
    }
  }

  void stop() {
    stopped = true;
  }
}
