package io.sugang.lab.bench;

import java.util.Locale;

/** A load of the benchmark, and its goal as a share of the proxy baseline. */
enum LoadProfile {
  /** Reads of students. */
  GET("GET student", 0.55),
  /** Enrollments into full courses: all are refused. */
  FULL("POST, courses full", 0.48),
  /** Enrollments into empty courses with seats for all: each is won. */
  FREE("POST, seats free", 0.25),
  /** Half reads, a quarter won, a quarter refused. */
  MIXED("mixed", 0.34);

  private final String title;
  private final double wanted;

  LoadProfile(String title, double wanted) {
    this.title = title;
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
    return this != GET;
  }

  /** Whether its requests take seats. */
  boolean takesSeats() {
    return this == FREE || this == MIXED;
  }

  /**
   * @param rate requests per second of the open loop
   */
  TestbedLoad load(Loop.Turn turn, int rate) {
    String name =
        turn.open()
            ? "%s, %s, %,d/s".formatted(title, turn.id(), rate)
            : title + ", " + turn.title();
    return new TestbedLoad(name, this, turn.connections(), turn.open() ? rate : null);
  }
}
