package io.sugang.plan;

import org.jspecify.annotations.Nullable;

/** The terms of courses. */
@FunctionalInterface
public interface CourseTerms {
  /** No course has rules of a term. */
  CourseTerms NONE = courseId -> null;

  /**
   * Returns the term whose plans a course belongs to; null for a course without rules of
   * registration, and for an unknown one. The term of a course never changes.
   */
  @Nullable Long termOf(long courseId);
}
