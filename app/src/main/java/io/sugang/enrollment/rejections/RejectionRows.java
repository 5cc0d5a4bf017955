package io.sugang.enrollment.rejections;

import io.sugang.enrollment.rejections.KeptRejections.Counted;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.StudentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The statements on the table {@code rejection}. */
@Component
public class RejectionRows {
  static final int MOST_OF_A_STUDENT = 200;

  private static final String INSERT =
      "INSERT INTO rejection (student_id, course_id, code, times, first_at, last_at) VALUES";
  private static final String ADD =
      " AS added ON DUPLICATE KEY UPDATE times = rejection.times + added.times,"
          + " first_at = LEAST(rejection.first_at, added.first_at),"
          + " last_at = GREATEST(rejection.last_at, added.last_at)";
  private static final int LONGEST_ROW = 140;
  private static final String OF_STUDENT =
      "SELECT r.course_id, c.title, s.code, c.section_no, r.code, r.times, r.first_at, r.last_at"
          + " FROM rejection r JOIN course c ON c.course_id = r.course_id"
          + " LEFT JOIN subject s ON s.subject_id = c.subject_id"
          + " WHERE r.student_id = ? AND r.course_id < ?"
          + " ORDER BY r.last_at DESC, r.course_id, r.code LIMIT "
          + MOST_OF_A_STUDENT;

  private final JdbcTemplate jdbc;

  RejectionRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Adds to the rows, by one statement; none for no row.
   *
   * <p>The values are part of the text, as those of events are: they are numbers, times and names
   * of constants.
   *
   * @param added in the order of their keys
   * @throws DataAccessException when MySQL does not take them
   */
  void add(List<Counted> added) {
    if (added.isEmpty()) {
      return;
    }
    StringBuilder sql =
        new StringBuilder(INSERT.length() + ADD.length() + LONGEST_ROW * added.size());
    sql.append(INSERT);
    char before = ' ';
    for (Counted one : added) {
      sql.append(before)
          .append('(')
          .append(one.key().studentId())
          .append(',')
          .append(one.key().courseId())
          .append(",'")
          .append(one.key().reason().code())
          .append("',")
          .append(one.count().times())
          .append(",'")
          .append(utc(one.count().firstMillis()))
          .append("','")
          .append(utc(one.count().lastMillis()))
          .append("')");
      before = ',';
    }
    jdbc.update(sql.append(ADD).toString());
  }

  /**
   * Returns why a student got no seat, the newest first, at most {@value #MOST_OF_A_STUDENT}
   * reasons; those of mock terms are left out.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  public List<CourseRejection> of(StudentId studentId) {
    return jdbc.query(
        OF_STUDENT, (row, n) -> rejection(row), studentId.value(), MockIds.FIRST_COURSE);
  }

  private static CourseRejection rejection(ResultSet row) throws SQLException {
    return new CourseRejection(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getLong(6),
        instant(row, 7),
        instant(row, 8));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  private static LocalDateTime utc(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }
}
