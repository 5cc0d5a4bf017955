package io.sugang.catalog.course;

import org.jspecify.annotations.Nullable;

/**
 * A course and its term.
 *
 * @param termId null: the course has no rules of registration
 * @param poolOf null: it is a course; otherwise a pool, which no request can name
 */
record CourseTerm(long courseId, @Nullable Long termId, @Nullable Long poolOf) {}
