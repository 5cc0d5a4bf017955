package io.sugang.catalog.course;

import io.sugang.catalog.course.DepartmentController.DepartmentView;
import io.sugang.platform.ids.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Component;

/** The statements that read all courses with all that a search compares. */
@Component
class CourseIndexRows {
  private static final Pattern SECTION_IN_TITLE = Pattern.compile("\\((\\d+)분반\\)$");
  private static final String MEETINGS =
      "SELECT course_id, weekday, start_minute, end_minute, room FROM meeting"
          + " ORDER BY course_id, weekday, start_minute";
  private static final String COURSES =
      "SELECT c.course_id, c.title, c.department, p.name, c.credits, s.code, c.section_no,"
          + " d.aliases, c.term_id, c.subject_id, d.department_id, s.title_en, s.classification,"
          + " s.counts_toward_limit, c.language, c.remark, a.name, NULLIF(c.status, 'OPEN')"
          + " FROM course c JOIN professor p ON p.professor_id = c.professor_id"
          + " LEFT JOIN subject s ON s.subject_id = c.subject_id"
          + " LEFT JOIN audience a ON a.audience_id = c.audience_id"
          + " LEFT JOIN department d ON d.name_ko = c.department WHERE c.course_id < ? AND c.pool_of IS NULL";
  private static final String DEMAND =
      "SELECT course_id, COUNT(*) FROM basket_item WHERE kind = 'WANTED' GROUP BY course_id";
  private static final String DEPARTMENTS =
      "SELECT department_id, college, name_ko, name_en, aliases FROM department"
          + " ORDER BY college, name_ko";

  // The same in all instances.
  private static final String CHANGES =
      "SELECT (SELECT COALESCE(BIT_XOR(CRC32(CONCAT_WS('|', window_id, term_id, phase, audience_id,"
          + " opens_at, closes_at, actions))), 0) FROM registration_window),"
          + " (SELECT COALESCE(MAX(notice_id), 0) FROM notice)";

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
    Map<Long, Integer> demand = new HashMap<>();
    jdbc.query(DEMAND, (RowCallbackHandler) row -> demand.put(row.getLong(1), row.getInt(2)));
    SortedMap<Long, IndexedCourse> courses = new TreeMap<>();
    jdbc.query(
        COURSES,
        (RowCallbackHandler)
            row ->
                courses.put(
                    row.getLong(1),
                    course(row, meetings.get(row.getLong(1)), demand.get(row.getLong(1)))),
        Ids.RESERVED_FROM);
    return courses;
  }

  /** Reads what tells whether windows or notices changed. */
  DeskChanges changes() {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            CHANGES, (row, n) -> new DeskChanges(row.getString(1), row.getString(2))));
  }

  /** Reads all departments. */
  List<DepartmentView> departments() {
    return jdbc.query(
        DEPARTMENTS,
        (row, n) ->
            new DepartmentView(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                Stream.of(row.getString(5).split(",")).filter(name -> !name.isBlank()).toList()));
  }

  private static IndexedCourse course(
      ResultSet row, @Nullable List<CourseMeeting> meetings, @Nullable Integer demand)
      throws SQLException {
    String title = row.getString(2);
    String department = row.getString(3);
    String professor = row.getString(4);
    String code = row.getString(6);
    String section = row.getString(7);
    String numbered = code == null || section == null ? code : code + "-" + section;
    CourseView view =
        new CourseView(
            row.getLong(1),
            title,
            department,
            professor,
            row.getInt(5),
            0,
            0,
            code,
            section,
            meetings,
            row.getObject(9, Long.class),
            row.getObject(10, Long.class),
            row.getObject(11, Long.class),
            row.getString(12),
            row.getString(13),
            row.getObject(14, Boolean.class),
            row.getString(15),
            row.getString(16),
            row.getString(17),
            row.getString(18),
            null,
            demand);
    List<String> departmentNames = names(department, row.getString(8));
    return new IndexedCourse(
        view,
        Stream.concat(
                Stream.of(title, name(title, section), view.titleEn(), professor, numbered)
                    .filter(Objects::nonNull)
                    .map(SearchText::of),
                departmentNames.stream())
            .distinct()
            .toList(),
        departmentNames);
  }

  // As the page shows it: 대학영어 (01).
  private static String name(String title, @Nullable String section) {
    Matcher part = SECTION_IN_TITLE.matcher(title);
    return part.find()
        ? part.replaceFirst("($1)")
        : section == null ? title : title + "(" + section + ")";
  }

  private static List<String> names(String department, @Nullable String aliases) {
    return Stream.concat(
            Stream.of(department), aliases == null ? Stream.of() : Stream.of(aliases.split(",")))
        .map(SearchText::of)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
