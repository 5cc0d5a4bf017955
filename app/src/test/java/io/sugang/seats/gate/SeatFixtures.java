package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import java.time.Duration;

/** What tests of other packages need of the gate and cannot make themselves. */
public final class SeatFixtures {
  private SeatFixtures() {}

  /** A circuit of its own, open as at the start of an instance. */
  public static SeatCircuit openCircuit() {
    return new SeatCircuit(Duration.ofSeconds(10));
  }

  /** The failure of a call because of the keys of one course. */
  public static UnreadableCourseException unreadable(SeatsId seatsId) {
    return new UnreadableCourseException(seatsId, new IllegalStateException("of the test"));
  }

  /** The failure of a load because Redis is full. */
  public static RedisFullException withoutMemory(SeatsId seatsId) {
    return new RedisFullException(seatsId, new IllegalStateException("of the test"));
  }
}
