package io.sugang.rules.window;

import java.util.Collection;
import java.util.List;

/** A student and courses about which a read is asked. */
record FactsRequest(long studentId, Collection<Long> courseIds) {
  FactsRequest(long studentId, long courseId) {
    this(studentId, List.of(courseId));
  }
}
