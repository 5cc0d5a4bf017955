package io.sugang.course;

import io.sugang.id.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Component;

/** The statements that read all courses with all that a search compares. */
@Component
class CourseIndexRows {
  private static final String MEETINGS =
      "SELECT course_id, weekday, start_minute, end_minute, room FROM meeting"
          + " ORDER BY course_id, weekday, start_minute";
  private static final String COURSES =
      "SELECT c.course_id, c.title, c.department, p.name, c.credits, s.code, c.section_no,"
          + " d.aliases FROM course c JOIN professor p ON p.professor_id = c.professor_id"
          + " LEFT JOIN subject s ON s.subject_id = c.subject_id"
          + " LEFT JOIN department d ON d.name_ko = c.department WHERE c.course_id < ? AND c.pool_of IS NULL";

  private final JdbcTemplate jdbc;

  CourseIndexRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Reads the courses by id.
   *
   * @throws org.springframework.dao.DataAccessException when MySQL does not answer
   */
  SortedMap<Long, IndexedCourse> read() {
    Map<Long, List<CourseMeeting>> meetings = new HashMap<>();
    jdbc.query(
        MEETINGS,
        (RowCallbackHandler)
            row ->
                meetings
                    .computeIfAbsent(row.getLong(1), course -> new ArrayList<>())
                    .add(
                        new CourseMeeting(
                            row.getInt(2), row.getInt(3), row.getInt(4), row.getString(5))));
    SortedMap<Long, IndexedCourse> courses = new TreeMap<>();
    jdbc.query(
        COURSES,
        (RowCallbackHandler)
            row ->
                courses.put(
                    row.getLong(1), course(row, meetings.getOrDefault(row.getLong(1), List.of()))),
        Ids.RESERVED_FROM);
    return courses;
  }

  private static IndexedCourse course(ResultSet row, List<CourseMeeting> meetings)
      throws SQLException {
    String title = row.getString(2);
    String department = row.getString(3);
    String professor = row.getString(4);
    String code = row.getString(6);
    String section = row.getString(7);
    String numbered = code == null || section == null ? code : code + "-" + section;
    return new IndexedCourse(
        row.getLong(1),
        title,
        department,
        professor,
        row.getInt(5),
        code,
        section,
        meetings,
        Stream.of(title, professor, numbered == null ? "" : numbered).map(SearchText::of).toList(),
        names(department, row.getString(8)));
  }

  private static List<String> names(String department, @Nullable String aliases) {
    return Stream.concat(
            Stream.of(department), aliases == null ? Stream.of() : Stream.of(aliases.split(",")))
        .map(SearchText::of)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
