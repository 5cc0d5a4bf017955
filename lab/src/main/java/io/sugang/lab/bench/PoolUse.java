package io.sugang.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a connection pool of an instance was used under a load, and what size it needs by Little's
 * law: in use on average = taken per second x seconds held.
 *
 * @param takenPerSecond by one instance
 * @param heldMillis mean time until a connection was given back, as Hikari reports it
 * @param size the most connections the pool may have
 */
record PoolUse(String pool, double takenPerSecond, double heldMillis, int size) {
  private static final Pattern LINE =
      Pattern.compile("hikaricp_connections_?(\\w*)\\{[^}]*pool=\"([^\"]+)\"[^}]*} (\\S+)");

  /**
   * The use of each pool of an instance between two readings of its metrics.
   *
   * @param before in the text format of Prometheus
   */
  static List<PoolUse> between(String before, String after, double seconds) {
    Map<String, Map<String, Double>> earlier = pools(before);
    List<PoolUse> uses = new ArrayList<>();
    pools(after)
        .forEach((pool, values) -> {
          Map<String, Double> old = earlier.getOrDefault(pool, Map.of());
          double taken = grown(old, values, "usage_seconds_count");
          uses.add(
              new PoolUse(
                  pool,
                  taken / seconds,
                  taken > 0 ? 1_000 * grown(old, values, "usage_seconds_sum") / taken : 0,
                  values.getOrDefault("max", 0.0).intValue()));
        });
    return uses;
  }

  private static double grown(Map<String, Double> old, Map<String, Double> now, String metric) {
    return now.getOrDefault(metric, 0.0) - old.getOrDefault(metric, 0.0);
  }

  private static Map<String, Map<String, Double>> pools(String metrics) {
    Map<String, Map<String, Double>> pools = new TreeMap<>();
    Matcher line = LINE.matcher(metrics);
    while (line.find()) {
      pools
          .computeIfAbsent(line.group(2), none -> new TreeMap<>())
          .put(line.group(1), Double.valueOf(line.group(3)));
    }
    return pools;
  }

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
   * spread as a Poisson distribution with the mean {@link #inUse}. Two standard deviations above it
   * leave about 2 % of the takers to wait.
   *
   * @return at least 1
   */
  int needed() {
    return Math.max(1, (int) Math.ceil(inUse() + 2 * Math.sqrt(inUse()) - 1e-9));
  }

  /** In one word: {@code pool:taken per second/ms held at most/needed/size}. */
  String word() {
    return String.format(
        Locale.ROOT,
        "%s:%.1f/%.2f/%d/%d",
        pool,
        takenPerSecond,
        heldMillisAtMost(),
        needed(),
        size);
  }

  /**
   * One use of each pool: the mean of instances or repetitions, which count as often as they took a
   * connection.
   */
  static List<PoolUse> mean(List<PoolUse> uses) {
    Map<String, List<PoolUse>> byPool =
        uses.stream()
            .collect(Collectors.groupingBy(PoolUse::pool, TreeMap::new, Collectors.toList()));
    List<PoolUse> means = new ArrayList<>();
    byPool.forEach((pool, same) -> {
      double taken = same.stream().mapToDouble(PoolUse::takenPerSecond).sum();
      double held = same.stream().mapToDouble(use -> use.takenPerSecond * use.heldMillis).sum();
      means.add(
          new PoolUse(
              pool, taken / same.size(), taken == 0 ? 0 : held / taken, same.getFirst().size()));
    });
    return means;
  }
}
