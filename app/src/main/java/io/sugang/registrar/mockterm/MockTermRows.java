package io.sugang.registrar.mockterm;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.MockIds;
import io.sugang.registrar.mockterm.MockTerm.EndRequest;
import io.sugang.registrar.mockterm.MockTerm.Size;
import io.sugang.seats.ledger.DeskTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The statements on {@code mock_term}. Those that change something run in a transaction. */
@Component
class MockTermRows {
  private static final String ROWS =
      "SELECT m.mock_term_id, m.term_id, m.of_term, t.year, t.season, m.state, m.opens_at,"
          + " m.closes_at, m.reason, m.begun_at, m.total_students, m.total_courses, m.students,"
          + " m.courses, m.end_requested_at, m.end_role, m.end_staff, m.end_session, m.end_reason,"
          + " m.closed_at, m.ended_at FROM mock_term m JOIN term t ON t.term_id = m.of_term ";
  private static final String CURRENT = ROWS + "WHERE m.is_current = 1";
  private static final String LAST =
      ROWS + "WHERE m.ended_at IS NOT NULL ORDER BY m.mock_term_id DESC LIMIT 1";
  private static final String LOCKED = ROWS + "WHERE m.term_id = ? FOR UPDATE OF m";
  private static final String COPIED =
      "SELECT t.term_id, t.year, t.season,"
          + " (SELECT COUNT(*) FROM student_term s WHERE s.term_id = t.term_id),"
          + " (SELECT COUNT(*) FROM course c WHERE c.term_id = t.term_id),"
          + " (SELECT MAX(c.course_id) FROM course c WHERE c.term_id = t.term_id)"
          + " FROM term t WHERE t.kind = 'REGULAR'"
          + " AND EXISTS (SELECT 1 FROM course c WHERE c.term_id = t.term_id)"
          + " ORDER BY t.term_id DESC LIMIT 1";
  private static final String ENROLLMENTS =
      "SELECT COALESCE(SUM(enrolled), 0) FROM course WHERE term_id = ?";
  private static final String LAST_NUMBER =
      "SELECT mock_term_id FROM mock_term ORDER BY mock_term_id DESC LIMIT 1";
  private static final String INSERT =
      "INSERT INTO mock_term (mock_term_id, term_id, of_term, state, opens_at, closes_at, reason,"
          + " begun_at, total_students, total_courses) VALUES (?, ?, ?, 'COPYING', ?, ?, ?, ?, ?, ?)";
  private static final String TERM =
      "INSERT INTO mocked_term (term_id, year, season, kind, starts_on, ends_on)"
          + " SELECT ?, year, season, 'MOCK', starts_on, ends_on FROM term WHERE term_id = ?";
  private static final String LEASE =
      "UPDATE mock_term SET instance = ?, leased_until = ? WHERE mock_term_id = ? AND state = ?"
          + " AND (instance IS NULL OR instance = ? OR leased_until < ?)";
  private static final String COUNT =
      "UPDATE mock_term SET students = students + ?, courses = courses + ? WHERE mock_term_id = ?";
  private static final String READY = "UPDATE mock_term SET state = 'READY' WHERE mock_term_id = ?";
  private static final String END =
      "UPDATE mock_term SET state = 'ENDING', instance = NULL, end_requested_at = ?, end_role = ?,"
          + " end_staff = ?, end_session = ?, end_reason = ?, closed_at = ? WHERE mock_term_id = ?";
  private static final String ENDED =
      "UPDATE mock_term SET state = 'ENDED', students = 0, courses = 0, ended_at = ?"
          + " WHERE mock_term_id = ?";

  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;

  MockTermRows(JdbcTemplate reads, DeskTransactions transactions) {
    this.reads = reads;
    this.jdbc = transactions.jdbc();
  }

  /** Returns the mock term of which something is left; null where there is none. */
  @Nullable MockTerm current() {
    return one(reads, CURRENT);
  }

  /** Returns the newest of those that ended; null where none did. */
  @Nullable MockTerm last() {
    return one(reads, LAST);
  }

  /** Locks a mock term and returns it; null where none ever had the id. */
  @Nullable MockTerm lock(long termId) {
    return one(jdbc, LOCKED, termId);
  }

  /** Returns what a mock term would copy: the newest regular term with courses. */
  @Nullable CopiedTerm copied() {
    return reads
        .query(
            COPIED,
            (row, n) ->
                new CopiedTerm(
                    row.getLong(1), name(row, 2), row.getInt(4), row.getInt(5), row.getLong(6)))
        .stream()
        .findFirst()
        .orElse(null);
  }

  /** Returns the enrollments that there are in a term. */
  long enrollments(long termId) {
    return Objects.requireNonNull(reads.queryForObject(ENROLLMENTS, Long.class, termId));
  }

  /** Returns the number of the next mock term: one more than the last. */
  int nextNumber() {
    return 1 + jdbc.query(LAST_NUMBER, (row, n) -> row.getInt(1)).stream().findFirst().orElse(0);
  }

  /**
   * Inserts a mock term and its term.
   *
   * @throws org.springframework.dao.DuplicateKeyException when there is one
   */
  void insert(
      int number, CopiedTerm of, Instant opensAt, Instant closesAt, String reason, Instant now) {
    long termId = MockIds.term(number, of.termId());
    jdbc.update(
        INSERT,
        number,
        termId,
        of.termId(),
        utc(opensAt),
        utc(closesAt),
        reason,
        utc(now),
        of.students(),
        of.courses());
    jdbc.update(TERM, termId, of.termId());
  }

  /** Takes the lease or prolongs it; returns whether it is held and the state is still the same. */
  boolean lease(MockTerm term, long instance, Instant now, Duration lease) {
    return jdbc.update(
            LEASE,
            instance,
            utc(now.plus(lease)),
            term.number(),
            term.state().name(),
            instance,
            utc(now))
        == 1;
  }

  /** Counts what was copied, or deleted where it is negative. */
  void count(MockTerm term, int students, int courses) {
    jdbc.update(COUNT, students, courses, term.number());
  }

  void ready(MockTerm term) {
    jdbc.update(READY, term.number());
  }

  void end(MockTerm term, EndRequest end) {
    jdbc.update(
        END,
        utc(end.requestedAt()),
        end.actor().role(),
        end.actor().id(),
        end.actor().session(),
        end.reason(),
        utc(end.closedAt()),
        term.number());
  }

  void ended(MockTerm term, Instant now) {
    jdbc.update(ENDED, utc(now), term.number());
  }

  private static @Nullable MockTerm one(JdbcTemplate of, String statement, Object... values) {
    return of.query(statement, (row, n) -> term(row), values).stream().findFirst().orElse(null);
  }

  private static MockTerm term(ResultSet row) throws SQLException {
    Instant endRequested = instant(row, 15);
    return new MockTerm(
        row.getInt(1),
        row.getLong(2),
        row.getLong(3),
        name(row, 4),
        MockTermState.valueOf(row.getString(6)),
        present(row, 7),
        present(row, 8),
        row.getString(9),
        present(row, 10),
        new Size(row.getInt(11), row.getInt(12)),
        new Size(row.getInt(13), row.getInt(14)),
        endRequested == null
            ? null
            : new EndRequest(
                endRequested,
                new Actor(row.getString(16), row.getLong(17), row.getLong(18)),
                row.getString(19),
                present(row, 20)),
        instant(row, 21));
  }

  private static String name(ResultSet row, int from) throws SQLException {
    return row.getInt(from) + " " + row.getString(from + 1);
  }

  private static Instant present(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(instant(row, column));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    LocalDateTime utc = row.getObject(column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }

  static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
