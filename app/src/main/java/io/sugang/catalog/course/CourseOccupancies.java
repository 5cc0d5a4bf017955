package io.sugang.catalog.course;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.seats.ledger.CourseSeats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * How full all courses but those of mock terms are, from the readings that lists and searches
 * share.
 */
@Component
public class CourseOccupancies {
  private final CourseIndex index;

  CourseOccupancies(CourseIndex index) {
    this.index = index;
  }

  /**
   * All courses at one time.
   *
   * @param asOf the shared clock before they were read
   */
  public record OccupancyReading(Instant asOf, List<CourseOccupancy> courses) {}

  /**
   * Returns how full the courses were about a second ago.
   *
   * @throws TemporarilyUnavailableException when MySQL is away
   */
  public OccupancyReading read() {
    SeatReading reading = index.seats();
    List<CourseOccupancy> occupancies = new ArrayList<>();
    for (IndexedCourse course : index.courses(reading).values()) {
      CourseSeats seats = reading.courses().get(new CourseId(course.courseId()));
      if (seats != null && course.isListed(null)) {
        occupancies.add(
            new CourseOccupancy(
                course.courseId(),
                course.view().title(),
                course.view().section(),
                course.view().department(),
                seats.status(),
                seats.capacity(),
                seats.enrolled()));
      }
    }
    return new OccupancyReading(reading.asOf(), occupancies);
  }
}
