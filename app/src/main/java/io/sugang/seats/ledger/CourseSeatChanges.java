package io.sugang.seats.ledger;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The statements by which the desk changes seats and status of courses. Those that change something
 * run in a transaction of {@link DeskTransactions}, behind {@link #lock}.
 */
@Component
public class CourseSeatChanges {
  // By the keys, each part: an OR of two columns would read the whole table.
  private static final String IDS =
      "SELECT course_id FROM course WHERE course_id = ? AND pool_of IS NULL"
          + " UNION ALL SELECT course_id FROM course FORCE INDEX (ix_course_pool) WHERE pool_of = ?";
  private static final String IDS_OF_A_RANGE =
      "SELECT course_id FROM course WHERE term_id = ? AND course_id BETWEEN ? AND ?"
          + " AND pool_of IS NULL UNION ALL SELECT course_id FROM course FORCE INDEX (ix_course_pool)"
          + " WHERE term_id = ? AND pool_of BETWEEN ? AND ?";
  private static final String LOCK =
      "SELECT course_id FROM course FORCE INDEX (PRIMARY) WHERE course_id IN (%s)"
          + " ORDER BY course_id FOR UPDATE";
  private static final String ROWS =
      "SELECT c.course_id, c.title, c.section_no, c.department, c.status, c.capacity, c.enrolled,"
          + " c.pool_of IS NOT NULL, a.name, c.merges_at FROM course c"
          + " LEFT JOIN audience a ON a.audience_id = c.audience_id"
          + " WHERE c.course_id IN (%s) ORDER BY c.pool_of IS NOT NULL, c.course_id";
  private static final String CAPACITY = "UPDATE course SET capacity = ? WHERE course_id = ?";
  private static final String STATUS = "UPDATE course SET status = ? WHERE course_id IN (%s)";
  private static final String WITHOUT_FREE =
      "UPDATE course SET capacity = enrolled WHERE course_id IN (%s)";
  private static final String CANCEL =
      "UPDATE course FORCE INDEX (PRIMARY) SET status = 'CANCELLED', capacity = enrolled"
          + " WHERE course_id IN (%s) ORDER BY course_id";
  private static final String WITHOUT_PORTIONS =
      "UPDATE seat_release FORCE INDEX (ix_seat_release_course) SET released_at = ?"
          + " WHERE course_id IN (%s) AND released_at IS NULL";
  private static final String ENROLLED =
      LedgerRows.COLUMNS
          + "FORCE INDEX (uk_enrollment_seat)"
          + " WHERE course_id = ? AND student_id > ? ORDER BY student_id LIMIT ?";

  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;

  CourseSeatChanges(JdbcTemplate reads, DeskTransactions transactions) {
    this.reads = reads;
    this.jdbc = transactions.jdbc();
  }

  /**
   * Returns the rows of a course, the course first and then its pools by id; empty for an unknown
   * course, and for a pool.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  public List<CourseSeatRow> read(CourseId courseId) {
    return rows(reads, ids(reads, courseId));
  }

  /**
   * Locks the rows of a course and of its pools, and returns them as {@link #read} does.
   *
   * @throws DataAccessException when MySQL does not answer, or a row stays locked
   */
  public List<CourseSeatRow> lock(CourseId courseId) {
    List<Long> ids = ids(jdbc, courseId);
    if (ids.isEmpty()) {
      return List.of();
    }
    lock(ids);
    return rows(jdbc, ids);
  }

  /**
   * Locks the rows of the courses of a term, by the range of their ids, and of their pools. What
   * several statements read of them is then of one instant.
   *
   * @throws DataAccessException when MySQL does not answer, or a row stays locked
   */
  public void lockRange(long termId, long first, long last) {
    List<Long> ids =
        jdbc.query(
            IDS_OF_A_RANGE, (row, n) -> row.getLong(1), termId, first, last, termId, first, last);
    if (!ids.isEmpty()) {
      lock(ids);
    }
  }

  private void lock(List<Long> ids) {
    jdbc.query(LOCK.formatted(placeholders(ids)), (row, n) -> row.getLong(1), ids.toArray());
  }

  private static List<Long> ids(JdbcTemplate of, CourseId courseId) {
    return of.query(IDS, (row, n) -> row.getLong(1), courseId.value(), courseId.value());
  }

  private static List<Long> ids(List<CourseSeatRow> rows) {
    return rows.stream().map(row -> row.seatsId().value()).toList();
  }

  private static List<CourseSeatRow> rows(JdbcTemplate of, List<Long> ids) {
    return ids.isEmpty()
        ? List.of()
        : of.query(ROWS.formatted(placeholders(ids)), (row, n) -> seatRow(row), ids.toArray());
  }

  private static CourseSeatRow seatRow(ResultSet row) throws SQLException {
    LocalDateTime merges = row.getObject(10, LocalDateTime.class);
    return new CourseSeatRow(
        new SeatsId(row.getLong(1)),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        CourseStatus.valueOf(row.getString(5)),
        row.getInt(6),
        row.getInt(7),
        row.getBoolean(8),
        row.getString(9),
        merges == null ? null : merges.toInstant(ZoneOffset.UTC));
  }

  /** Sets the capacity of a course or a pool, which its rows must not exceed. */
  public void setCapacity(SeatsId seatsId, int capacity) {
    jdbc.update(CAPACITY, capacity, seatsId.value());
  }

  /** Sets the status of a course and its pools. */
  public void setStatus(List<CourseSeatRow> rows, CourseStatus status) {
    List<Long> ids = ids(rows);
    jdbc.update(STATUS.formatted(placeholders(ids)), with(status.name(), ids));
  }

  /** Takes all free seats away, and those of portions to come. */
  public void takeFreeSeats(List<CourseSeatRow> rows, Instant now) {
    List<Long> ids = ids(rows);
    jdbc.update(WITHOUT_FREE.formatted(placeholders(ids)), ids.toArray());
    LocalDateTime utc = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
    jdbc.update(WITHOUT_PORTIONS.formatted(placeholders(ids)), with(utc, ids));
  }

  /**
   * Cancels courses and pools, and takes their free seats away, and those of portions to come. No
   * row is inserted in them afterwards.
   */
  public void cancel(List<SeatsId> seatsIds, Instant now) {
    List<Long> ids = seatsIds.stream().map(SeatsId::value).toList();
    jdbc.update(CANCEL.formatted(placeholders(ids)), ids.toArray());
    LocalDateTime utc = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
    jdbc.update(WITHOUT_PORTIONS.formatted(placeholders(ids)), with(utc, ids));
  }

  /**
   * Returns the first enrollments of a course or a pool in the order of the students.
   *
   * @param after id of a student, below the first
   * @throws DataAccessException when MySQL does not answer
   */
  public List<EnrollmentRow> enrollments(SeatsId seatsId, StudentId after, int most) {
    return reads.query(
        ENROLLED, (row, n) -> LedgerRows.enrollment(row), seatsId.value(), after.value(), most);
  }

  private static Object[] with(Object first, List<Long> ids) {
    Object[] values = new Object[ids.size() + 1];
    values[0] = first;
    for (int i = 0; i < ids.size(); i++) {
      values[i + 1] = ids.get(i);
    }
    return values;
  }

  private static String placeholders(List<Long> ids) {
    return LedgerRows.placeholders("?", ids.size());
  }
}
