package io.sugang.enrollment.service;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The courses for which the gate last answered this instance that they are full. A hint: the gate
 * is asked all the same, and before the rules that may cost a read.
 */
final class FullCourses {
  private final Set<Long> full = ConcurrentHashMap.newKeySet();

  boolean contains(long courseId) {
    return full.contains(courseId);
  }

  void answered(long courseId, boolean isFull) {
    if (isFull != full.contains(courseId)) {
      if (isFull) {
        full.add(courseId);
      } else {
        full.remove(courseId);
      }
    }
  }
}
