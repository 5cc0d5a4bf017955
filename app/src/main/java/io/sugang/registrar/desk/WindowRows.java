package io.sugang.registrar.desk;

import io.sugang.rules.window.RegistrationAction;
import io.sugang.seats.ledger.DeskTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.stereotype.Component;

/** The statements on windows. Those that change something run in a transaction of the desk. */
@Component
class WindowRows {
  private static final String WINDOWS =
      "SELECT w.window_id, w.term_id, t.year, t.season, t.kind, a.name, w.phase, w.audience_id,"
          + " w.opens_at, w.closes_at, w.actions FROM registration_window w"
          + " JOIN term t ON t.term_id = w.term_id"
          + " LEFT JOIN audience a ON a.audience_id = w.audience_id ";
  private static final String IN_ORDER = " ORDER BY w.opens_at, w.window_id LIMIT " + 1_000;
  private static final String OF_TERM = WINDOWS + "WHERE w.term_id = ?" + IN_ORDER;
  private static final String ALL = WINDOWS + IN_ORDER;
  private static final String ONE = WINDOWS + "WHERE w.window_id = ? FOR UPDATE OF w";
  private static final String TERMS =
      "SELECT term_id, year, season, kind FROM term ORDER BY starts_on DESC, term_id LIMIT 200";
  // A copy is never preset, and a term that is over only where no other has courses.
  private static final String PRESET_TERM =
      "SELECT t.term_id FROM term t WHERE EXISTS"
          + " (SELECT 1 FROM course c WHERE c.term_id = t.term_id)"
          + " ORDER BY t.kind = 'MOCK', t.ends_on < ?,"
          + " GREATEST(DATEDIFF(t.starts_on, ?), DATEDIFF(?, t.ends_on), 0), t.term_id LIMIT 1";
  private static final String AUDIENCES =
      "SELECT audience_id, name FROM audience ORDER BY name LIMIT 1000";
  private static final String TERM = "SELECT COUNT(*) FROM term WHERE term_id = ?";
  private static final String INSERT =
      "INSERT INTO registration_window (term_id, phase, audience_id, opens_at, closes_at, actions)"
          + " VALUES (?, ?, ?, ?, ?, ?)";
  private static final String INSERTED = "SELECT LAST_INSERT_ID()";
  private static final String UPDATE =
      "UPDATE registration_window SET phase = ?, audience_id = ?, opens_at = ?, closes_at = ?,"
          + " actions = ? WHERE window_id = ?";
  private static final String REQUEST =
      "INSERT INTO window_request (staff_id, request_key, window_id, content) VALUES (?, ?, ?, ?)";
  private static final String REQUESTED =
      "SELECT window_id, content FROM window_request WHERE staff_id = ? AND request_key = ?";

  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;

  WindowRows(JdbcTemplate reads, DeskTransactions transactions) {
    this.reads = reads;
    this.jdbc = transactions.jdbc();
  }

  /** A term that windows may be of. */
  record DeskTerm(long termId, String name, String kind) {}

  /** An audience that windows may be for. */
  record DeskAudience(long audienceId, String name) {}

  /**
   * A request that made a window.
   *
   * @param content its values
   */
  record WindowRequest(long windowId, String content) {}

  List<WindowRow> all(@Nullable Long termId) {
    return termId == null
        ? reads.query(ALL, (row, n) -> window(row))
        : reads.query(OF_TERM, (row, n) -> window(row), termId);
  }

  List<DeskTerm> terms() {
    return reads.query(
        TERMS, (row, n) -> new DeskTerm(row.getLong(1), term(row, 2), row.getString(4)));
  }

  /**
   * Returns the term with courses that is nearest to a day; null where no term has courses.
   *
   * @param today in Korea
   */
  @Nullable Long presetTerm(LocalDate today) {
    return reads.query(PRESET_TERM, (row, n) -> row.getLong(1), today, today, today).stream()
        .findFirst()
        .orElse(null);
  }

  List<DeskAudience> audiences() {
    return reads.query(AUDIENCES, (row, n) -> new DeskAudience(row.getLong(1), row.getString(2)));
  }

  /** Locks a window and returns it; null where there is none. */
  @Nullable WindowRow lock(long windowId) {
    return jdbc.query(ONE, (row, n) -> window(row), windowId).stream().findFirst().orElse(null);
  }

  boolean hasTerm(long termId) {
    return Objects.requireNonNull(jdbc.queryForObject(TERM, Long.class, termId)) == 1;
  }

  /** Inserts a window and returns its id. */
  long insert(long termId, WindowValues values) {
    jdbc.update(
        INSERT,
        termId,
        values.phase(),
        new SqlParameterValue(Types.BIGINT, values.audienceId()),
        utc(values.opensAt()),
        utc(values.closesAt()),
        values.actionText());
    return Objects.requireNonNull(jdbc.queryForObject(INSERTED, Long.class));
  }

  void update(long windowId, WindowValues values) {
    jdbc.update(
        UPDATE,
        values.phase(),
        new SqlParameterValue(Types.BIGINT, values.audienceId()),
        utc(values.opensAt()),
        utc(values.closesAt()),
        values.actionText(),
        windowId);
  }

  /**
   * Keeps a request of a member by its key.
   *
   * @throws org.springframework.dao.DuplicateKeyException when another one of the member has it
   */
  void keepRequest(long staffId, String key, WindowRequest request) {
    jdbc.update(REQUEST, staffId, key, request.windowId, request.content);
  }

  @Nullable WindowRequest request(long staffId, String key) {
    return reads
        .query(
            REQUESTED,
            (row, n) -> new WindowRequest(row.getLong(1), row.getString(2)),
            staffId,
            key)
        .stream()
        .findFirst()
        .orElse(null);
  }

  private static WindowRow window(ResultSet row) throws SQLException {
    return new WindowRow(
        row.getLong(1),
        row.getLong(2),
        term(row, 3),
        row.getString(6),
        new WindowValues(
            row.getString(7),
            row.getObject(8, Long.class),
            instant(row, 9),
            instant(row, 10),
            Arrays.stream(row.getString(11).split(","))
                .filter(name -> !name.isEmpty())
                .map(RegistrationAction::valueOf)
                .collect(Collectors.toCollection(TreeSet::new))));
  }

  private static String term(ResultSet row, int from) throws SQLException {
    String name = row.getInt(from) + " " + row.getString(from + 1);
    return row.getString(from + 2).equals("MOCK") ? name + " MOCK" : name;
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getObject(column, LocalDateTime.class))
        .toInstant(ZoneOffset.UTC);
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
