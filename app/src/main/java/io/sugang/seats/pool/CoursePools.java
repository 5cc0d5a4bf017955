package io.sugang.seats.pool;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
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
      Map<SeatsId, CourseId> courses,
      Map<CourseId, List<SeatsId>> pools,
      Map<CourseId, Instant> releases) {
    CourseId courseOf(SeatsId seatsId) {
      CourseId course = courses.get(seatsId);
      return course == null ? new CourseId(seatsId.value()) : course;
    }
  }

  void remember(KnownPools newest) {
    known = newest;
  }

  /**
   * Returns the course that a student sees: that of a pool, otherwise the course itself. The only
   * way back from what has seats to a course.
   */
  public CourseId courseOf(SeatsId seatsId) {
    return known.courseOf(seatsId);
  }

  /** Returns whether a course has pools. */
  public boolean has(CourseId courseId) {
    return known.pools.containsKey(courseId);
  }

  /** Returns when the next portion of a course is due; null where none is announced. */
  public @Nullable Instant nextRelease(CourseId courseId) {
    return known.releases.get(courseId);
  }

  /** Returns the seats by course: those of pools are counted to their course. */
  public SortedMap<CourseId, CourseSeats> byCourse(SortedMap<SeatsId, CourseSeats> seats) {
    KnownPools asKnown = known;
    SortedMap<CourseId, CourseSeats> sums = new TreeMap<>();
    seats.forEach((seatsId, of) -> {
      CourseId course = asKnown.courseOf(seatsId);
      CourseStatus status = seats.getOrDefault(course.ownSeats(), of).status();
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
