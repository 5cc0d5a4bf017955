package io.sugang.registrar.desk;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.CourseId;
import io.sugang.seats.ledger.DeskTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The statements on {@code course_cancellation}. */
@Component
class CancellationRows {
  private static final String ROWS =
      "SELECT course_id, requested_at, role, staff_id, session_id, reason, enrollments, finished_at"
          + " FROM course_cancellation ";
  private static final String ONE = ROWS + "WHERE course_id = ?";
  private static final String OPEN =
      ROWS + "FORCE INDEX (ix_course_cancellation_finished) WHERE finished_at IS NULL LIMIT 100";
  private static final String INSERT =
      "INSERT INTO course_cancellation (course_id, requested_at, role, staff_id, session_id, reason,"
          + " enrollments) VALUES (?, ?, ?, ?, ?, ?, ?)";
  private static final String LEASE =
      "UPDATE course_cancellation SET instance = ?, leased_until = ? WHERE course_id = ?"
          + " AND finished_at IS NULL"
          + " AND (instance IS NULL OR instance = ? OR leased_until < ?)";
  private static final String FINISH =
      "UPDATE course_cancellation SET finished_at = ? WHERE course_id = ?";

  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;

  CancellationRows(JdbcTemplate reads, DeskTransactions transactions) {
    this.reads = reads;
    this.jdbc = transactions.jdbc();
  }

  @Nullable CourseCancellation find(CourseId courseId) {
    return find(reads, courseId);
  }

  /** Returns the row of a course on the connection of the transaction. */
  @Nullable CourseCancellation findInTransaction(CourseId courseId) {
    return find(jdbc, courseId);
  }

  private static @Nullable CourseCancellation find(JdbcTemplate of, CourseId courseId) {
    return of.query(ONE, (row, n) -> cancellation(row), courseId.value()).stream()
        .findFirst()
        .orElse(null);
  }

  /** Returns those that have enrollments left. */
  List<CourseCancellation> open() {
    return reads.query(OPEN, (row, n) -> cancellation(row));
  }

  /** Inserts a row, in a transaction of the desk. */
  void insert(CourseCancellation row) {
    jdbc.update(
        INSERT,
        row.courseId().value(),
        utc(row.requestedAt()),
        row.actor().role(),
        row.actor().id(),
        row.actor().session(),
        row.reason(),
        row.enrollments());
  }

  /** Takes the lease or prolongs it, in a transaction of the desk; returns whether it is held. */
  boolean lease(CourseId courseId, long instance, Instant now, Duration lease) {
    return jdbc.update(LEASE, instance, utc(now.plus(lease)), courseId.value(), instance, utc(now))
        == 1;
  }

  /** Ends one, in a transaction of the desk. */
  void finish(CourseId courseId, Instant now) {
    jdbc.update(FINISH, utc(now), courseId.value());
  }

  private static CourseCancellation cancellation(ResultSet row) throws SQLException {
    return new CourseCancellation(
        new CourseId(row.getLong(1)),
        Objects.requireNonNull(instant(row, 2)),
        new Actor(row.getString(3), row.getLong(4), row.getLong(5)),
        row.getString(6),
        row.getInt(7),
        instant(row, 8));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = row.getObject(column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
