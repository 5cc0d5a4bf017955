package io.sugang.catalog.course;

import java.util.List;

/** A part of the list of courses. */
record CoursePage(
    List<CourseView> content, int page, int size, long totalElements, int totalPages) {}
