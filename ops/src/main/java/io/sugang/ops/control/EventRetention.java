package io.sugang.ops.control;

/**
 * Deletes old events of {@code audit_event} in chunks, under the account of the owner. The events
 * of an enrollment are deleted together, after its cancel is old enough; those of an enrollment
 * that exists stay. Others that stay explain the seats of a course, the earlier times of a window
 * that exists, or the facts of a student with enrollments. A student who holds a course with a
 * corequisite keeps all events of enrollments: the corequisite may have been cancelled since, and
 * only they prove that it was held. So the verifier finds that events and rows fit after each
 * chunk. A chunk finds what is old by the index on time, and the events of one enrollment by the
 * index on enrollments. Kept rejections are deleted when they are old, whatever there is.
 */
public final class EventRetention {
  private static final int CHUNK = 20_000;
  // Without a default database MySQL refuses to delete from a table by its alias.
  private static final String OF_ENDED_ENROLLMENTS =
      """
      USE sugang;
      DELETE event FROM sugang.audit_event event JOIN (
        SELECT target, enrollment_id FROM sugang.audit_event
        WHERE action = 'CANCEL' AND outcome = 'DONE' AND at < UTC_TIMESTAMP(3) - INTERVAL %1$d DAY
        AND NOT EXISTS (
          SELECT 1 FROM sugang.enrollment held JOIN sugang.course ON course.course_id = held.course_id
          JOIN sugang.subject_relation need ON need.subject_id = course.subject_id AND need.kind = 'COREQUISITE'
          WHERE held.student_id = audit_event.student_id)
        ORDER BY at LIMIT %2$d
      ) ended ON ended.target = event.target AND ended.enrollment_id = event.enrollment_id;
      SELECT ROW_COUNT();
      """;
  private static final String OTHERS =
      """
      DELETE FROM sugang.audit_event WHERE at < UTC_TIMESTAMP(3) - INTERVAL %1$d DAY
      AND NOT (action IN ('ENROLL', 'CANCEL') AND outcome = 'DONE')
      AND NOT (action = 'OVERRIDE_GRANT'
        AND target IN (SELECT CONCAT('override:', override_id) FROM sugang.override WHERE state = 'CONFIRMED'))
      AND NOT (action LIKE 'COURSE!_%%' ESCAPE '!' AND course_id IN (SELECT course_id FROM sugang.course))
      AND NOT (action LIKE 'WINDOW!_%%' ESCAPE '!' AND target IN (SELECT CONCAT('window:', window_id) FROM sugang.registration_window))
      AND NOT (action IN ('STUDENT_IMPORT', 'STUDENT_CORRECT') AND student_id IN (SELECT student_id FROM sugang.enrollment))
      ORDER BY at LIMIT %2$d;
      SELECT ROW_COUNT();
      """;
  private static final String REJECTIONS =
      """
      DELETE FROM sugang.rejection WHERE last_at < UTC_TIMESTAMP(3) - INTERVAL %1$d DAY LIMIT %2$d;
      SELECT ROW_COUNT();
      """;
  private static final String NOTE =
      """
      INSERT INTO sugang.audit_event (at, actor, action, target, detail)
      VALUES (UTC_TIMESTAMP(3), 'operator', 'PRUNE', 'audit_event', JSON_OBJECT('events', %1$d, 'days', %2$d));
      """;

  private final RunningStack stack;

  public EventRetention(RunningStack stack) {
    this.stack = stack;
  }

  /**
   * Deletes the events that are older than some days, and leaves one that says so.
   *
   * @return how many were deleted
   */
  public long prune(int days) {
    long deleted = all(OF_ENDED_ENROLLMENTS, days) + all(OTHERS, days);
    if (deleted > 0) {
      stack.sql(MysqlAccount.OWNER, NOTE.formatted(deleted, days));
    }
    return deleted;
  }

  /**
   * Deletes the kept rejections whose last time is older than some days.
   *
   * @return how many rows were deleted
   */
  public long pruneRejections(int days) {
    return all(REJECTIONS, days);
  }

  private long all(String chunk, int days) {
    long deleted = 0;
    for (long more = 1; more > 0; deleted += more) {
      String count = stack.sql(MysqlAccount.OWNER, chunk.formatted(days, CHUNK));
      more = Long.parseLong(count.strip());
    }
    return deleted;
  }
}
