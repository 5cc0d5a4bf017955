package io.sugang.seats.ledger;

import io.sugang.platform.ids.IdText;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.rules.plan.WaivedRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/** The statements that read enrollments and lock course rows. The caller opens the transaction. */
final class LedgerRows {
  static final String COLUMNS =
      "SELECT enrollment_id, student_id, course_id, enrolled_at, idempotency_key, retake_of,"
          + " lifted FROM enrollment ";

  private static final String BY_ID = COLUMNS + "WHERE enrollment_id = ?";
  // Rows of older versions may share a key: the seat's own comes first.
  private static final String BY_KEY =
      COLUMNS + "WHERE student_id = ? AND idempotency_key = ? ORDER BY course_id = ? DESC LIMIT 1";
  private static final String BY_SEATS = COLUMNS + "WHERE (course_id, student_id) IN (%s)";

  // One row for each course. MySQL would cut a text off at 1,024 bytes, and does at
  // max_allowed_packet, with a warning only. So the students are counted, and each has a space
  // after it: otherwise an id that was cut off would be another id.
  private static final String ROSTERS =
      "SELECT /*+ SET_VAR(group_concat_max_len = 4294967295) */ course_id, COUNT(*),"
          + " GROUP_CONCAT(student_id, ' ' SEPARATOR '') FROM enrollment WHERE course_id IN (%s)"
          + " GROUP BY course_id";
  private static final String SEATS = "course_id, capacity, enrolled, status FROM course";
  // Always in id order, so that two transactions never wait for each other. And by the key:
  // otherwise MySQL may scan a small table and wait for the locks of other courses.
  private static final String LOCKED =
      " FORCE INDEX (PRIMARY) WHERE course_id IN (%s) ORDER BY course_id ";

  // Reads the unique key alone, in its order.
  private static final String ENROLLED =
      "SELECT course_id, COUNT(*) FROM enrollment WHERE course_id < ? GROUP BY course_id";
  private static final String OVERSOLD =
      "SELECT course_id FROM course WHERE course_id IN (%s) AND capacity <"
          + " (SELECT COUNT(*) FROM enrollment WHERE enrollment.course_id = course.course_id)";
  private static final String DRIFTED =
      "SELECT course_id FROM course WHERE course_id IN (%s) AND enrolled <>"
          + " (SELECT COUNT(*) FROM enrollment WHERE enrollment.course_id = course.course_id)";

  private final JdbcTemplate jdbc;

  LedgerRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Kind of the lock on a course row. */
  enum Lock {
    UPDATE("FOR UPDATE"),
    UPDATE_NOWAIT("FOR UPDATE NOWAIT"),
    SHARE("FOR SHARE"),
    /**
     * Waits for a second at most. MySQL has no shorter limit for a wait, and 2 s by the settings.
     */
    SHARE_WITHIN_A_SECOND("/*+ MAX_EXECUTION_TIME(1000) */ ", "FOR SHARE"),
    SHARE_NOWAIT("FOR SHARE NOWAIT");

    private final String hint;
    private final String clause;

    Lock(String clause) {
      this("", clause);
    }

    Lock(String hint, String clause) {
      this.hint = hint;
      this.clause = clause;
    }
  }

  Optional<EnrollmentRow> byId(long enrollmentId) {
    return jdbc.query(BY_ID, (row, n) -> enrollment(row), enrollmentId).stream().findFirst();
  }

  Optional<EnrollmentRow> byKey(String idempotencyKey, Seat preferred) {
    return jdbc
        .query(
            BY_KEY,
            (row, n) -> enrollment(row),
            preferred.studentId().value(),
            idempotencyKey,
            preferred.seatsId().value())
        .stream()
        .findFirst();
  }

  Map<Seat, EnrollmentRow> bySeats(Collection<Seat> seats) {
    List<Object> args = new ArrayList<>(2 * seats.size());
    for (Seat seat : seats) {
      args.add(seat.seatsId().value());
      args.add(seat.studentId().value());
    }
    Map<Seat, EnrollmentRow> rows = new HashMap<>();
    jdbc.query(
        BY_SEATS.formatted(placeholders("(?,?)", seats.size())),
        (RowCallbackHandler)
            row -> {
              EnrollmentRow found = enrollment(row);
              rows.put(found.seat(), found);
            },
        args.toArray());
    return rows;
  }

  Map<SeatsId, Set<StudentId>> rosters(Collection<SeatsId> seatsIds) {
    Map<SeatsId, Set<StudentId>> rosters = new HashMap<>();
    seatsIds.forEach(seatsId -> rosters.put(seatsId, new HashSet<>()));
    jdbc.query(
        ROSTERS.formatted(placeholders("?", seatsIds.size())),
        (RowCallbackHandler)
            row -> {
              SeatsId seatsId = new SeatsId(row.getLong(1));
              rosters.put(seatsId, roster(seatsId, row.getInt(2), row.getString(3)));
            },
        values(seatsIds));
    return rosters;
  }

  static Set<StudentId> roster(SeatsId seatsId, int count, String text) {
    Set<StudentId> students = IdText.parse(text);
    if (students.size() != count || !text.endsWith(" ")) {
      throw new IncorrectResultSizeDataAccessException(
          "MySQL truncated the students of course "
              + seatsId
              + "; raise max_allowed_packet, or sugang.reconciler.chunk has to be smaller",
          count,
          students.size());
    }
    return students;
  }

  SortedMap<SeatsId, CourseSeats> seatsBelow(long firstExcluded) {
    return seats("", " WHERE course_id < ?", firstExcluded);
  }

  SortedMap<SeatsId, CourseSeats> seats(Collection<SeatsId> seatsIds) {
    if (seatsIds.isEmpty()) {
      return new TreeMap<>();
    }
    Object[] ids = padded(seatsIds.stream().map(SeatsId::value).toList());
    return seats("", " WHERE course_id IN (" + placeholders("?", ids.length) + ")", ids);
  }

  SortedMap<SeatsId, CourseSeats> lockedSeats(Collection<SeatsId> seatsIds, Lock lock) {
    Set<SeatsId> each = new HashSet<>(seatsIds);
    return seats(
        lock.hint, LOCKED.formatted(placeholders("?", each.size())) + lock.clause, values(each));
  }

  private SortedMap<SeatsId, CourseSeats> seats(String hint, String which, Object... args) {
    SortedMap<SeatsId, CourseSeats> seats = new TreeMap<>();
    jdbc.query(
        "SELECT " + hint + SEATS + which,
        (RowCallbackHandler)
            row ->
                seats.put(
                    new SeatsId(row.getLong(1)),
                    new CourseSeats(
                        row.getInt(2), row.getInt(3), CourseStatus.valueOf(row.getString(4)))),
        args);
    return seats;
  }

  Map<SeatsId, Integer> enrolledBelow(long firstExcluded) {
    Map<SeatsId, Integer> enrolled = new HashMap<>();
    jdbc.query(
        ENROLLED,
        (RowCallbackHandler) row -> enrolled.put(new SeatsId(row.getLong(1)), row.getInt(2)),
        firstExcluded);
    return enrolled;
  }

  Set<SeatsId> oversold(Collection<SeatsId> seatsIds) {
    return ids(OVERSOLD, seatsIds);
  }

  Set<SeatsId> drifted(Collection<SeatsId> seatsIds) {
    return ids(DRIFTED, seatsIds);
  }

  private Set<SeatsId> ids(String among, Collection<SeatsId> seatsIds) {
    return new HashSet<>(
        jdbc.query(
            among.formatted(placeholders("?", seatsIds.size())),
            (row, n) -> new SeatsId(row.getLong(1)),
            values(seatsIds)));
  }

  static EnrollmentRow enrollment(ResultSet row) throws SQLException {
    return new EnrollmentRow(
        row.getLong(1),
        new StudentId(row.getLong(2)),
        new SeatsId(row.getLong(3)),
        row.getObject(4, LocalDateTime.class).toInstant(ZoneOffset.UTC),
        row.getString(5),
        row.getObject(6, Long.class),
        WaivedRule.of(row.getString(7)));
  }

  /**
   * Returns how many placeholders a statement has for some values: a power of two, so that there
   * are few statements to prepare. The last value fills up.
   */
  static int width(int count) {
    return Math.max(1, Integer.highestOneBit(count * 2 - 1));
  }

  /** Returns ids for {@link #width} placeholders; the last one fills up. There is at least one. */
  static Object[] padded(Collection<Long> ids) {
    List<Long> values = new ArrayList<>(ids);
    int width = width(values.size());
    while (values.size() < width) {
      values.add(values.getLast());
    }
    return values.toArray();
  }

  private static Object[] values(Collection<SeatsId> seatsIds) {
    return seatsIds.stream().map(SeatsId::value).toArray();
  }

  static String placeholders(String one, int count) {
    return String.join(",", Collections.nCopies(count, one));
  }
}
