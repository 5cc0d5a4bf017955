package io.sugang.rules.plan;

import io.sugang.platform.ids.SeatsId;
import org.jspecify.annotations.Nullable;

/** The terms of courses. */
@FunctionalInterface
public interface CourseTerms {
  /** No course has rules of a term. */
  CourseTerms NONE = seatsId -> null;

  /**
   * Returns the term whose plans a course belongs to; null for a course without rules of
   * registration. The term of a course never changes.
   *
   * @throws UnknownCourseException for an unknown course: it must not pass for one without rules
   */
  @Nullable Long termOf(SeatsId seatsId);
}
