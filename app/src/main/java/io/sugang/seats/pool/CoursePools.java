package io.sugang.seats.pool;

import io.sugang.rules.plan.CourseStatus;
import io.sugang.seats.ledger.CourseSeats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The pools of courses and the portions to come, as this instance knows them: up to a second old.
 * Nothing here decides about a seat.
 */
@Component
public class CoursePools {
  private static final KnownPools NONE = new KnownPools(Map.of(), Map.of(), Map.of());

  private volatile KnownPools known = NONE;

  /**
   * What was read at one time.
   *
   * @param courses course by pool
   * @param pools pools by course, in the order of their ids
   * @param releases time of the next portion, by course
   */
  record KnownPools(
      Map<Long, Long> courses, Map<Long, List<Long>> pools, Map<Long, Instant> releases) {}

  void remember(KnownPools newest) {
    known = newest;
  }

  /** Returns the course that a student sees: that of a pool, otherwise the course itself. */
  public long courseOf(long courseOrPool) {
    Long course = known.courses.get(courseOrPool);
    return course == null ? courseOrPool : course;
  }

  /** Returns whether a course has pools. */
  public boolean has(long courseId) {
    return known.pools.containsKey(courseId);
  }

  /** Returns when the next portion of a course is due; null where none is announced. */
  public @Nullable Instant nextRelease(long courseId) {
    return known.releases.get(courseId);
  }

  /** Returns the seats by course: those of pools are counted to their course. */
  public SortedMap<Long, CourseSeats> byCourse(SortedMap<Long, CourseSeats> seats) {
    Map<Long, Long> courses = known.courses;
    if (courses.isEmpty()) {
      return seats;
    }
    SortedMap<Long, CourseSeats> sums = new TreeMap<>();
    seats.forEach((id, of) -> {
      long course = courses.getOrDefault(id, id);
      CourseStatus status = seats.getOrDefault(course, of).status();
      sums.merge(
          course,
          of,
          (one, other) ->
              new CourseSeats(
                  one.capacity() + other.capacity(), one.enrolled() + other.enrolled(), status));
    });
    return sums;
  }
}
