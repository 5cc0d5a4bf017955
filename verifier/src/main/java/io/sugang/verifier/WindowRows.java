package io.sugang.verifier;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What MySQL holds of windows, and when each enrollment of their terms arrived. */
final class WindowRows {
  // Values that a window had, and from when until when. Its row says them from the last change on;
  // the events of the desk have those of before. A window without an event was as it is.
  private static final String OPENINGS =
      """
      WITH change_of AS (
        SELECT CAST(SUBSTRING_INDEX(target, ':', -1) AS SIGNED) AS window_id, detail, at,
          LEAD(at) OVER in_turn AS next_at, ROW_NUMBER() OVER in_turn AS number
        FROM audit_event WHERE target LIKE 'window:%' AND action LIKE 'WINDOW!_%' ESCAPE '!' AND outcome = 'DONE'
        WINDOW in_turn AS (PARTITION BY target ORDER BY event_id)
      ), said AS (
        SELECT window_id, after_it.*, at AS since, next_at AS until FROM change_of
        JOIN JSON_TABLE(detail, '$.after' COLUMNS (@columns)) after_it WHERE next_at IS NOT NULL
        UNION ALL
        SELECT window_id, before_it.*, NULL, at FROM change_of
        JOIN JSON_TABLE(detail, '$.before' COLUMNS (@columns)) before_it WHERE number = 1
      ), opening AS (
        SELECT window_id, term_id, audience_id, opens_at, closes_at, FIND_IN_SET('ENROLL', actions) AS enrolls,
          (SELECT MAX(at) FROM change_of WHERE change_of.window_id = registration_window.window_id) AS since, NULL AS until
        FROM registration_window
        UNION ALL
        SELECT window_id, term_id, audience_id, CAST(TRIM('Z' FROM opens) AS DATETIME(3)), CAST(TRIM('Z' FROM closes) AS DATETIME(3)),
          JSON_CONTAINS(actions, '"ENROLL"'), since, until FROM said
      )
      """
          .replace(
              "@columns",
              "term_id BIGINT PATH '$.termId', audience_id BIGINT PATH '$.audienceId', opens VARCHAR(40)"
                  + " PATH '$.opensAt', closes VARCHAR(40) PATH '$.closesAt', actions JSON PATH '$.actions'");
  private static final String FOR_THE_STUDENT =
      """
      opening.term_id = course.term_id AND (opening.audience_id IS NULL OR @audience)
      """
          .replace("@audience", Audiences.haveStudent("opening.audience_id"));
  private static final String COUNTS =
      """
      SELECT COUNT(windowed.term_id), COUNT(*) - COUNT(windowed.term_id)
      FROM enrollment FORCE INDEX (PRIMARY) JOIN course ON course.course_id = enrollment.course_id
      LEFT JOIN (SELECT DISTINCT term_id FROM registration_window) windowed ON windowed.term_id = course.term_id
      WHERE course.term_id IS NOT NULL AND enrollment.course_id < @reserved AND enrollment.student_id < @reserved
      """;

  // A request is decided by windows that are read in a moment after its arrival, or that the
  // instance read up to two and a half seconds before it. A change is committed within half a
  // second of the time of its event.
  private static final String OUTSIDE =
      """
      @openings
      @more_tables
      SELECT enrollment.student_id, enrollment.course_id, enrollment.enrolled_at, course.term_id, (
        SELECT GROUP_CONCAT(opening.window_id, ' from ', opening.opens_at, ' to ', opening.closes_at
          ORDER BY opening.opens_at, opening.window_id SEPARATOR ', ')
        FROM registration_window opening WHERE FIND_IN_SET('ENROLL', opening.actions) AND @for_the_student)
      FROM enrollment FORCE INDEX (PRIMARY)
      JOIN course ON course.course_id = enrollment.course_id
      JOIN student ON student.student_id = enrollment.student_id
      WHERE enrollment.course_id < @reserved AND enrollment.student_id < @reserved
      AND course.term_id IN (SELECT term_id FROM registration_window)
      AND NOT EXISTS (
        SELECT 1 FROM opening JOIN @students ON @valid
        WHERE opening.opens_at <= enrollment.enrolled_at AND enrollment.enrolled_at < opening.closes_at AND opening.enrolls
        AND COALESCE(opening.since <= enrollment.enrolled_at + INTERVAL @decided MICROSECOND, TRUE)
        AND COALESCE(enrollment.enrolled_at - INTERVAL @known MICROSECOND <= opening.until, TRUE)
        AND @for_the_student)
      AND NOT @lifted
      """
          .replace("@decided", "2500000")
          .replace("@known", "3000000")
          .replace("@openings", OPENINGS)
          .replace("@for_the_student", FOR_THE_STUDENT);

  private final Connection connection;

  WindowRows(Connection connection) {
    this.connection = connection;
  }

  /**
   * How many enrollments are judged.
   *
   * @param withWindows enrollments of terms with windows
   * @param without enrollments of terms that have none
   */
  record Judged(long withWindows, long without) {}

  /** Whether any term has windows. */
  boolean any() throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery("SELECT 1 FROM registration_window LIMIT 1")) {
      return found.next();
    }
  }

  Judged judged() throws SQLException {
    try (var statement = belowReserved(COUNTS);
        var found = statement.executeQuery()) {
      found.next();
      return new Judged(found.getLong(1), found.getLong(2));
    }
  }

  /** Adds the enrollments that arrived while no window was open for their student. */
  void outside(Examples wrong) throws SQLException {
    var students = StudentVersions.of(connection);
    var outside =
        OUTSIDE
            .replace("@more_tables", students.table())
            .replace("@students", students.from())
            .replace("@valid", students.valid())
            .replace("@lifted", new OverrideRows(connection).waived("WINDOW"));
    try (var statement = belowReserved(outside);
        var found = statement.executeQuery()) {
      while (found.next()) {
        wrong.add(
            "student %d enrolled in course %d at %s UTC; %s"
                .formatted(
                    found.getLong(1),
                    found.getLong(2),
                    found.getString(3),
                    windows(found.getLong(4), found.getString(5))));
      }
    }
  }

  private static String windows(long termId, @Nullable String windows) {
    return windows == null
        ? "term %d has no window for the student".formatted(termId)
        : "windows of term %d for the student: %s".formatted(termId, windows);
  }

  private PreparedStatement belowReserved(String query) throws SQLException {
    return connection.prepareStatement(
        query.replace("@reserved", Long.toString(Ids.RESERVED_FROM)));
  }
}
