package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;
import java.util.Collection;
import java.util.Map;

/** Numbers of free seats, as the gate has them. */
public interface SeatAvailability {

  /**
   * Returns the number of seats that the gate would still grant, at least 0.
   *
   * @return by id; a course or pool is missing while Redis is away or its roster is not loaded
   */
  Map<SeatsId, Integer> remaining(Collection<SeatsId> seatsIds);
}
