package io.sugang.ledger;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;

/**
 * Whether MySQL is known to be down. Then nothing is granted that could not be kept: requests are
 * answered before the gate, until a probe succeeds.
 */
final class LedgerHealth {
  private static final Logger log = LoggerFactory.getLogger(LedgerHealth.class);
  private static final String PROBE = "SELECT next_id FROM enrollment_id_block";

  private final JdbcTemplate jdbc;
  private final Duration probeInterval;
  private volatile boolean up = true;
  private volatile boolean stopped;

  LedgerHealth(JdbcTemplate jdbc, Duration probeInterval) {
    this.jdbc = jdbc;
    this.probeInterval = probeInterval;
  }

  boolean up() {
    return up;
  }

  /** To be called when a call to MySQL failed in a way that says nothing about the request. */
  synchronized void failed(Throwable failure) {
    if (up && !stopped && !answers()) {
      up = false;
      log.warn("MySQL does not answer, requests get 503 until it does: {}", failure.toString());
      Thread.ofVirtual().name("ledger-probe").start(this::probe);
    }
  }

  private void probe() {
    while (!stopped && !answers()) {
      try {
        Thread.sleep(probeInterval);
      } catch (InterruptedException stop) {
        return;
      }
    }
    log.info("MySQL answers again");
    up = true;
  }

  private boolean answers() {
    try {
      jdbc.queryForList(PROBE);
      return true;
    } catch (DataAccessException | TransactionException down) {
      return false;
    }
  }

  void stop() {
    stopped = true;
  }
}
