package io.sugang.seats.ledger;

import io.sugang.audit.AuditEvent;
import io.sugang.audit.AuditStatements;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.SqlParameterValue;

/** The statements in MySQL, on the connection of the transaction. */
final class JdbcClaimStatements implements ClaimStatements {
  private static final String INSERT =
      "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at, idempotency_key,"
          + " retake_of) VALUES ";
  private static final String ROW = "(?,?,?,?,?,?)";
  // Locks like LedgerRows.LOCKED: in id order, and no other course. A course that is not open is
  // not counted, so a group that the gate granted is decided then.
  private static final String COUNT =
      "UPDATE course FORCE INDEX (PRIMARY) SET enrolled = enrolled + CASE course_id %s END"
          + " WHERE course_id IN (%s) AND status = 'OPEN' ORDER BY course_id";

  // One statement, because its parts have to be of one moment.
  private static final String OCCUPANCY =
      "SELECT course_id, NULL FROM course FORCE INDEX (PRIMARY) WHERE course_id IN (%s)"
          + " AND enrolled >= capacity AND status = 'OPEN'"
          + " UNION ALL SELECT course_id, student_id FROM enrollment"
          + " WHERE (course_id, student_id) IN (%s)";

  private static final Comparator<EnrollmentRow> BY_SEAT =
      Comparator.comparing(EnrollmentRow::seatsId).thenComparing(EnrollmentRow::studentId);

  private final JdbcTemplate jdbc;
  private final LedgerRows rows;
  private final AuditStatements events;

  JdbcClaimStatements(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
    this.rows = new LedgerRows(jdbc);
    this.events = new AuditStatements(jdbc);
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> lockedSeats(Collection<SeatsId> seatsIds, Lock lock) {
    return rows.lockedSeats(seatsIds, lock);
  }

  @Override
  public Map<Seat, EnrollmentRow> bySeats(Collection<Seat> seats) {
    return rows.bySeats(seats);
  }

  @Override
  public Occupancy occupancy(Collection<Seat> seats) {
    List<Seat> each = List.copyOf(seats);
    int width = LedgerRows.width(each.size());
    Object[] values = new Object[3 * width];
    for (int i = 0; i < width; i++) {
      Seat seat = each.get(Math.min(i, each.size() - 1));
      values[i] = seat.seatsId().value();
      values[width + 2 * i] = seat.seatsId().value();
      values[width + 2 * i + 1] = seat.studentId().value();
    }
    Set<SeatsId> full = new HashSet<>();
    Set<Seat> rows = new HashSet<>();
    jdbc.query(
        OCCUPANCY.formatted(
            LedgerRows.placeholders("?", width), LedgerRows.placeholders("(?,?)", width)),
        (RowCallbackHandler)
            row -> {
              SeatsId seatsId = new SeatsId(row.getLong(1));
              long studentId = row.getLong(2);
              if (row.wasNull()) {
                full.add(seatsId);
              } else {
                rows.add(new Seat(new StudentId(studentId), seatsId));
              }
            },
        values);
    return new Occupancy(full, rows);
  }

  @Override
  public void insert(Collection<EnrollmentRow> inserts) {
    List<@Nullable Object> values = new ArrayList<>(6 * inserts.size());
    // In the order of the unique key: finding a duplicate locks it and its neighbors in this order.
    // So a transaction that waits for such a lock only holds locks before it.
    List<EnrollmentRow> inOrder = inserts.stream().sorted(BY_SEAT).toList();
    for (EnrollmentRow row : inOrder) {
      values.add(row.enrollmentId());
      values.add(row.studentId().value());
      values.add(row.seatsId().value());
      values.add(LocalDateTime.ofInstant(row.enrolledAt(), ZoneOffset.UTC));
      // With its type, because JDBC asks the server for the type of a null without one.
      values.add(new SqlParameterValue(Types.VARCHAR, row.idempotencyKey()));
      values.add(new SqlParameterValue(Types.BIGINT, row.retakeOf()));
    }
    jdbc.update(INSERT + LedgerRows.placeholders(ROW, inserts.size()), values.toArray());
  }

  @Override
  public void audit(Collection<AuditEvent> done) {
    events.append(done);
  }

  @Override
  public int count(Map<SeatsId, Integer> seats) {
    int width = LedgerRows.width(seats.size());
    List<Object> values = new ArrayList<>(3 * width);
    seats.forEach((seatsId, more) -> {
      values.add(seatsId.value());
      values.add(more);
    });
    while (values.size() < 2 * width) {
      values.addAll(values.subList(values.size() - 2, values.size()));
    }
    for (int i = 0; i < width; i++) {
      values.add(values.get(2 * i));
    }
    return jdbc.update(
        COUNT.formatted("WHEN ? THEN ? ".repeat(width), LedgerRows.placeholders("?", width)),
        values.toArray());
  }
}
