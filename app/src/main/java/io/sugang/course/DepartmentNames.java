package io.sugang.course;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The departments of courses by their names and aliases. A look at all courses is a search, so it
 * happens once in each reading of them, and an unknown name costs one look-up.
 */
final class DepartmentNames {
  /**
   * A name in a term.
   *
   * @param termId null: in all terms but mock ones
   * @param name as {@link SearchText} has it
   */
  private record Key(@Nullable Long termId, String name) {}

  private final Map<Key, Set<String>> departments = new HashMap<>();

  DepartmentNames(Collection<IndexedCourse> courses) {
    for (IndexedCourse course : courses) {
      if (course.isListed(null)) {
        add(null, course);
      }
      Long termId = course.view().termId();
      if (termId != null) {
        add(termId, course);
      }
    }
  }

  private void add(@Nullable Long termId, IndexedCourse course) {
    for (String name : course.departmentNames()) {
      departments
          .computeIfAbsent(new Key(termId, name), key -> new LinkedHashSet<>())
          .add(course.view().department());
    }
  }

  /**
   * Returns the department with this name, otherwise one with this alias or another spelling of it.
   *
   * @param termId null: of all terms but mock ones
   * @return null where no department with courses has the name
   */
  @Nullable String find(String department, @Nullable Long termId) {
    Set<String> alike = departments.get(new Key(termId, SearchText.of(department)));
    if (alike == null || alike.contains(department)) {
      return alike == null ? null : department;
    }
    return alike.iterator().next();
  }
}
