package io.sugang.seat;

import java.util.Collection;
import java.util.Map;

/**
 * How many seats are free at this moment, for display: deciding is up to the gate and the ledger.
 */
public interface SeatAvailability {
  /**
   * Free seats per course.
   *
   * @return never throws for Redis being away; a course is missing where the gate cannot tell, the
   *     caller then takes capacity - enrolled from MySQL
   */
  Map<Long, Integer> remaining(Collection<Long> courseIds);
}
