package io.sugang.registration;

import org.jspecify.annotations.Nullable;

/**
 * What windows and audiences ask about a course.
 *
 * @param termId null for a course without rules of registration
 * @param audienceId null for all students
 */
record CourseEntry(long courseId, @Nullable Long termId, @Nullable Long audienceId) {}
