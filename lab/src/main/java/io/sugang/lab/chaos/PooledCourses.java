package io.sugang.lab.chaos;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Courses whose seats are in two pools, one for each half of the students. Until the first merge
 * the course itself has no seat. A student can reach the seats of that pool and those of the
 * course. A merge moves seats between these two, so their sum stays what it was: a refusal is
 * judged by the sum, which counts under the id of the pool. Under the id of the course counts the
 * sum of all its seats.
 */
final class PooledCourses {
  static final PooledCourses NONE = new PooledCourses(Map.of(), Set.of());

  private final Map<Long, List<Long>> pools;
  private final Set<Long> odd;
  private final Map<Long, Long> courses = new HashMap<>();
  private final Map<Long, Long> merged = new ConcurrentHashMap<>();

  /**
   * @param pools by course: the pool of students with an odd number, then the other one
   * @param odd students with an odd number
   */
  PooledCourses(Map<Long, List<Long>> pools, Set<Long> odd) {
    this.pools = pools;
    this.odd = odd;
    pools.forEach((course, both) -> both.forEach(pool -> courses.put(pool, course)));
  }

  Map<Long, List<Long>> pools() {
    return pools;
  }

  /** The course that a student sees: that of a pool, otherwise the course itself. */
  long courseOf(long seatsId) {
    return courses.getOrDefault(seatsId, seatsId);
  }

  /** The id under which the seats count that a student can reach. */
  long reached(long courseId, long studentId) {
    List<Long> both = pools.get(courseId);
    return both == null ? courseId : both.get(odd.contains(studentId) ? 0 : 1);
  }

  /** The pool gave seats to its course, at this instant or a moment before. */
  void merged(long poolId, long at) {
    merged.put(poolId, at);
  }

  /** Pools that have given seats to their course. */
  int merges() {
    return merged.size();
  }

  /**
   * Whether the refusal and the merge of its pool are both within the window of a fault, in which
   * the gate may learn of one capacity long before the other.
   */
  boolean mergedIn(FaultWindow window, Attempt refused) {
    Long at = merged.get(reached(refused.courseId(), refused.studentId()));
    return at != null && window.covers(at) && window.covers(refused.end());
  }

  /**
   * The ids under which a seat counts that a student has.
   *
   * @param seatsId the course or the pool with the seat; 0 where it may be either
   */
  List<Long> counted(long courseId, long studentId, long seatsId) {
    List<Long> both = pools.get(courseId);
    if (both == null) {
      return List.of(courseId);
    }
    return courses.containsKey(seatsId)
        ? List.of(courseId, seatsId)
        : List.of(courseId, both.get(0), both.get(1));
  }

  /** The seats by the ids under which they count, from the seats of each row. */
  Map<Long, Integer> sums(Map<Long, Integer> capacities) {
    Map<Long, Integer> sums = new HashMap<>(capacities);
    pools.forEach((course, both) -> {
      int own = capacities.getOrDefault(course, 0);
      int all = own;
      for (long pool : both) {
        int seats = capacities.getOrDefault(pool, 0);
        sums.put(pool, own + seats);
        all += seats;
      }
      sums.put(course, all);
    });
    return sums;
  }
}
