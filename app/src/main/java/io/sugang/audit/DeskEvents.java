package io.sugang.audit;

import java.sql.Types;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * The statement that appends an event of the desk, on the connection of the caller's transaction.
 */
public final class DeskEvents {
  private static final String INSERT =
      "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, detail, reason,"
          + " session_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private final JdbcTemplate jdbc;

  public DeskEvents(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Appends an event. */
  public void append(DeskEvent event) {
    jdbc.update(
        INSERT,
        // As MySQL keeps it, and would otherwise round it.
        LocalDateTime.ofInstant(event.at().truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC),
        event.actor().name(),
        event.action(),
        event.target(),
        new SqlParameterValue(Types.BIGINT, event.studentId()),
        new SqlParameterValue(Types.BIGINT, event.courseId()),
        event.detail(),
        event.reason(),
        new SqlParameterValue(Types.BIGINT, event.actor().sessionOrNull()));
  }
}
