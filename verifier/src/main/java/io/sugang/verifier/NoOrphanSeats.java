package io.sugang.verifier;

import java.util.TreeSet;

/**
 * Every key with seats in Redis belongs to a course that exists, and every student with a pending
 * entry counts as holding a seat.
 */
record NoOrphanSeats(Sources sources) implements Check {
  @Override
  public String name() {
    return "no-orphan-seats";
  }

  @Override
  public Finding run() throws Exception {
    var orphans = new Examples();
    var keys = sources.gate().keys();
    var courses = new TreeSet<Long>();
    var withPending = new TreeSet<Long>();
    for (var key : keys) {
      var course = GateKeys.courseOf(key);
      if (course.isEmpty()) {
        orphans.add(key + " is no key of the gate");
        continue;
      }
      if (!GateKeys.isTicket(key)) {
        courses.add(course.get());
      }
      if (GateKeys.isPending(key)) {
        withPending.add(course.get());
      }
    }
    for (var chunk : Chunks.of(courses)) {
      // After the scan: a course that was made meanwhile is there by now.
      var existing = sources.current().existing(chunk);
      for (var courseId : chunk) {
        if (!existing.contains(courseId)) {
          orphans.add("Redis has seats of course %d, which does not exist".formatted(courseId));
        }
      }
    }
    for (var chunk : Chunks.of(withPending)) {
      for (var course : sources.gate().read(chunk)) {
        for (var student : course.pending().keySet()) {
          if (!course.students().contains(student)) {
            orphans.add(
                "student %s is pending in course %d without taking a seat"
                    .formatted(student, course.courseId()));
          }
        }
      }
    }
    return orphans.none()
        ? Finding.valid(
            "%,d keys of %,d courses, all of courses that exist"
                .formatted(keys.size(), courses.size()))
        : Finding.violated(
            "%,d entries in Redis belong to nothing".formatted(orphans.count()), orphans);
  }
}
