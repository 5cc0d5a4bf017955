package io.sugang.course;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A course in memory, with the texts that a search compares.
 *
 * @param texts title, professor, and code with section, as {@link SearchText} has them
 * @param departmentNames name and aliases of the department, as {@link SearchText} has them
 */
record IndexedCourse(
    long courseId,
    String title,
    String department,
    String professor,
    int credits,
    @Nullable String code,
    @Nullable String section,
    List<CourseMeeting> meetings,
    List<String> texts,
    List<String> departmentNames) {

  CourseView toView(int capacity, int remaining) {
    return new CourseView(
        courseId,
        title,
        department,
        professor,
        credits,
        capacity,
        remaining,
        code,
        section,
        meetings.isEmpty() ? null : meetings);
  }
}
