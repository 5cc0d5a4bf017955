package io.sugang.rules.window;

import io.sugang.platform.ids.CourseId;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What reads that began after a request know of one student and some courses, to judge these by all
 * rules.
 */
public interface RegistrationFacts {
  /** The facts without rules: nothing is against anything. */
  RegistrationFacts NONE =
      new RegistrationFacts() {
        @Override
        public @Nullable RegistrationRejection basketRejection(long termId, Instant arrivedAt) {
          return null;
        }

        @Override
        public CourseRejections rejections(
            CourseId courseId, Collection<CourseId> planned, Instant arrivedAt) {
          return CourseRejections.NONE;
        }
      };

  /** Returns why the student may not change the basket of a term at a time; null: he may. */
  @Nullable RegistrationRejection basketRejection(long termId, Instant arrivedAt);

  /**
   * Returns all that is against a course that the student does not hold.
   *
   * @param courseId one of the request
   * @param planned courses of the request and the same term that count as if the plan held them;
   *     the course itself does not count
   */
  CourseRejections rejections(CourseId courseId, Collection<CourseId> planned, Instant arrivedAt);
}
