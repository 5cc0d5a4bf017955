package io.sugang.course;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A course in the API.
 *
 * @param code that of the subject; this and what follows is in lists only, for courses that have it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Course")
record CourseView(
    long courseId,
    String title,
    String department,
    String professor,
    int credits,
    int capacity,
    @Schema(description = "Seats that are free at this moment") int remaining,
    @Nullable String code,
    @Nullable String section,
    @Nullable List<CourseMeeting> meetings) {}
