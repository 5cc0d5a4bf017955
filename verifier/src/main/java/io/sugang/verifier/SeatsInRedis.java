package io.sugang.verifier;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * No course has more students at the gate than seats.
 *
 * <p>After a fault the gate may hold too many students for a moment: entries opened before a load
 * stay until they are settled, in addition to the roster. The ledger refuses those, so only what
 * stays is wrong.
 */
record SeatsInRedis(Sources sources, Duration timeout) implements Check {
  @Override
  public String name() {
    return "seats-in-redis";
  }

  @Override
  public Finding run() throws Exception {
    var courses = new HashSet<Long>();
    for (var course : sources.current().courses()) {
      courses.add(course.courseId());
    }
    var deadline = Deadline.in(timeout);
    var taken = taken(courses);
    if (taken.isEmpty()) {
      return Finding.unknown(
          "none of %,d courses is loaded in Redis, so the gate decides nothing"
              .formatted(courses.size()));
    }
    var capacities = capacities(courses);
    var full = oversold(taken, capacities);
    while (!full.isEmpty() && deadline.lookAgain()) {
      // The desk may change a capacity meanwhile, so it is read again together with the students.
      var looked = Set.copyOf(full.keySet());
      // A course that is no longer loaded has no students at the gate.
      taken.keySet().removeAll(looked);
      taken.putAll(taken(looked));
      capacities.putAll(capacities(looked));
      full = oversold(taken, capacities);
    }
    if (!full.isEmpty()) {
      var oversold = new Examples();
      full.forEach((courseId, seats) ->
          oversold.add(
              "course %d has %d students in Redis for %d seats"
                  .formatted(courseId, seats, capacities.get(courseId))));
      return Finding.violated(
          "%,d courses have more students in Redis than seats, still after %s"
              .formatted(oversold.count(), deadline),
          oversold);
    }
    return Finding.valid(
        "%,d students at the gate of %,d courses, no course above its seats%s"
            .formatted(
                taken.values().stream().mapToLong(Integer::longValue).sum(),
                taken.size(),
                taken.size() == courses.size()
                    ? ""
                    : "; %,d courses are not loaded".formatted(courses.size() - taken.size())));
  }

  private Map<Long, Long> capacities(Collection<Long> courseIds) throws SQLException {
    var capacities = new HashMap<Long, Long>();
    for (var chunk : Chunks.of(courseIds)) {
      capacities.putAll(sources.current().capacities(chunk));
    }
    return capacities;
  }

  private Map<Long, Integer> taken(Collection<Long> courseIds) {
    var taken = new HashMap<Long, Integer>();
    for (var chunk : Chunks.of(courseIds)) {
      taken.putAll(sources.gate().taken(chunk));
    }
    return taken;
  }

  private static Map<Long, Integer> oversold(Map<Long, Integer> taken, Map<Long, Long> capacities) {
    var oversold = new HashMap<>(taken);
    oversold
        .entrySet()
        .removeIf(course -> course.getValue() <= capacities.getOrDefault(course.getKey(), 0L));
    return oversold;
  }
}
