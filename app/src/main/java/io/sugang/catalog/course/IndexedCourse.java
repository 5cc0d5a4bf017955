package io.sugang.catalog.course;

import io.sugang.platform.ids.MockIds;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A course in memory, with the texts that a search compares.
 *
 * @param view what the API shows, but without seats
 * @param texts title, name with section, English title, professor, code with section, and names of
 *     the department, as {@link SearchText} has them
 * @param departmentNames name and aliases of the department, as {@link SearchText} has them
 */
record IndexedCourse(CourseView view, List<String> texts, List<String> departmentNames) {

  long courseId() {
    return view.courseId();
  }

  /** Returns whether it is of a term; for null: of any that is no mock term. */
  boolean isListed(@Nullable Long termId) {
    return termId == null ? !MockIds.isTerm(view.termId()) : termId.equals(view.termId());
  }

  List<CourseMeeting> meetings() {
    return Objects.requireNonNullElse(view.meetings(), List.of());
  }
}
