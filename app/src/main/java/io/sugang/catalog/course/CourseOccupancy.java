package io.sugang.catalog.course;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.rules.plan.CourseStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How full a course is, with all its pools.
 *
 * @param section null for a course without one
 * @param capacity all seats
 * @param taken seats with an enrollment
 */
@Schema(name = "CourseFill")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CourseOccupancy(
    long courseId,
    String title,
    @Nullable String section,
    String department,
    CourseStatus status,
    int capacity,
    int taken) {}
