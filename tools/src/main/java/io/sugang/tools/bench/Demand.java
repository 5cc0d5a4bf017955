package io.sugang.tools.bench;

import io.sugang.tools.bench.TestbedLoad.TrafficKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A load of the benchmark, and its goal as a share of the proxy baseline. */
enum Demand {
  GET("GET student", TrafficKind.STUDENTS, 0.55),
  FULL("POST, courses full", TrafficKind.FULL, 0.48),
  FREE("POST, seats free", TrafficKind.FREE, 0.25),
  MIXED("mixed", TrafficKind.MIXED, 0.34);

  private final String title;
  private final TrafficKind kind;
  private final double wanted;

  Demand(String title, TrafficKind kind, double wanted) {
    this.title = title;
    this.kind = kind;
    this.wanted = wanted;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** Share of the proxy baseline's requests per processor second. */
  double wanted() {
    return wanted;
  }

  boolean writes() {
    return kind != TrafficKind.STUDENTS;
  }

  /**
   * @param rate requests that are due in a second; null: each connection asks again when it was
   *     answered
   */
  TestbedLoad load(@Nullable Integer rate) {
    return rate == null
        ? new TestbedLoad(id(), title + ", closed", kind, null)
        : new TestbedLoad(id() + "-open", "%s, %,d/s".formatted(title, rate), kind, rate);
  }
}
