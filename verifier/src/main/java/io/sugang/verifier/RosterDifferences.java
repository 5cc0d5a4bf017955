package io.sugang.verifier;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What differs for one course between the gate and the rows, each difference as a sentence. */
final class RosterDifferences {
  private RosterDifferences() {}

  /**
   * Compares members, not counts. A student with a pending entry is left out: the service is still
   * deciding.
   *
   * @param roster null when the course does not exist in MySQL
   */
  static Set<String> between(GateCourse gate, @Nullable Set<String> roster, long capacity) {
    var rows = roster == null ? Set.<String>of() : roster;
    var differences = new HashSet<String>();
    for (var student : gate.students()) {
      if (!rows.contains(student) && !gate.pending().containsKey(student)) {
        differences.add(
            "course %d: student %s takes a seat in Redis and has no row"
                .formatted(gate.courseId(), student));
      }
    }
    for (var student : rows) {
      if (!gate.students().contains(student) && !gate.pending().containsKey(student)) {
        differences.add(
            "course %d: student %s has a row and no seat in Redis"
                .formatted(gate.courseId(), student));
      }
    }
    if (!String.valueOf(capacity).equals(gate.capacity())) {
      differences.add(
          "course %d: %s seats in Redis and %d in MySQL"
              .formatted(gate.courseId(), gate.capacity(), capacity));
    }
    return differences;
  }
}
