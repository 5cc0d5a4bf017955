package io.sugang.seat;

import java.util.Collection;
import java.util.Map;

/** Live numbers of free seats, as the gate knows them. */
public interface SeatAvailability {

  /**
   * Seats that the gate would still grant, never below 0.
   *
   * @return by course id; a course is missing when the gate cannot tell: Redis away, or roster not
   *     loaded
   */
  Map<Long, Integer> remaining(Collection<Long> courseIds);
}
