package io.sugang.enrollment.notice;

import io.sugang.platform.clock.SharedClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The notices of a student in MySQL. */
@Component
class OwnNotices {
  /** Notices of an answer, at most. */
  static final int PAGE = 50;

  private static final String READ =
      "SELECT notice_id, kind, at, course_id, course, text, read_at FROM notice"
          + " FORCE INDEX (ix_notice_student) WHERE student_id = ? AND notice_id < ?"
          + " ORDER BY notice_id DESC LIMIT "
          + (PAGE + 1);
  private static final String UNREAD =
      "SELECT COUNT(*) FROM notice FORCE INDEX (ix_notice_student)"
          + " WHERE student_id = ? AND read_at IS NULL";
  // The first time counts.
  private static final String MARK =
      "UPDATE notice SET read_at = COALESCE(read_at, ?) WHERE notice_id = ? AND student_id = ?";

  private final JdbcTemplate jdbc;
  private final SharedClock clock;

  OwnNotices(JdbcTemplate jdbc, SharedClock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /**
   * A notice as its student reads it.
   *
   * @param kind as the table has it, which may be of a newer version
   */
  record NoticeRow(
      long noticeId,
      String kind,
      Instant at,
      @Nullable Long courseId,
      @Nullable String course,
      @Nullable String text,
      @Nullable Instant readAt) {}

  /**
   * Returns the notices below an id, newest first, and one more than a page has where more follow.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  List<NoticeRow> below(long studentId, long firstExcluded) {
    return jdbc.query(READ, (row, n) -> noticeRow(row), studentId, firstExcluded);
  }

  /** Returns how many notices of a student are unread. */
  long unread(long studentId) {
    return Objects.requireNonNull(jdbc.queryForObject(UNREAD, Long.class, studentId));
  }

  /** Marks a notice as read, and returns whether the student has it. */
  boolean markRead(long studentId, long noticeId) {
    // The driver counts rows that were found.
    LocalDateTime now = LocalDateTime.ofInstant(clock.now(), ZoneOffset.UTC);
    return jdbc.update(MARK, now, noticeId, studentId) == 1;
  }

  private static NoticeRow noticeRow(ResultSet row) throws SQLException {
    return new NoticeRow(
        row.getLong(1),
        row.getString(2),
        Objects.requireNonNull(instant(row, 3)),
        row.getObject(4, Long.class),
        row.getString(5),
        row.getString(6),
        instant(row, 7));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = row.getObject(column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }
}
