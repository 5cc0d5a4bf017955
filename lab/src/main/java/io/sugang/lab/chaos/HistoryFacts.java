package io.sugang.lab.chaos;

import io.sugang.verifier.Audiences;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The refusals that a student's standing, programs and transcript make true. These do not change in
 * a run, so they are read after it, for the refusals that were answered.
 *
 * @param refused those that the tables confirm
 */
record HistoryFacts(Set<Refused> refused) {

  /** A code that a student was answered for a course. */
  record Refused(long studentId, long courseId, String code) {
    static Refused of(Attempt attempt) {
      return new Refused(attempt.studentId(), attempt.courseId(), String.valueOf(attempt.code()));
    }
  }

  private static final String AS_ONE =
      """
      (t.subject_id = %1$s OR EXISTS (SELECT 1 FROM subject_relation r
        WHERE r.kind IN ('EQUIVALENT', 'CROSS_LISTED')
          AND r.subject_id = LEAST(t.subject_id, %1$s) AND r.other_id = GREATEST(t.subject_id, %1$s)
          AND c.term_id BETWEEN COALESCE(r.from_term, 0) AND COALESCE(r.to_term, c.term_id)))
      """;
  private static final String PASSED =
      "EXISTS (SELECT 1 FROM transcript t WHERE t.student_id = student.student_id"
          + " AND t.grade NOT IN ('F', 'U') AND "
          + AS_ONE
          + " %2$s)";
  private static final String GRADES =
      "'A+', 'A0', 'A-', 'B+', 'B0', 'B-', 'C+', 'C0', 'C-', 'D+', 'D0', 'D-'";

  // A retake is certainly allowed where every rule about the term of the grade allows it.
  private static final String FORBIDS_RETAKE =
      """
      AND t.superseded_by IS NULL
      AND NOT EXISTS (SELECT 1 FROM subject x WHERE x.subject_id = c.subject_id AND x.repeatable)
      AND (t.grade = 'S'
        OR NOT EXISTS (SELECT 1 FROM retake_rule a
          WHERE t.term_id BETWEEN COALESCE(a.earned_from_term, 0) AND COALESCE(a.earned_to_term, t.term_id))
        OR EXISTS (SELECT 1 FROM retake_rule a
          WHERE t.term_id BETWEEN COALESCE(a.earned_from_term, 0) AND COALESCE(a.earned_to_term, t.term_id)
          AND (a.audience_id IS NOT NULL OR FIELD(t.grade, %s) < FIELD(a.grade_at_most, %s))))
      """
          .formatted(GRADES, GRADES);
  private static final String NEEDS =
      "EXISTS (SELECT 1 FROM subject_relation n WHERE n.kind = '%s' AND n.subject_id = c.subject_id"
          + " AND c.term_id BETWEEN COALESCE(n.from_term, 0) AND COALESCE(n.to_term, c.term_id)"
          + " AND NOT "
          + PASSED.formatted("n.other_id", "")
          + ")";
  private static final String NOT_IN_AUDIENCE =
      "(student.standing <> 'ENROLLED' OR (c.audience_id IS NOT NULL AND NOT "
          + Audiences.haveStudent("c.audience_id")
          + "))";

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "NOT_ELIGIBLE", NOT_IN_AUDIENCE,
          "RETAKE_NOT_ALLOWED", PASSED.formatted("c.subject_id", FORBIDS_RETAKE),
          "RETAKE_LIMIT", PASSED.formatted("c.subject_id", "AND t.superseded_by IS NULL"),
          "PREREQUISITE", NEEDS.formatted("PREREQUISITE"),
          "COREQUISITE", NEEDS.formatted("COREQUISITE"));

  /** Asks MySQL about the refusals among these attempts. */
  static HistoryFacts read(Connection mysql, Collection<Attempt> attempts) throws SQLException {
    Map<String, Set<Refused>> asked = new HashMap<>();
    for (Attempt attempt : attempts) {
      if (attempt.ruled() && CONDITIONS.containsKey(String.valueOf(attempt.code()))) {
        asked
            .computeIfAbsent(String.valueOf(attempt.code()), _ -> new HashSet<>())
            .add(Refused.of(attempt));
      }
    }
    Set<Refused> confirmed = new HashSet<>();
    for (Map.Entry<String, Set<Refused>> code : asked.entrySet()) {
      String sql =
          "SELECT 1 FROM student JOIN course c WHERE student.student_id = ? AND c.course_id = ?"
              + " AND c.term_id IS NOT NULL AND "
              + CONDITIONS.get(code.getKey());
      try (PreparedStatement statement = mysql.prepareStatement(sql)) {
        for (Refused refused : code.getValue()) {
          statement.setLong(1, refused.studentId());
          statement.setLong(2, refused.courseId());
          try (ResultSet found = statement.executeQuery()) {
            if (found.next()) {
              confirmed.add(refused);
            }
          }
        }
      }
    }
    return new HistoryFacts(Set.copyOf(confirmed));
  }

  boolean confirms(Attempt attempt) {
    return refused.contains(Refused.of(attempt));
  }
}
