package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DepartmentNamesTests {
  private static final long SPRING = 20_271;
  private static final long MOCK = 1_000_000_001L;

  private static IndexedCourse course(
      long id, String department, @Nullable Long term, String... aliases) {
    CourseView view =
        new CourseView(
            id,
            "Course",
            department,
            "Professor",
            3,
            50,
            50,
            null,
            null,
            null,
            term,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    List<String> names =
        Stream.concat(Stream.of(department), Stream.of(aliases)).map(SearchText::of).toList();
    return new IndexedCourse(view, List.of(), names);
  }

  private final List<IndexedCourse> courses =
      new ArrayList<>(
          List.of(
              course(1, "Applied Physics", SPRING, "physics"),
              course(2, "Physics", SPRING),
              course(3, "Law", null),
              course(4, "Trial", MOCK)));

  @Test
  void theNameItselfComesBeforeAnAlias() {
    DepartmentNames names = new DepartmentNames(courses);
    assertThat(names.find("Physics", SPRING)).isEqualTo("Physics");
    assertThat(names.find("PHYSICS ", SPRING)).isEqualTo("Physics");
    assertThat(names.find("applied physics", null)).isEqualTo("Applied Physics");
  }

  @Test
  void anAliasIsFoundWhereNoDepartmentHasTheName() {
    courses.remove(1);
    DepartmentNames names = new DepartmentNames(courses);
    assertThat(names.find("PHYSICS ", SPRING)).isEqualTo("Applied Physics");
  }

  @Test
  void aDepartmentIsFoundInTheTermsOfItsCourses() {
    DepartmentNames names = new DepartmentNames(courses);
    assertThat(names.find("Law", null)).isEqualTo("Law");
    assertThat(names.find("Law", SPRING)).isNull();
    assertThat(names.find("Trial", MOCK)).isEqualTo("Trial");
    assertThat(names.find("Trial", null)).isNull();
    assertThat(names.find("none", null)).isNull();
  }

  @Test
  void nothingIsSearchedForAnUnknownName() {
    DepartmentNames names = new DepartmentNames(courses);
    courses.clear();
    assertThat(names.find("none", SPRING)).isNull();
    assertThat(names.find("physics", SPRING)).isEqualTo("Physics");
  }
}
