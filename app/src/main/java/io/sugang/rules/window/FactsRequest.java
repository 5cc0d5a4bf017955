package io.sugang.rules.window;

import java.util.Collection;
import java.util.List;

/** A student and courses about which a read is asked. */
record Question(long studentId, Collection<Long> courseIds) {
  Question(long studentId, long courseId) {
    this(studentId, List.of(courseId));
  }
}
