package io.sugang.course;

import org.jspecify.annotations.Nullable;

/**
 * A course and its term.
 *
 * @param termId null: the course has no rules of registration
 */
record CourseTerm(long courseId, @Nullable Long termId) {}
