package io.sugang.course;

import org.jspecify.annotations.Nullable;

/**
 * What a list of courses is about; null stands for any.
 *
 * @param department name or alias of the department, as {@link SearchText} has it
 * @param text part of the title, the professor, or the code with the section, as {@link SearchText}
 *     has it
 * @param free times that all meetings lie in; a course without a meeting is not found
 */
record CourseQuery(
    @Nullable String department,
    @Nullable String text,
    @Nullable FreeTime free,
    boolean seatsLeft) {

  boolean matches(IndexedCourse course) {
    return (department == null || course.departmentNames().contains(department))
        && (text == null || course.texts().stream().anyMatch(of -> SearchText.contains(of, text)))
        && (free == null
            || !course.meetings().isEmpty() && course.meetings().stream().allMatch(free::includes));
  }
}
