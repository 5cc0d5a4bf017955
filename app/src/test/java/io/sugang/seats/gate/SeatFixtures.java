package io.sugang.seats.gate;

import java.time.Duration;

/** What tests of other packages need of the gate and cannot make themselves. */
public final class SeatFixtures {
  private SeatFixtures() {}

  /** A circuit of its own, open as at the start of an instance. */
  public static SeatCircuit openCircuit() {
    return new SeatCircuit(Duration.ofSeconds(10));
  }

  /** The failure of a call because of the keys of one course. */
  public static UnreadableCourseException unreadable(long courseId) {
    return new UnreadableCourseException(courseId, new IllegalStateException("of the test"));
  }

  /** The failure of a load because Redis is full. */
  public static RedisFullException withoutMemory(long courseId) {
    return new RedisFullException(courseId, new IllegalStateException("of the test"));
  }
}
