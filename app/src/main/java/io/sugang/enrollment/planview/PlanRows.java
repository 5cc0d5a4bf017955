package io.sugang.enrollment.planview;

import io.sugang.enrollment.planview.PlanView.HeldCourse;
import io.sugang.enrollment.planview.PlanView.Meeting;
import io.sugang.enrollment.planview.PlanView.TermView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.stereotype.Component;

/**
 * A plan in MySQL, read by two statements: its term, and its courses with their meetings. A plan is
 * never cached, so it shows every enrollment that was answered before.
 */
@Component
public class PlanRows {
  private static final String TERM =
      "SELECT t.term_id, t.year, t.season, t.kind, t.starts_on, t.ends_on, s.credit_limit"
          + " FROM student_term s FORCE INDEX (PRIMARY)"
          + " JOIN term t ON t.term_id = s.term_id"
          + " WHERE s.student_id = ? AND COALESCE(s.term_id = ?, TRUE) ORDER BY t.kind = 'REGULAR' DESC, t.term_id DESC LIMIT 1";
  private static final String COURSES =
      "SELECT /*+ JOIN_PREFIX(e) */ e.enrollment_id, e.enrolled_at, c.course_id, s.code,"
          + " c.section_no, c.title, p.name, c.credits, COALESCE(s.counts_toward_limit, TRUE),"
          + " m.weekday, m.start_minute, m.end_minute, m.room,"
          + " c.department, d.department_id, s.subject_id, s.title_en, s.classification"
          + " FROM enrollment e FORCE INDEX (ix_enrollment_plan)"
          + " JOIN course seat ON seat.course_id = e.course_id"
          + " JOIN course c ON c.course_id = COALESCE(seat.pool_of, seat.course_id)"
          + " JOIN professor p ON p.professor_id = c.professor_id"
          + " LEFT JOIN subject s ON s.subject_id = c.subject_id"
          + " LEFT JOIN department d ON d.name_ko = c.department"
          + " LEFT JOIN meeting m ON m.course_id = c.course_id"
          + " WHERE e.student_id = ? AND COALESCE(c.term_id = ?, TRUE)"
          + " ORDER BY e.enrolled_at, e.enrollment_id, m.weekday, m.start_minute";

  private final JdbcTemplate jdbc;

  PlanRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  private record Registration(TermView term, int creditLimit) {}

  /**
   * Reads the plan of a student who exists.
   *
   * @param termId null: the newest regular term in which the student is registered
   * @throws org.springframework.dao.DataAccessException when MySQL does not answer
   */
  public PlanView planOf(long studentId, @Nullable Long termId) {
    Registration registered =
        jdbc
            .query(
                TERM,
                (row, n) -> registration(row),
                studentId,
                new SqlParameterValue(Types.BIGINT, termId))
            .stream()
            .findFirst()
            .orElse(null);
    if (registered == null && termId != null) {
      return PlanView.of(studentId, null, null, List.of());
    }
    return registered == null
        ? PlanView.of(studentId, null, null, courses(studentId, null))
        : PlanView.of(
            studentId,
            registered.term,
            registered.creditLimit,
            courses(studentId, registered.term.termId()));
  }

  private static Registration registration(ResultSet row) throws SQLException {
    return new Registration(
        new TermView(
            row.getLong(1),
            row.getInt(2),
            row.getString(3),
            row.getString(4),
            row.getObject(5, LocalDate.class),
            row.getObject(6, LocalDate.class)),
        row.getInt(7));
  }

  private List<HeldCourse> courses(long studentId, @Nullable Long termId) {
    Map<Long, HeldCourse> courses = new LinkedHashMap<>();
    jdbc.query(
        COURSES,
        (RowCallbackHandler)
            row -> {
              HeldCourse course = courses.get(row.getLong(3));
              if (course == null) {
                course = course(row);
                courses.put(course.courseId(), course);
              }
              int weekday = row.getInt(10);
              // Without meetings the join has one row without a weekday.
              if (!row.wasNull()) {
                course
                    .meetings()
                    .add(new Meeting(weekday, row.getInt(11), row.getInt(12), row.getString(13)));
              }
            },
        studentId,
        // With its type, because JDBC asks the server for the type of a null without one.
        new SqlParameterValue(Types.BIGINT, termId));
    return List.copyOf(courses.values());
  }

  private static HeldCourse course(ResultSet row) throws SQLException {
    return new HeldCourse(
        row.getLong(1),
        row.getObject(2, LocalDateTime.class).toInstant(ZoneOffset.UTC),
        row.getLong(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getInt(8),
        row.getBoolean(9),
        new ArrayList<>(),
        row.getString(14),
        row.getObject(15, Long.class),
        row.getObject(16, Long.class),
        row.getString(17),
        row.getString(18));
  }
}
