package io.sugang.catalog.course;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a list of courses is about; null stands for any.
 *
 * @param department name or alias of the department, as {@link SearchText} has it
 * @param words of the title, the professor, the code with the section, or the department
 * @param free times that all meetings lie in; a course without a meeting is not found
 * @param classification as the catalogue prints it
 * @param termId null: of all terms but mock ones, unless {@code courseIds} names the courses
 */
record CourseQuery(
    @Nullable String department,
    @Nullable SearchWords words,
    @Nullable FreeTime free,
    boolean seatsLeft,
    @Nullable String classification,
    @Nullable String section,
    @Nullable Long termId,
    @Nullable Set<Long> courseIds) {

  /** Returns whether a course fits, with all that was typed as a part of one text. */
  boolean matches(IndexedCourse course) {
    return (words == null || words.isPartOfOne(course.texts())) && fits(course);
  }

  /** Returns whether a course fits, with each typed word as a part of some text. */
  boolean matchesInWords(IndexedCourse course) {
    return words != null && words.arePartsOfSome(course.texts()) && fits(course);
  }

  private boolean fits(IndexedCourse course) {
    CourseView view = course.view();
    return (department == null || course.departmentNames().contains(department))
        && (classification == null || classification.equals(view.classification()))
        && (section == null || section.equals(view.section()))
        && (termId == null && courseIds != null || course.isListed(termId))
        && (courseIds == null || courseIds.contains(view.courseId()))
        && (free == null
            || !course.meetings().isEmpty() && course.meetings().stream().allMatch(free::includes));
  }
}
