package io.sugang.tools.bench;

import static java.util.stream.Collectors.toList;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * How a connection pool of an instance was used under a load, and what size it needs by Little's
 * law: in use on average = taken per second x seconds held.
 *
 * @param takenPerSecond by one instance
 * @param heldMillis mean time until a connection was given back, as Hikari reports it
 * @param waitedMillis mean time until one was got
 * @param size the most connections the pool may have
 * @param instances that have such a pool each
 * @param cores of the machine
 */
record PoolUse(
    String variant,
    String load,
    String pool,
    double takenPerSecond,
    double heldMillis,
    double waitedMillis,
    int size,
    int instances,
    int cores) {

  /**
   * The most that the mean time can have been. Hikari measures whole ms and cuts off what is
   * beyond: for many connections that are held for 0.9 ms it reports 0.
   */
  double heldMillisAtMost() {
    return takenPerSecond > 0 ? heldMillis + 1 : 0;
  }

  /** Connections in use on average, at most. */
  double inUse() {
    return takenPerSecond * heldMillisAtMost() / 1_000;
  }

  /**
   * Connections that are enough nearly always. Requests come by chance, so the number in use is
   * spread as a Poisson distribution with the mean {@link #inUse}; two standard deviations above it
   * leave about 2 % of the takers to wait.
   *
   * @return at least 1
   */
  int needed() {
    return Math.max(1, (int) Math.ceil(inUse() + 2 * Math.sqrt(inUse()) - 1e-9));
  }

  /** Of all instances together; what each needs for itself does not shrink with their number. */
  int neededOfAll() {
    return instances * needed();
  }

  /**
   * The rule of thumb for a database on the same cores: for the connections of all pools of all
   * instances together.
   */
  int coresTimesTwo() {
    return 2 * cores;
  }

  /** One line per pool, as NGINX gives every instance the same. */
  static List<PoolUse> meanOfInstances(List<PoolUse> uses) {
    Map<String, List<PoolUse>> byPool =
        uses.stream().collect(Collectors.groupingBy(PoolUse::pool, TreeMap::new, toList()));
    return byPool.values().stream()
        .map(same -> {
          PoolUse one = same.getFirst();
          double taken = same.stream().mapToDouble(PoolUse::takenPerSecond).sum();
          return new PoolUse(
              one.variant,
              one.load,
              one.pool,
              taken / same.size(),
              weighted(same, taken, PoolUse::heldMillis),
              weighted(same, taken, PoolUse::waitedMillis),
              one.size,
              same.size(),
              one.cores);
        })
        .toList();
  }

  // An instance counts as often as it took a connection.
  private static double weighted(
      List<PoolUse> same, double taken, ToDoubleFunction<PoolUse> millis) {
    return taken == 0
        ? 0
        : same.stream().mapToDouble(use -> use.takenPerSecond * millis.applyAsDouble(use)).sum()
            / taken;
  }
}
