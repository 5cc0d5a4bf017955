package io.sugang.tools.bench;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Hikari's metrics say of the pools of one instance, in the text format of Prometheus.
 *
 * @param values by {@code pool/metric}, e.g. {@code mysql/usage_seconds_count}
 */
record PoolMetrics(Map<String, Double> values) {
  private static final Pattern LINE =
      Pattern.compile("hikaricp_connections_?(\\w*)\\{[^}]*pool=\"([^\"]+)\"[^}]*} (\\S+)");

  static PoolMetrics parse(String text) {
    Map<String, Double> values = new TreeMap<>();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      values.put(line.group(2) + "/" + line.group(1), Double.valueOf(line.group(3)));
    }
    return new PoolMetrics(values);
  }

  Set<String> pools() {
    Set<String> pools = new TreeSet<>();
    values.keySet().forEach(key -> pools.add(key.substring(0, key.indexOf('/'))));
    return pools;
  }

  /** 0 when the pool has no such metric. */
  double value(String pool, String metric) {
    return values.getOrDefault(pool + "/" + metric, 0.0);
  }

  /**
   * The use of a pool from {@code earlier} until this.
   *
   * @param seconds between them
   */
  PoolUse use(
      PoolMetrics earlier, String variant, String load, String pool, double seconds, int cores) {
    double taken = grown(earlier, pool, "usage_seconds_count");
    double got = grown(earlier, pool, "acquire_seconds_count");
    return new PoolUse(
        variant,
        load,
        pool,
        taken / seconds,
        taken > 0 ? 1_000 * grown(earlier, pool, "usage_seconds_sum") / taken : 0,
        got > 0 ? 1_000 * grown(earlier, pool, "acquire_seconds_sum") / got : 0,
        (int) value(pool, "max"),
        1,
        cores);
  }

  private double grown(PoolMetrics earlier, String pool, String metric) {
    return value(pool, metric) - earlier.value(pool, metric);
  }
}
