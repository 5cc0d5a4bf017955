package io.sugang.lab.bench;

import java.time.Duration;

/**
 * Properties that all loads on a testbed share.
 *
 * @param length of each that is measured
 * @param connections of the closed loop, at least 1
 * @param hotPercent of the enrollments that request one course; 0: as in a real rush
 * @param seed of the requests
 */
record LoadShape(Duration length, int connections, int hotPercent, long seed) {
  /**
   * So many that the service always has something to do, and few enough that none waits long for
   * its turn.
   */
  static final int CONNECTIONS = 64;
}
