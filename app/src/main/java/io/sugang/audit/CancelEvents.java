package io.sugang.audit;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The events of enrollments that were cancelled, found by the id of the enrollment. */
public final class CancelEvents {
  private static final String FIND =
      "SELECT student_id, course_id, at FROM audit_event FORCE INDEX (ix_audit_event_enrollment)"
          + " WHERE enrollment_id = ? AND action = 'CANCEL' AND outcome = '"
          + AuditEvent.DONE
          + "' AND at >= ? LIMIT 1";

  private final JdbcTemplate jdbc;

  public CancelEvents(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What a cancel says of its enrollment.
   *
   * @param at when the request of the cancel arrived, by the shared clock
   */
  public record Cancelled(long studentId, long courseId, Instant at) {}

  /**
   * Returns the cancel of an enrollment, also one that the desk made; an enrollment is cancelled
   * once.
   *
   * @param since the first instant that counts
   * @throws DataAccessException when MySQL does not answer
   */
  public Optional<Cancelled> find(long enrollmentId, Instant since) {
    return jdbc
        .query(
            FIND,
            (row, n) ->
                new Cancelled(
                    row.getLong(1),
                    row.getLong(2),
                    Objects.requireNonNull(row.getObject(3, LocalDateTime.class))
                        .toInstant(ZoneOffset.UTC)),
            enrollmentId,
            LocalDateTime.ofInstant(since, ZoneOffset.UTC))
        .stream()
        .findFirst();
  }
}
