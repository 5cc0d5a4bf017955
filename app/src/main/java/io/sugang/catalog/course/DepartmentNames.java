package io.sugang.catalog.course;

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

  private final Map<Key, Set<String>> byName = new HashMap<>();
  private final Map<Key, Set<String>> byAlias = new HashMap<>();

  DepartmentNames(Collection<IndexedCourse> courses) {
    Map<String, String> ownNames = new HashMap<>();
    for (IndexedCourse course : courses) {
      String ownName = ownNames.computeIfAbsent(course.view().department(), SearchText::of);
      if (course.isListed(null)) {
        add(null, course, ownName);
      }
      Long termId = course.view().termId();
      if (termId != null) {
        add(termId, course, ownName);
      }
    }
  }

  private void add(@Nullable Long termId, IndexedCourse course, String ownName) {
    for (String name : course.departmentNames()) {
      (name.equals(ownName) ? byName : byAlias)
          .computeIfAbsent(new Key(termId, name), key -> new LinkedHashSet<>())
          .add(course.view().department());
    }
  }

  /**
   * Returns the department with this name. Otherwise returns one with another spelling of the name,
   * and then one with this alias.
   *
   * @param termId null: of all terms but mock ones
   * @return null where no department with courses has the name
   */
  @Nullable String find(String department, @Nullable Long termId) {
    Key key = new Key(termId, SearchText.of(department));
    Set<String> named = byName.get(key);
    Set<String> alike = named == null ? byAlias.get(key) : named;
    if (alike == null || alike.contains(department)) {
      return alike == null ? null : department;
    }
    return alike.iterator().next();
  }
}
