package io.sugang.seats.gate;

import java.util.Collection;
import java.util.Map;

/** Numbers of free seats, as the gate has them. */
public interface SeatAvailability {

  /**
   * Returns the number of seats that the gate would still grant, at least 0.
   *
   * @return by course id; a course is missing while Redis is away or its roster is not loaded
   */
  Map<Long, Integer> remaining(Collection<Long> courseIds);
}
