package io.sugang.registrar.desk;

import io.sugang.audit.LoggedEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Component;

/** Reads what the ids in events are called today. */
@Component
class AuditNames {
  private static final int AT_ONCE = 64;
  private static final String STUDENTS =
      "SELECT student_id, student_number, name FROM student WHERE student_id IN (%s)";
  private static final String COURSES =
      "SELECT c.course_id, c.title, s.code, c.section_no FROM course c"
          + " LEFT JOIN subject s ON s.subject_id = c.subject_id WHERE c.course_id IN (%s)";
  private static final String STAFF = "SELECT staff_id, name FROM staff WHERE staff_id IN (%s)";

  private final JdbcTemplate jdbc;

  AuditNames(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** A student as people know one. */
  record NamedStudent(String number, String name) {}

  /**
   * A course as people know one.
   *
   * @param code of the subject and the section, like 4190.101-001; null where it has none
   */
  record NamedCourse(String title, @Nullable String code) {}

  /** Names by id; what is gone has none. */
  record Names(
      Map<Long, NamedStudent> students, Map<Long, NamedCourse> courses, Map<Long, String> staff) {}

  Names of(List<LoggedEvent> events) {
    Map<Long, NamedStudent> students = new HashMap<>();
    Set<Long> studentIds = ids(events, LoggedEvent::studentId);
    studentIds.addAll(ids(events, event -> AuditActor.of(event.actor()).studentId()));
    read(
        STUDENTS,
        studentIds,
        row -> students.put(row.getLong(1), new NamedStudent(row.getString(2), row.getString(3))));
    Map<Long, NamedCourse> courses = new HashMap<>();
    read(
        COURSES,
        ids(events, LoggedEvent::courseId),
        row -> {
          String code = row.getString(3);
          String section = row.getString(4);
          courses.put(
              row.getLong(1),
              new NamedCourse(
                  row.getString(2), code == null || section == null ? code : code + "-" + section));
        });
    Map<Long, String> staff = new HashMap<>();
    read(
        STAFF,
        ids(events, event -> AuditActor.of(event.actor()).staffId()),
        row -> staff.put(row.getLong(1), row.getString(2)));
    return new Names(students, courses, staff);
  }

  private static Set<Long> ids(
      List<LoggedEvent> events, Function<LoggedEvent, @Nullable Long> idOf) {
    return events.stream().map(idOf).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  // As many placeholders as a power of two: few statements to prepare. The last id fills up.
  private void read(String statement, Collection<Long> ids, RowCallbackHandler each) {
    List<Long> all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<Long> some = new ArrayList<>(all.subList(from, Math.min(from + AT_ONCE, all.size())));
      int width = Integer.highestOneBit(some.size() * 2 - 1);
      some.addAll(Collections.nCopies(width - some.size(), some.getLast()));
      jdbc.query(
          statement.formatted(String.join(",", Collections.nCopies(width, "?"))),
          each,
          some.toArray());
    }
  }
}
