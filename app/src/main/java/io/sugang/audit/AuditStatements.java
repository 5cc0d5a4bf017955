package io.sugang.audit;

import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;

/** The statement that appends events, on the connection of the caller's transaction. */
public final class AuditStatements {
  private static final String INSERT =
      "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, enrollment_id,"
          + " session_id, outcome) VALUES ";
  private static final String ROW = "(?,?,?,?,?,?,?,?,?)";
  private static final int COLUMNS = 9;

  private final JdbcTemplate jdbc;

  public AuditStatements(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Appends events by one statement; none for no event. */
  public void append(Collection<AuditEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    List<@Nullable Object> values = new ArrayList<>(COLUMNS * events.size());
    for (AuditEvent event : events) {
      values.add(utc(event.at()));
      values.add(event.actor().name());
      values.add(event.action().name());
      values.add(event.target());
      values.add(number(event.studentId()));
      values.add(number(event.courseId()));
      values.add(number(event.enrollmentId()));
      values.add(number(event.actor().sessionOrNull()));
      values.add(event.outcome());
    }
    jdbc.update(
        INSERT + String.join(",", Collections.nCopies(events.size(), ROW)), values.toArray());
  }

  // As MySQL keeps it, and would otherwise round it.
  private static LocalDateTime utc(Instant at) {
    return LocalDateTime.ofInstant(at.truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC);
  }

  // With its type, because JDBC asks the server for the type of a null without one.
  private static Object number(@Nullable Long number) {
    return number == null ? new SqlParameterValue(Types.BIGINT, null) : number;
  }
}
