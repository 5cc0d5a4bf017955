package io.sugang.catalog.course;

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
public class CourseFills {
  private final CourseIndex index;

  CourseFills(CourseIndex index) {
    this.index = index;
  }

  /**
   * All courses at one time.
   *
   * @param asOf the shared clock before they were read
   */
  public record FillReading(Instant asOf, List<CourseFill> courses) {}

  /**
   * Returns how full the courses were about a second ago.
   *
   * @throws TemporarilyUnavailableException when MySQL is away
   */
  public FillReading read() {
    SeatReading reading = index.seats();
    List<CourseFill> fills = new ArrayList<>();
    for (IndexedCourse course : index.courses(reading).values()) {
      CourseSeats seats = reading.courses().get(course.courseId());
      if (seats != null && course.isListed(null)) {
        fills.add(
            new CourseFill(
                course.courseId(),
                course.view().title(),
                course.view().section(),
                course.view().department(),
                seats.status(),
                seats.capacity(),
                seats.enrolled()));
      }
    }
    return new FillReading(reading.asOf(), fills);
  }
}
