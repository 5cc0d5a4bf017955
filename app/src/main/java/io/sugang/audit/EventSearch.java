package io.sugang.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Search in the events by time, newest first. Events have no index on their student or course,
 * because every claim pays for one more. So a search for a student or a course walks through the
 * events of its time, some thousands at a time. It reads a bounded number in all, and says how far
 * it came.
 */
@Component
public class EventSearch {
  private static final int STEP = 2_000;
  // The bounds of a page are in the order of the index, so a step reads what it returns.
  private static final String EVENTS =
      "SELECT event_id, at, actor, action, target, student_id, course_id, enrollment_id, outcome,"
          + " detail, reason, session_id FROM audit_event FORCE INDEX (ix_audit_event_at)"
          + " WHERE at >= ? AND at <= ? AND (at < ? OR event_id < ?)"
          + " ORDER BY at DESC, event_id DESC LIMIT ?";

  private final JdbcTemplate jdbc;

  EventSearch(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What a search found.
   *
   * @param events newest first
   * @param next where the search continues; null at its end
   */
  public record FoundEvents(List<LoggedEvent> events, @Nullable EventCursor next) {}

  /**
   * Searches events.
   *
   * @param after where an earlier search stopped; null: from the newest on
   * @param most events that are returned, at most
   * @param examined events that are looked at, at most
   * @throws DataAccessException when MySQL does not answer
   */
  public FoundEvents search(
      EventFilter filter, @Nullable EventCursor after, int most, int examined) {
    List<LoggedEvent> found = new ArrayList<>();
    // No event has the time of the end.
    EventCursor cursor = after == null ? new EventCursor(filter.to(), 0) : after;
    int left = examined;
    while (left > 0) {
      int step = Math.min(left, filter.isEmpty() ? Math.min(STEP, most - found.size() + 1) : STEP);
      List<LoggedEvent> read = read(filter.from(), cursor, step);
      for (LoggedEvent event : read) {
        if (found.size() == most) {
          return new FoundEvents(found, cursor);
        }
        cursor = new EventCursor(event.at(), event.eventId());
        if (filter.fits(event)) {
          found.add(event);
        }
      }
      if (read.size() < step) {
        return new FoundEvents(found, null);
      }
      left -= step;
    }
    return new FoundEvents(found, cursor);
  }

  private List<LoggedEvent> read(Instant from, EventCursor cursor, int step) {
    LocalDateTime below = utc(cursor.at());
    return jdbc.query(
        EVENTS, (row, n) -> event(row), utc(from), below, below, cursor.eventId(), step);
  }

  private static LoggedEvent event(ResultSet row) throws SQLException {
    return new LoggedEvent(
        row.getLong(1),
        Objects.requireNonNull(row.getObject(2, LocalDateTime.class)).toInstant(ZoneOffset.UTC),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getObject(6, Long.class),
        row.getObject(7, Long.class),
        row.getObject(8, Long.class),
        row.getString(9),
        row.getString(10),
        row.getString(11),
        row.getObject(12, Long.class));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
