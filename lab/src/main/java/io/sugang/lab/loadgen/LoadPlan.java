package io.sugang.lab.loadgen;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The way in which a load is sent.
 *
 * @param target an address that is resolved
 * @param connections at once, 1 to 20,000, opened before the load begins and kept
 * @param threads that send and read, 1 to {@code connections}; one is enough for some 20,000
 *     requests a second
 * @param schedule when requests are due
 * @param length for how long requests are due
 * @param grace how long answers may take after that; what is not answered by then counts as an
 *     error with the time that it was waited for
 */
public record LoadPlan(
    InetSocketAddress target,
    int connections,
    int threads,
    Schedule schedule,
    Duration length,
    Duration grace) {

  public LoadPlan {
    if (target.isUnresolved()) {
      throw new IllegalArgumentException("no such host: " + target.getHostString());
    }
    if (threads < 1 || connections < threads || connections > 20_000) {
      throw new IllegalArgumentException(
          "%d threads and %d connections".formatted(threads, connections));
    }
    // Times are kept as int, in microseconds.
    if (!length.isPositive() || grace.isNegative() || length.plus(grace).toMinutes() >= 30) {
      throw new IllegalArgumentException("a load of " + length + " and " + grace);
    }
  }
}
