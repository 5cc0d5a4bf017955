package io.sugang.catalog.course;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a list of courses is about; null stands for any.
 *
 * @param department name or alias of the department, as {@link SearchText} has it
 * @param text part of the title, the professor, or the code with the section, as {@link SearchText}
 *     has it
 * @param free times that all meetings lie in; a course without a meeting is not found
 * @param classification as the catalogue prints it
 * @param termId null: of all terms but mock ones, unless {@code courseIds} names the courses
 */
record CourseQuery(
    @Nullable String department,
    @Nullable String text,
    @Nullable FreeTime free,
    boolean seatsLeft,
    @Nullable String classification,
    @Nullable String section,
    @Nullable Long termId,
    @Nullable Set<Long> courseIds) {

  boolean matches(IndexedCourse course) {
    CourseView view = course.view();
    return (department == null || course.departmentNames().contains(department))
        && (classification == null || classification.equals(view.classification()))
        && (section == null || section.equals(view.section()))
        && (termId == null && courseIds != null || course.isListed(termId))
        && (courseIds == null || courseIds.contains(view.courseId()))
        && (text == null || course.texts().stream().anyMatch(of -> SearchText.contains(of, text)))
        && (free == null
            || !course.meetings().isEmpty() && course.meetings().stream().allMatch(free::includes));
  }
}
