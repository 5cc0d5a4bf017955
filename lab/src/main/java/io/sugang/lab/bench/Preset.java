package io.sugang.lab.bench;

import static io.sugang.lab.bench.LoadProfile.FREE;
import static io.sugang.lab.bench.LoadProfile.FULL;
import static io.sugang.lab.bench.LoadProfile.GET;
import static io.sugang.lab.bench.LoadProfile.MIXED;
import static io.sugang.lab.bench.Loop.CLOSED;
import static io.sugang.lab.bench.Loop.OPEN;

import java.util.List;
import java.util.Locale;

/**
 * A question with the options that answer it. The first load of a variant that has no warm-up
 * begins with the first second after readiness; later ones find compiled code and a filled cache.
 */
enum Preset {
  /** The work of a request, and its latency. */
  WORK("redis/two-level", List.of(LoadProfile.values()), List.of(CLOSED, OPEN), 2_000, 100_000),

  /** What cache, instances and warm-up bring to reads. */
  READS(
      "redis/none:cold:x1,redis/redis:cold:x1,redis/redis:cold:x3,redis/redis:x3,redis/two-level:x3",
      List.of(GET),
      List.of(OPEN, CLOSED),
      2_000,
      0),

  /** What the gate, instances and warm-up bring to enrollments. */
  ENROLLMENTS(
      "lock/redis:cold:x1,lock/redis:cold:x3,lock/redis:x3,redis/redis:cold:x3,redis/redis:x3",
      List.of(FREE, FULL),
      List.of(OPEN, CLOSED),
      1_000,
      0),

  /** The simplest configuration compared with the one that {@code ./sugang up} runs. */
  MIX("lock/none:cold:x1,redis/two-level:x3", List.of(MIXED), List.of(OPEN), 2_000, 0),

  /** The first seconds after readiness, and the same load on a warm instance. */
  START(
      "redis/two-level:cold:x3,redis/two-level:x3",
      List.of(MIXED),
      List.of(OPEN, CLOSED, OPEN),
      1_000,
      0),

  /** Whether a request costs more than at the recorded commit; the first turn is the warm-up. */
  GUARD("redis/two-level", List.of(LoadProfile.values()), List.of(CLOSED, CLOSED), 2_000, 0);

  private final String variants;
  private final List<LoadProfile> profiles;
  private final List<Loop> loops;
  private final int rate;
  private final int warmUp;

  Preset(String variants, List<LoadProfile> profiles, List<Loop> loops, int rate, int warmUp) {
    this.variants = variants;
    this.profiles = profiles;
    this.loops = loops;
    this.rate = rate;
    this.warmUp = warmUp;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Variants as {@code --variants} takes them. */
  String variants() {
    return variants;
  }

  /** The loads in their order. */
  List<LoadProfile> profiles() {
    return profiles;
  }

  List<Loop> loops() {
    return loops;
  }

  /** Requests per second of the open loop. */
  int rate() {
    return rate;
  }

  /** Requests for each instance before it is measured. */
  int warmUp() {
    return warmUp;
  }
}
