package io.sugang.verifier;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Students as they were, for statements about enrollments: their rows of now, and the values that
 * the events of their changes have from before. An enrollment is judged by each version that an
 * instance may have had at its arrival.
 *
 * @param table common table expressions, each with a comma before it; empty without such an event
 * @param from what a statement reads as {@code student}
 * @param valid condition about {@code student} and {@code enrollment}
 */
record StudentVersions(String table, String from, String valid) {
  // Instances remember a student for a minute, and a minute of tolerance is for a request that
  // waits.
  private static final int REMEMBERED_SECONDS = 60;

  private static final String ANY =
      "SELECT EXISTS (SELECT 1 FROM audit_event WHERE action IN ('STUDENT_IMPORT', 'STUDENT_CORRECT') AND outcome = 'DONE')";
  private static final String VERSIONS =
      """
      , changed_student AS (
        SELECT student_id, detail, at, LAG(at) OVER (PARTITION BY student_id ORDER BY event_id) AS since
        FROM audit_event WHERE action IN ('STUDENT_IMPORT', 'STUDENT_CORRECT') AND outcome = 'DONE'
      ), student_version AS (
        SELECT student_id, student_number, department, grade, standing, type, terms_completed,
          (SELECT MAX(at) FROM changed_student last WHERE last.student_id = student.student_id) AS since, NULL AS until
        FROM student
        UNION ALL
        SELECT student.student_id, student_number, COALESCE(@department, department), COALESCE(@grade, grade), COALESCE(@standing, standing),
          COALESCE(@type, type), COALESCE(@terms, terms_completed), since, at
        FROM changed_student JOIN student ON student.student_id = changed_student.student_id
      )
      """
          .replace("@department", text("department"))
          .replace("@grade", number("grade"))
          .replace("@standing", text("standing"))
          .replace("@type", text("type"))
          .replace("@terms", number("termsCompleted"));

  /** Returns what a statement has to contain, by the events that there are. */
  static StudentVersions of(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(ANY)) {
      found.next();
      return found.getBoolean(1)
          ? new StudentVersions(
              VERSIONS,
              "student_version student",
              """
              student.student_id = enrollment.student_id
              AND COALESCE(student.since <= enrollment.enrolled_at + INTERVAL %1$d SECOND, TRUE)
              AND COALESCE(enrollment.enrolled_at - INTERVAL %1$d SECOND <= student.until, TRUE)
              """
                  .formatted(REMEMBERED_SECONDS))
          : new StudentVersions("", "student", "student.student_id = enrollment.student_id");
    }
  }

  /** Returns a condition: no version of the student of {@code enrollment} fulfils another one. */
  String none(String condition) {
    return "NOT EXISTS (SELECT 1 FROM %s WHERE %s AND %s)".formatted(from, valid, condition);
  }

  /** Returns a statement that begins with the tables. */
  String with(String statement) {
    return table.isEmpty() ? statement : "WITH " + table.strip().substring(1) + "\n" + statement;
  }

  // Texts of JSON have a collation of their own.
  private static String text(String name) {
    return "CONVERT(detail->>'$.before.%s' USING utf8mb4) COLLATE utf8mb4_0900_ai_ci"
        .formatted(name);
  }

  private static String number(String name) {
    return "CAST(detail->>'$.before.%s' AS SIGNED)".formatted(name);
  }
}
