package io.sugang.course;

import io.sugang.id.KnownIds;
import io.sugang.problem.Outage;
import io.sugang.problem.TemporarilyUnavailableException;
import org.springframework.stereotype.Component;

/** Says whether a course exists, before every enrollment. */
@Component
public class CourseCatalog {
  private final CourseRepository courses;
  private final KnownIds ids;

  CourseCatalog(CourseRepository courses, CourseProperties properties) {
    this.courses = courses;
    this.ids = new KnownIds(properties.knownIds(), properties.knownTtl(), properties.unknownTtl());
  }

  /**
   * Whether there is such a course.
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away
   */
  public boolean exists(long courseId) {
    return ids.exists(courseId, this::lookUp);
  }

  private boolean lookUp(long courseId) {
    try {
      return courses.existsByCourseId(courseId);
    } catch (RuntimeException failure) {
      if (Outage.causes(failure)) {
        throw new TemporarilyUnavailableException(
            "Courses cannot be looked up right now. Please try again.", failure);
      }
      throw failure;
    }
  }
}
