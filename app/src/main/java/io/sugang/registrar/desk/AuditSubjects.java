package io.sugang.registrar.desk;

import io.sugang.platform.ids.Ids;
import io.sugang.signin.StaffRole;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Finds whom and what a search in the audit means: a student by number or name, a course by code
 * and section, a member of the staff by name. The ids of the tables are understood too.
 */
@Component
class AuditSubjects {
  /** More students of one name are not searched for at once. */
  static final int MOST_OF_A_NAME = 1_000;

  private static final String BY_NUMBER = "SELECT student_id FROM student WHERE student_number = ?";
  private static final String STUDENT = "SELECT student_id FROM student WHERE student_id = ?";
  private static final String BY_NAME =
      "SELECT student_id FROM student WHERE name = ? LIMIT " + (MOST_OF_A_NAME + 1);
  private static final String COURSE = "SELECT course_id FROM course WHERE course_id = ?";
  private static final String SECTIONS =
      "SELECT c.course_id, c.section_no FROM subject s JOIN course c ON c.subject_id = s.subject_id"
          + " WHERE s.code = ?";
  private static final String STAFF = "SELECT staff_id FROM staff WHERE name = ?";

  private static final Pattern ID = Pattern.compile("(?:[a-z]+:)?([0-9]{1,16})");
  private static final Pattern CODE = Pattern.compile("[!-~]{1,16}");
  // Examples: `4190.101-001`, `4190.101 001`, `4190.101 (01)`, `4190.101 1분반`
  private static final Pattern CODE_AND_SECTION =
      Pattern.compile("([!-~]{1,16}?)(?:\\s*-\\s*|\\s*\\(|\\s+)([0-9A-Za-z]{1,8})\\)?(?:\\s*분반)?");
  private static final Pattern ACTOR =
      Pattern.compile("[a-z]+:[0-9]{1,16}|migration|import|operator");

  private final JdbcTemplate jdbc;

  AuditSubjects(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What a text means.
   *
   * @param values ids or actors; empty: nothing that is known
   * @param certain false: an id that the table has not, though events may have it
   */
  record Meant<T>(Set<T> values, boolean certain) {
    /** Returns whether there may be more than were read. */
    boolean isOfTooMany() {
      return values.size() > MOST_OF_A_NAME;
    }

    static <T> Meant<T> nothing() {
      return new Meant<>(Set.of(), true);
    }
  }

  /** Returns students by number, by name, or by id as {@code student:4711}. */
  Meant<Long> students(String text) {
    List<Long> found = text.startsWith("student:") ? List.of() : ids(BY_NUMBER, text);
    if (found.isEmpty()) {
      Long id = id(text, "student:");
      if (id != null) {
        return new Meant<>(Set.of(id), !ids(STUDENT, id).isEmpty());
      }
      found = ids(BY_NAME, text);
    }
    return new Meant<>(Set.copyOf(found), true);
  }

  /** Returns the courses of a code in all terms, with or without a section, or one by its id. */
  Meant<Long> courses(String text) {
    Set<Long> found = sections(text, null);
    if (found.isEmpty()) {
      Matcher parts = CODE_AND_SECTION.matcher(text);
      found = parts.matches() ? sections(parts.group(1), parts.group(2)) : found;
    }
    Long id = found.isEmpty() ? id(text, "course:") : null;
    return id == null
        ? new Meant<>(found, true)
        : new Meant<>(Set.of(id), !ids(COURSE, id).isEmpty());
  }

  /**
   * Returns actors by the name of a member of the staff or of a student, by a student's number, or
   * one as events have it, like {@code registrar:3}.
   */
  Meant<String> actors(String text) {
    if (ACTOR.matcher(text).matches()) {
      return new Meant<>(Set.of(text), true);
    }
    Set<String> actors = new HashSet<>();
    for (long staff : ids(STAFF, text)) {
      // The role may have been another one at that time.
      for (StaffRole role : StaffRole.values()) {
        actors.add(role.name().toLowerCase(Locale.ROOT) + ":" + staff);
      }
    }
    List<Long> students = ids(BY_NUMBER, text);
    Stream.concat(students.stream(), ids(BY_NAME, text).stream())
        .map(student -> "student:" + student)
        .forEach(actors::add);
    return new Meant<>(actors, true);
  }

  private Set<Long> sections(String code, @Nullable String section) {
    if (!CODE.matcher(code).matches()) {
      return Set.of();
    }
    List<Long> found = new ArrayList<>();
    for (String spelled : Stream.of(code, code.toUpperCase(Locale.ROOT)).distinct().toList()) {
      jdbc.query(
          SECTIONS,
          row -> {
            String of = row.getString(2);
            if (section == null || of != null && plain(section).equals(plain(of))) {
              found.add(row.getLong(1));
            }
          },
          spelled);
    }
    return Set.copyOf(found);
  }

  // 1, 01 and 001 are one section.
  private static String plain(String section) {
    return section.toUpperCase(Locale.ROOT).replaceFirst("^0+(?=.)", "");
  }

  private List<Long> ids(String statement, Object value) {
    return jdbc.query(statement, (row, n) -> row.getLong(1), value);
  }

  private static @Nullable Long id(String text, String prefix) {
    Matcher number = ID.matcher(text);
    if (!number.matches() || text.contains(":") && !text.startsWith(prefix)) {
      return null;
    }
    long id = Long.parseLong(number.group(1));
    return id >= Ids.MIN && id <= Ids.MAX ? id : null;
  }
}
