package io.sugang.audit;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The statement that appends events, on the connection of the caller's transaction.
 *
 * <p>The values are part of the text, because binding nine parameters for each row of a group cost
 * more than all other work for an event. They are numbers, times, names of constants and names of
 * actors, and other characters than those of such are refused.
 */
public final class AuditStatements {
  private static final String INSERT =
      "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, enrollment_id,"
          + " outcome, session_id) VALUES";
  private static final int LONGEST_ROW = 160;

  private final JdbcTemplate jdbc;

  public AuditStatements(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Appends events by one statement; none for no event. */
  public void append(Collection<AuditEvent> events) {
    if (!events.isEmpty()) {
      jdbc.update(insert(events));
    }
  }

  static String insert(Collection<AuditEvent> events) {
    StringBuilder sql = new StringBuilder(INSERT.length() + LONGEST_ROW * events.size());
    sql.append(INSERT);
    char before = ' ';
    for (AuditEvent event : events) {
      // As MySQL keeps it, and would otherwise round it.
      LocalDateTime at =
          LocalDateTime.ofInstant(event.at().truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC);
      sql.append(before).append("('").append(at).append("',");
      text(sql, event.actor().name());
      text(sql, event.action().name());
      text(sql, event.target());
      number(sql, event.studentId()).append(',');
      number(sql, event.courseId()).append(',');
      number(sql, event.enrollmentId()).append(',');
      text(sql, event.outcome());
      number(sql, event.actor().sessionOrNull()).append(')');
      before = ',';
    }
    return sql.toString();
  }

  private static StringBuilder number(StringBuilder sql, @Nullable Long number) {
    return number == null ? sql.append("NULL") : sql.append(number.longValue());
  }

  private static void text(StringBuilder sql, String text) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      boolean plain =
          character >= 'a' && character <= 'z'
              || character >= 'A' && character <= 'Z'
              || character >= '0' && character <= '9'
              || character == ':'
              || character == '_'
              || character == '-';
      if (!plain) {
        throw new IllegalArgumentException("not a name: " + text);
      }
    }
    sql.append('\'').append(text).append("',");
  }
}
