package io.sugang.registrar.override;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.WaivedRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The statements that read overrides. */
@Component
class OverrideRows {
  static final int MOST_OWN = 100;

  // In this order of tables: otherwise MySQL may begin with a small table and read all of it.
  private static final String ENTRIES =
      "SELECT STRAIGHT_JOIN o.override_id, o.student_id, s.student_number, s.name, o.course_id,"
          + " c.title, c.department, o.lifts, o.request_text, o.state, o.requested_at, o.decided_at,"
          + " f.name, o.reason, o.expires_at, o.confirmed_at, o.enrollment_id FROM override o"
          + " JOIN student s ON s.student_id = o.student_id"
          + " JOIN course c ON c.course_id = o.course_id"
          + " LEFT JOIN staff f ON f.staff_id = o.decided_by WHERE ";
  private static final String BY_ID = ENTRIES + "o.override_id = ?";
  private static final String OF_STUDENT =
      ENTRIES + "o.student_id = ? ORDER BY o.override_id DESC LIMIT " + MOST_OWN;

  private final JdbcTemplate jdbc;

  OverrideRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What a list has.
   *
   * @param state null: any
   * @param after id of the last override of the page before; null: the first page
   */
  record OverrideQuery(
      @Nullable OverrideState state,
      @Nullable Long courseId,
      @Nullable Long studentId,
      @Nullable String department,
      @Nullable Long after,
      int size) {
    /** Requests are answered in their order; of all others the newest come first. */
    boolean isOldestFirst() {
      return state == OverrideState.REQUESTED;
    }
  }

  /**
   * Returns an override.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  Optional<OverrideEntry> find(long overrideId) {
    return jdbc.query(BY_ID, (row, n) -> entry(row), overrideId).stream().findFirst();
  }

  /** Returns the newest overrides of a student, at most {@value #MOST_OWN}. */
  List<OverrideEntry> ofStudent(StudentId studentId) {
    return jdbc.query(OF_STUDENT, (row, n) -> entry(row), studentId.value());
  }

  /** Returns one entry more than a page has, where there is one. */
  List<OverrideEntry> list(OverrideQuery query, Instant now) {
    StringBuilder sql = new StringBuilder(ENTRIES);
    List<Object> values = new ArrayList<>();
    sql.append("o.override_id ").append(query.isOldestFirst() ? ">" : "<").append(" ?");
    values.add(
        query.after != null ? query.after : query.isOldestFirst() ? 0L : (Object) Long.MAX_VALUE);
    switch (query.state) {
      case null -> {}
      case GRANTED -> {
        sql.append(" AND o.state = 'GRANTED' AND o.expires_at > ?");
        values.add(utc(now));
      }
      case EXPIRED -> {
        sql.append(
            " AND o.state IN ('EXPIRED', 'GRANTED') AND NOT (o.state = 'GRANTED' AND o.expires_at > ?)");
        values.add(utc(now));
      }
      default -> {
        sql.append(" AND o.state = ?");
        values.add(query.state.name());
      }
    }
    if (query.courseId != null) {
      sql.append(" AND o.course_id = ?");
      values.add(query.courseId);
    }
    if (query.studentId != null) {
      sql.append(" AND o.student_id = ?");
      values.add(query.studentId);
    }
    if (query.department != null) {
      sql.append(" AND c.department = ?");
      values.add(query.department);
    }
    sql.append(" ORDER BY o.override_id ").append(query.isOldestFirst() ? "ASC" : "DESC");
    sql.append(" LIMIT ?");
    values.add(query.size + 1);
    return jdbc.query(sql.toString(), (row, n) -> entry(row), values.toArray());
  }

  private static OverrideEntry entry(ResultSet row) throws SQLException {
    return new OverrideEntry(
        row.getLong(1),
        new StudentId(row.getLong(2)),
        row.getString(3),
        row.getString(4),
        new CourseId(row.getLong(5)),
        row.getString(6),
        row.getString(7),
        WaivedRule.of(row.getString(8)),
        row.getString(9),
        OverrideState.valueOf(row.getString(10)),
        Objects.requireNonNull(instant(row, 11)),
        instant(row, 12),
        row.getString(13),
        row.getString(14),
        instant(row, 15),
        instant(row, 16),
        row.getObject(17, Long.class));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = row.getObject(column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }

  static LocalDateTime utc(Instant time) {
    return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
  }
}
