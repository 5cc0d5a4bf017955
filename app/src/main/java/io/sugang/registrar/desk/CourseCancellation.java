package io.sugang.registrar.desk;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.CourseId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code course_cancellation}.
 *
 * @param actor who cancelled the course, and so each enrollment in it
 * @param enrollments that there were at the request
 * @param finishedAt null: there are enrollments left
 */
record CourseCancellation(
    CourseId courseId,
    Instant requestedAt,
    Actor actor,
    String reason,
    int enrollments,
    @Nullable Instant finishedAt) {}
