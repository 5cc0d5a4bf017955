package io.sugang.registrar.desk;

import io.sugang.seats.ledger.DeskTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.stereotype.Component;

/** The statements on audiences that the desk chooses. It makes audiences, and changes none. */
@Component
class AudienceRows {
  /** Rows of all audiences together, at most: every instance has them in memory. */
  static final int MOST = 10_000;

  private static final String COUNT = "SELECT COUNT(*) FROM audience_row";
  private static final String ALL =
      "SELECT r.audience_id, a.name, r.grade_from, r.grade_to, r.terms_from, r.terms_to,"
          + " r.number_parity, r.type, r.department_id, r.program_id, r.program_role"
          + " FROM audience_row r JOIN audience a ON a.audience_id = r.audience_id";
  private static final String HAS_ID = "SELECT COUNT(*) FROM audience WHERE audience_id = ?";
  private static final String HAS_NAME = "SELECT COUNT(*) FROM audience WHERE name = ?";
  private static final String DEPARTMENTS =
      "SELECT department_id, name_ko FROM department WHERE department_id IN (%s)";
  private static final String INSERT = "INSERT INTO audience (audience_id, name) VALUES (?, ?)";
  private static final String INSERT_ROW =
      "INSERT INTO audience_row (audience_id, position, grade_from, grade_to, number_parity, type,"
          + " department_id) VALUES (?, ?, ?, ?, ?, ?, ?)";

  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;

  AudienceRows(JdbcTemplate reads, DeskTransactions transactions) {
    this.reads = reads;
    this.jdbc = transactions.jdbc();
  }

  /** An audience that has exactly the rows of a choice. */
  record EqualAudience(long audienceId, String name) {}

  /** Returns the audience of a choice; null where there is none yet. */
  @Nullable EqualAudience find(AudienceChoice choice) {
    return find(reads, choice);
  }

  /**
   * Returns the id of the audience of a choice, or the id that it will have. Part of a transaction.
   */
  long idOf(AudienceChoice choice) {
    EqualAudience found = find(jdbc, choice);
    for (long id = choice.id(); found == null; id++) {
      if (count(jdbc, HAS_ID, id) == 0) {
        return id;
      }
      // Another transaction may have committed this choice since, or an operator changed its rows.
      found = find(jdbc, choice);
    }
    return found.audienceId;
  }

  /**
   * Makes the audience of a choice unless it is there. Part of a transaction.
   *
   * @param id from {@link #idOf} in the same transaction
   * @throws org.springframework.dao.DuplicateKeyException when another transaction made it since
   */
  void make(long id, AudienceChoice choice) {
    if (count(jdbc, HAS_ID, id) > 0) {
      return;
    }
    jdbc.update(INSERT, id, freeName(choice));
    List<AudienceColumns> rows = choice.rows();
    for (int i = 0; i < rows.size(); i++) {
      AudienceColumns row = rows.get(i);
      jdbc.update(
          INSERT_ROW,
          id,
          i + 1,
          new SqlParameterValue(Types.INTEGER, row.gradeFrom()),
          new SqlParameterValue(Types.INTEGER, row.gradeTo()),
          new SqlParameterValue(Types.VARCHAR, row.parity()),
          new SqlParameterValue(Types.VARCHAR, row.type()),
          new SqlParameterValue(Types.BIGINT, row.departmentId()));
    }
  }

  private String freeName(AudienceChoice choice) {
    String name = AudienceName.of(choice, departments(choice.departments()));
    String free = name;
    for (int n = 2; count(jdbc, HAS_NAME, free) > 0; n++) {
      free = AudienceName.numbered(name, n);
    }
    return free;
  }

  /** Whether rows of another audience fit into the memory of the instances. */
  boolean hasRoomFor(AudienceChoice choice) {
    return Objects.requireNonNull(jdbc.queryForObject(COUNT, Long.class)) + choice.size() <= MOST;
  }

  boolean hasAudience(long audienceId) {
    return count(reads, HAS_ID, audienceId) == 1;
  }

  /** Returns the names of departments by id; unknown ones are missing. */
  Map<Long, String> departments(SortedSet<Long> ids) {
    Map<Long, String> names = new HashMap<>();
    if (!ids.isEmpty()) {
      reads.query(
          DEPARTMENTS.formatted(String.join(",", Collections.nCopies(ids.size(), "?"))),
          (RowCallbackHandler) row -> names.put(row.getLong(1), row.getString(2)),
          ids.toArray());
    }
    return names;
  }

  private static long count(JdbcTemplate jdbc, String statement, Object value) {
    return Objects.requireNonNull(jdbc.queryForObject(statement, Long.class, value));
  }

  private static @Nullable EqualAudience find(JdbcTemplate jdbc, AudienceChoice choice) {
    Map<EqualAudience, Set<AudienceColumns>> all = new HashMap<>();
    jdbc.query(
        ALL,
        (RowCallbackHandler)
            row ->
                all.computeIfAbsent(
                        new EqualAudience(row.getLong(1), row.getString(2)), id -> new HashSet<>())
                    .add(columns(row)));
    Collection<AudienceColumns> wished = Set.copyOf(choice.rows());
    return all.entrySet().stream()
        .filter(audience -> audience.getValue().equals(wished))
        .map(Map.Entry::getKey)
        // The same one at every instance.
        .min((one, other) -> Long.compare(one.audienceId, other.audienceId))
        .orElse(null);
  }

  private static AudienceColumns columns(ResultSet row) throws SQLException {
    return new AudienceColumns(
        row.getObject(3, Integer.class),
        row.getObject(4, Integer.class),
        row.getObject(5, Integer.class),
        row.getObject(6, Integer.class),
        row.getString(7),
        row.getString(8),
        row.getObject(9, Long.class),
        row.getObject(10, Long.class),
        row.getString(11));
  }
}
