package io.sugang.tools.bench;

import io.sugang.tools.bench.TestbedLoad.TrafficKind;
import java.util.List;

/**
 * Variants that are compared, and the loads each gets, in this order. The first load begins with
 * the first second after readiness; the later ones find what it left: compiled code, a filled
 * cache.
 *
 * @param id what to call it by on the command line
 */
record Experiment(String id, String title, List<Variant> variants, List<TestbedLoad> loads) {

  private static final String REDIS = "redis";
  private static final String TWO_LEVEL = "two-level";
  private static final String LOCK = "lock";
  private static final String NONE = "none";

  static final Experiment GET =
      new Experiment(
          "get",
          "Reading a student",
          List.of(
              new Variant("1", "1 instance", 1, REDIS, NONE, false, false),
              new Variant("1-cache", "1 + cache", 1, REDIS, REDIS, false, false),
              new Variant("3-cache", "3 + cache", 3, REDIS, REDIS, false, false),
              new Variant("3-cache-warm", "3 + cache + warm-up", 3, REDIS, REDIS, true, false),
              new Variant(
                  "3-memory-warm", "3 + memory + warm-up", 3, REDIS, TWO_LEVEL, true, false)),
          List.of(
              new TestbedLoad("2000", "2,000 a second", TrafficKind.STUDENTS, 2_000),
              new TestbedLoad("max", "closed loop", TrafficKind.STUDENTS, null)));

  static final Experiment POST =
      new Experiment(
          "post",
          "Enrolling",
          List.of(
              new Variant("1-lock", "1 + lock", 1, LOCK, REDIS, false, false),
              new Variant("3-lock", "3 + lock", 3, LOCK, REDIS, false, false),
              new Variant("3-lock-warm", "3 + lock + warm-up", 3, LOCK, REDIS, true, false),
              new Variant("3-redis", "3 + Redis", 3, REDIS, REDIS, false, false),
              new Variant("3-redis-warm", "3 + Redis + warm-up", 3, REDIS, REDIS, true, false),
              new Variant("3-redis-killed", "3 + Redis killed", 3, REDIS, REDIS, true, true)),
          List.of(
              new TestbedLoad("won-1000", "seats free, 1,000 a second", TrafficKind.FREE, 1_000),
              new TestbedLoad("full-1000", "courses full, 1,000 a second", TrafficKind.FULL, 1_000),
              new TestbedLoad("won-max", "seats free, closed loop", TrafficKind.FREE, null),
              new TestbedLoad("full-max", "courses full, closed loop", TrafficKind.FULL, null)));

  /** The simplest configuration compared with the one that {@code ./sugang up} runs. */
  static final Experiment MIXED =
      new Experiment(
          "mixed",
          "Mixed load",
          List.of(
              new Variant("1-lock", "1 + lock, no cache", 1, LOCK, NONE, false, false),
              new Variant("3-up", "3, as up runs them", 3, REDIS, TWO_LEVEL, true, false)),
          List.of(new TestbedLoad("2000", "2,000 a second", TrafficKind.MIXED, 2_000)));

  /** How long connections are held: warm, once, and without the cache, so that reads need one. */
  static final Experiment POOLS =
      new Experiment(
          "pools",
          "How long a connection is held",
          List.of(
              new Variant("3-redis", "3 + Redis, no cache", 3, REDIS, NONE, true, false),
              new Variant("3-lock", "3 + lock, no cache", 3, LOCK, NONE, true, false)),
          List.of(
              new TestbedLoad("get-2000", "reads, 2,000 a second", TrafficKind.STUDENTS, 2_000),
              new TestbedLoad("won-1000", "seats free, 1,000 a second", TrafficKind.FREE, 1_000),
              new TestbedLoad(
                  "full-1000", "courses full, 1,000 a second", TrafficKind.FULL, 1_000)));

  /** Compares the first seconds after readiness with those of the same load on a warm instance. */
  static final Experiment START =
      new Experiment(
          "start",
          "After readiness",
          List.of(
              new Variant("3-cold", "3, no warm-up", 3, REDIS, TWO_LEVEL, false, false),
              new Variant("3-up", "3, as up runs them", 3, REDIS, TWO_LEVEL, true, false)),
          List.of(
              new TestbedLoad("first-1000", "1,000 a second, first", TrafficKind.MIXED, 1_000),
              new TestbedLoad("max", "closed loop", TrafficKind.MIXED, null),
              new TestbedLoad("steady-1000", "1,000 a second, steady", TrafficKind.MIXED, 1_000)));

  static final List<Experiment> ALL = List.of(GET, POST, MIXED, POOLS, START);

  /** Without a name on the command line. The start is a question of its own. */
  static final List<Experiment> USUAL = List.of(GET, POST, MIXED, POOLS);

  Variant variant(String variantId) {
    return variants.stream().filter(one -> one.id().equals(variantId)).findFirst().orElseThrow();
  }
}
