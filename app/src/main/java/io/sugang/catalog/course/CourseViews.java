package io.sugang.catalog.course;

import io.sugang.platform.ids.CourseId;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.pool.CoursePools;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.springframework.stereotype.Component;

/** Courses as lists show them, for other features. Their seats are a second old at most. */
@Component
public class CourseViews {
  private final CourseIndex index;
  private final CoursePools pools;

  CourseViews(CourseIndex index, CoursePools pools) {
    this.index = index;
    this.pools = pools;
  }

  /**
   * Returns courses by id; unknown ones are missing.
   *
   * @throws io.sugang.platform.problem.TemporarilyUnavailableException when MySQL has to be asked
   *     and is away
   */
  public Map<Long, CourseView> of(Collection<Long> courseIds) {
    Map<Long, CourseView> views = new HashMap<>();
    if (courseIds.isEmpty()) {
      return views;
    }
    SeatReading reading = index.seats();
    SortedMap<Long, IndexedCourse> known = index.courses(reading);
    for (long courseId : courseIds) {
      IndexedCourse course = known.get(courseId);
      CourseSeats seats = reading.courses().get(new CourseId(courseId));
      if (course != null && seats != null) {
        int free = Math.max(0, seats.capacity() - seats.enrolled());
        views.put(
            courseId,
            course
                .view()
                .withSeats(seats.capacity(), free, pools.nextRelease(new CourseId(courseId))));
      }
    }
    return views;
  }
}
