package io.sugang.enrollment.service;

import io.sugang.platform.ids.SeatsId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The courses for which the gate last answered this instance that they are full. A hint: the gate
 * is asked all the same, and before the rules that may cost a read.
 */
final class FullCourses {
  private final Set<SeatsId> full = ConcurrentHashMap.newKeySet();

  boolean contains(SeatsId seatsId) {
    return full.contains(seatsId);
  }

  void answered(SeatsId seatsId, boolean isFull) {
    if (isFull != full.contains(seatsId)) {
      if (isFull) {
        full.add(seatsId);
      } else {
        full.remove(seatsId);
      }
    }
  }
}
