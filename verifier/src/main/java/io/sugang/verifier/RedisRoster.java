package io.sugang.verifier;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The students at the gate are those with a row, both ways, once nothing is pending.
 *
 * <p>Redis and MySQL cannot be read at one instant, and the reconciler needs seconds to repair what
 * a fault left. So a course is looked at until it agrees, and only a difference that was there at
 * every look until the time was over counts.
 */
final class RedisRoster implements Check {
  private final Sources sources;
  private final Duration timeout;

  private final Map<Long, Long> capacities = new HashMap<>();
  private final Set<Long> open = new TreeSet<>();
  private final Set<Long> notLoaded = new HashSet<>();

  /** Differences that every look at an open course has shown so far. */
  private final Map<Long, Set<String>> lasting = new HashMap<>();

  RedisRoster(Sources sources, Duration timeout) {
    this.sources = sources;
    this.timeout = timeout;
  }

  @Override
  public String name() {
    return "redis-roster";
  }

  @Override
  public Finding run() throws Exception {
    for (var course : sources.current().courses()) {
      capacities.put(course.courseId(), course.capacity());
    }
    open.addAll(capacities.keySet());
    var deadline = Deadline.in(timeout);
    do {
      for (var chunk : Chunks.of(open)) {
        look(chunk);
      }
    } while (!open.isEmpty() && deadline.lookAgain());
    return finding(deadline);
  }

  private void look(Collection<Long> courseIds) throws Exception {
    var gate = sources.gate().read(courseIds);
    var rosters = sources.current().rosters(courseIds);
    for (var course : gate) {
      if (course.capacity() == null) {
        notLoaded.add(course.courseId());
        close(course.courseId());
        continue;
      }
      var differences =
          RosterDifferences.between(
              course,
              rosters.get(course.courseId()),
              capacities.getOrDefault(course.courseId(), 0L));
      if (differences.isEmpty() && course.pending().isEmpty()) {
        close(course.courseId());
      } else {
        lasting.merge(course.courseId(), differences, RedisRoster::both);
      }
    }
  }

  private void close(long courseId) {
    open.remove(courseId);
    lasting.remove(courseId);
  }

  private static Set<String> both(Set<String> earlier, Set<String> now) {
    earlier.retainAll(now);
    return earlier;
  }

  private Finding finding(Deadline deadline) {
    if (notLoaded.size() == capacities.size()) {
      return Finding.unknown(
          "none of %,d courses is loaded in Redis, so there is nothing to compare"
              .formatted(capacities.size()));
    }
    var differences = new Examples();
    for (var courseId : open) {
      lasting.getOrDefault(courseId, Set.of()).stream().sorted().forEach(differences::add);
    }
    if (!differences.none()) {
      return Finding.violated(
          "%,d differences between Redis and the rows, still there after %s"
              .formatted(differences.count(), deadline),
          differences);
    }
    if (!open.isEmpty()) {
      return Finding.unknown(
          "%,d courses did not come to rest within %s (course %d, for one); verify again when nobody enrolls"
              .formatted(open.size(), deadline, open.iterator().next()));
    }
    return Finding.valid(
        "the students of %,d courses are the same in Redis and in MySQL%s"
            .formatted(
                capacities.size() - notLoaded.size(),
                notLoaded.isEmpty()
                    ? ""
                    : "; %,d courses are not loaded".formatted(notLoaded.size())));
  }
}
