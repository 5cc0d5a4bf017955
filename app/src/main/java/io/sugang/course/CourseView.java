package io.sugang.course;

import io.swagger.v3.oas.annotations.media.Schema;

/** A course in the API. */
@Schema(name = "Course")
record CourseView(
    long courseId,
    String title,
    String department,
    String professor,
    int credits,
    int capacity,
    @Schema(description = "Seats that are free at this moment") int remaining) {}
