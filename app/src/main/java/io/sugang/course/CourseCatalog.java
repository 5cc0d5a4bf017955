package io.sugang.course;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sugang.problem.Outage;
import io.sugang.problem.TemporarilyUnavailableException;
import org.springframework.stereotype.Component;

/**
 * Says whether a course exists, before every enrollment. Courses are never deleted, so a known id
 * stays known; unknown ids are remembered for a few seconds only.
 */
@Component
public class CourseCatalog {
  private final CourseRepository courses;
  private final Cache<Long, Boolean> known;
  private final Cache<Long, Boolean> unknown;

  CourseCatalog(CourseRepository courses, CourseProperties properties) {
    this.courses = courses;
    this.known =
        Caffeine.newBuilder()
            .maximumSize(properties.knownIds())
            .expireAfterWrite(properties.knownTtl())
            .build();
    // A cache of its own, so that a flood of invented ids cannot drive out those of courses.
    this.unknown =
        Caffeine.newBuilder()
            .maximumSize(properties.knownIds())
            .expireAfterWrite(properties.unknownTtl())
            .build();
  }

  /**
   * Whether there is such a course.
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away
   */
  public boolean exists(long courseId) {
    if (known.getIfPresent(courseId) != null) {
      return true;
    }
    if (unknown.getIfPresent(courseId) != null) {
      return false;
    }
    boolean exists = lookUp(courseId);
    (exists ? known : unknown).put(courseId, Boolean.TRUE);
    return exists;
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
