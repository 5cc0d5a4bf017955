package io.sugang.verifier;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The students at the gate are those with a row, both ways, once nothing is pending.
 *
 * <p>Redis and MySQL cannot be read at one instant, and the reconciler needs seconds to repair what
 * a fault left. So a course is looked at until it agrees, and only a difference that was there at
 * every look until the time was over counts. A course that is not loaded by then, while others are,
 * counts too.
 */
final class RedisRoster implements Check {
  private final Sources sources;
  private final Duration timeout;

  // One look that agrees may be a coincidence.
  private static final int LOOKS = 2;

  private final Map<Long, Integer> agreed = new HashMap<>();
  private long courses;
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
      open.add(course.courseId());
    }
    courses = open.size();
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
    // Together with the gate's: the desk may change one while this check waits.
    var capacities = sources.current().capacities(courseIds);
    for (var course : gate) {
      if (!capacities.containsKey(course.courseId())) {
        // It was deleted while this check waited, so there is nothing to compare any more.
        courses--;
        notLoaded.remove(course.courseId());
        close(course.courseId());
        continue;
      }
      if (course.capacity() == null) {
        // It is loaded with its first request, or by the next pass of the reconciler.
        notLoaded.add(course.courseId());
        continue;
      }
      notLoaded.remove(course.courseId());
      var differences =
          RosterDifferences.between(
              course,
              rosters.get(course.courseId()),
              Objects.requireNonNull(capacities.get(course.courseId())));
      if (differences.isEmpty() && course.pending().isEmpty()) {
        lasting.put(course.courseId(), Set.of());
        if (agreed.merge(course.courseId(), 1, Integer::sum) == LOOKS) {
          close(course.courseId());
        }
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
    var both = new HashSet<>(earlier);
    both.retainAll(now);
    return both;
  }

  private Finding finding(Deadline deadline) {
    if (notLoaded.size() == courses) {
      return Finding.unknown(
          "none of %,d courses is loaded in Redis, so there is nothing to compare"
              .formatted(courses));
    }
    var differences = new Examples();
    notLoaded.stream()
        .sorted()
        .forEach(courseId ->
            differences.add(
                "course %d is not loaded in Redis, while others are".formatted(courseId)));
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
          "%,d courses did not come to rest within %s (course %d, for one); verify again when no student enrolls"
              .formatted(open.size(), deadline, open.iterator().next()));
    }
    return Finding.valid(
        "the students of %,d courses are the same in Redis and in MySQL".formatted(courses));
  }
}
