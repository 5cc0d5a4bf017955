package io.sugang.verifier;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Enrollments that the standing, the audience or the history of their student forbids. */
final class EligibilityRows {
  private static final String RULE_TERM =
      """
      COALESCE((SELECT of_term FROM mock_term WHERE mock_term.term_id = course.term_id),
        IF(course.term_id >= 1000000000, course.term_id MOD 1000000, course.term_id))
      """
          .strip();
  private static final String OF_TERMS =
      """
      FROM enrollment FORCE INDEX (PRIMARY) JOIN course ON course.course_id = enrollment.course_id
      WHERE course.term_id IS NOT NULL AND enrollment.course_id < @reserved AND enrollment.student_id < @reserved
      """
          .replace("@reserved", Long.toString(Ids.RESERVED_FROM));
  private static final String COUNT = "SELECT COUNT(*) " + OF_TERMS;
  private static final String STANDING =
      "SELECT CONCAT('student ', enrollment.student_id, ' holds course ', enrollment.course_id, ' and was not enrolled at the university') "
          + OF_TERMS
          + " AND @none";
  private static final String AUDIENCE =
      "SELECT CONCAT('student ', enrollment.student_id, ' holds course ', enrollment.course_id, ', which is for another audience') "
          + OF_TERMS
          + " AND course.pool_of IS NULL AND course.audience_id IS NOT NULL AND NOT @lifted AND @none";

  // Subjects that count as one are kept once per pair, the lower id first.
  private static final String ONE =
      """
      EXISTS (SELECT 1 FROM subject_relation pair WHERE pair.kind IN ('EQUIVALENT', 'CROSS_LISTED')
        AND pair.subject_id = LEAST(@left, @right) AND pair.other_id = GREATEST(@left, @right)
        AND @rule_term BETWEEN COALESCE(pair.from_term, 0) AND COALESCE(pair.to_term, 9223372036854775807))
      """
          .replace("@rule_term", RULE_TERM);
  private static final String PASSED =
      """
      EXISTS (SELECT 1 FROM transcript passed WHERE passed.student_id = enrollment.student_id AND passed.grade NOT IN ('F', 'U')
        AND (passed.subject_id = need.other_id OR @one))
      """
          .replace("@one", one("passed.subject_id", "need.other_id"));
  private static final String NEEDS =
      """
      SELECT enrollment.enrollment_id, enrollment.student_id, enrollment.course_id, need.other_id, course.term_id
      FROM enrollment FORCE INDEX (PRIMARY) JOIN course ON course.course_id = enrollment.course_id
      JOIN subject_relation need ON need.subject_id = course.subject_id AND need.kind = '@kind'
        AND @rule_term BETWEEN COALESCE(need.from_term, 0) AND COALESCE(need.to_term, 9223372036854775807)
      WHERE course.term_id IS NOT NULL AND enrollment.course_id < @reserved AND enrollment.student_id < @reserved
      AND NOT @passed
      """
          .replace("@passed", PASSED)
          .replace("@rule_term", RULE_TERM)
          .replace("@reserved", Long.toString(Ids.RESERVED_FROM));
  private static final String ALONE =
      """
       AND NOT EXISTS (
        SELECT 1 FROM enrollment other JOIN course held ON held.course_id = other.course_id
        WHERE other.student_id = enrollment.student_id AND other.enrollment_id <> enrollment.enrollment_id AND held.term_id = course.term_id
        AND (held.subject_id = need.other_id OR @one))
      """
          .replace("@one", one("held.subject_id", "need.other_id"));

  // A corequisite may be cancelled afterwards. So it is enough that the plan had it.
  private static final String HELD_BEFORE =
      """
      SELECT 1 FROM audit_event first JOIN course ON course.course_id = first.course_id AND course.term_id = ?
      JOIN (SELECT ? AS other_id) need
      JOIN (SELECT MIN(event_id) AS event_id FROM audit_event WHERE action = 'ENROLL' AND outcome = 'DONE' AND enrollment_id = ?) own
      WHERE first.student_id = ? AND first.action = 'ENROLL' AND first.outcome = 'DONE' AND first.event_id < own.event_id
      AND (course.subject_id = need.other_id OR @one)
      AND NOT EXISTS (SELECT 1 FROM audit_event ended WHERE ended.enrollment_id = first.enrollment_id AND ended.action = 'CANCEL'
        AND ended.outcome = 'DONE' AND ended.event_id < own.event_id)
      LIMIT 1
      """
          .replace("@one", one("course.subject_id", "need.other_id"));
  // Grades of the term itself, or of a later one, were not there at the enrollment.
  private static final String TAKEN =
      """
      SELECT enrollment.enrollment_id, enrollment.student_id, enrollment.course_id, course.term_id, enrollment.retake_of, taken.subject_id,
        taken.term_id, taken.grade, IF(subject.counts_toward_limit, course.credits, 0), @lifted, @rule_term
      FROM enrollment FORCE INDEX (PRIMARY) JOIN course ON course.course_id = enrollment.course_id
      JOIN subject ON subject.subject_id = course.subject_id
      JOIN transcript taken ON taken.student_id = enrollment.student_id AND taken.grade NOT IN ('F', 'U')
        AND taken.term_id < @rule_term AND COALESCE(taken.superseded_by >= @rule_term, TRUE)
      WHERE course.term_id IS NOT NULL AND enrollment.course_id < @reserved AND enrollment.student_id < @reserved AND NOT subject.repeatable
      AND (taken.subject_id = course.subject_id OR @one)
      ORDER BY enrollment.enrollment_id, taken.term_id DESC
      """
          .replace("@one", one("taken.subject_id", "course.subject_id"))
          .replace("@rule_term", RULE_TERM)
          .replace("@reserved", Long.toString(Ids.RESERVED_FROM));
  private static final String RULES =
      "SELECT audience_id, COALESCE(earned_from_term, 0), COALESCE(earned_to_term, 9223372036854775807), grade_at_most,"
          + " per_term_courses, per_term_credits, total FROM retake_rule ORDER BY rule_id";
  private static final String EARLIER =
      "SELECT COUNT(*) FROM transcript WHERE student_id = ? AND superseded_by < ? AND grade NOT IN ('F', 'U')";
  private static final List<String> GRADES =
      List.of("A+", "A0", "A-", "B+", "B0", "B-", "C+", "C0", "C-", "D+", "D0", "D-");

  private final Connection connection;
  private final StudentVersions students;
  private final OverrideRows overrides;

  EligibilityRows(Connection connection) throws SQLException {
    this.connection = connection;
    this.students = StudentVersions.of(connection);
    this.overrides = new OverrideRows(connection);
  }

  private static String one(String left, String right) {
    return ONE.replace("@left", left).replace("@right", right);
  }

  /** Returns how many rows are judged. */
  long count() throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(COUNT)) {
      found.next();
      return found.getLong(1);
    }
  }

  /** Adds rows of students whose standing or audience forbids them. */
  void byStudent(Examples wrong) throws SQLException {
    Sentences.add(
        connection,
        students.with(STANDING.replace("@none", students.none("student.standing = 'ENROLLED'"))),
        wrong);
    Sentences.add(
        connection,
        students.with(
            AUDIENCE
                .replace("@lifted", overrides.waived("AUDIENCE"))
                .replace("@none", students.none(Audiences.haveStudent("course.audience_id")))),
        wrong);
  }

  private record Need(
      long enrollmentId, long studentId, long courseId, long subjectId, long termId) {}

  /** Adds rows without the subjects that their course needs. */
  void byNeeds(Examples wrong) throws SQLException {
    for (var need :
        needs(
            NEEDS.replace("@kind", "PREREQUISITE")
                + " AND NOT "
                + overrides.waived("PREREQUISITE"))) {
      wrong.add(
          "student %d holds course %d without its prerequisite, subject %d"
              .formatted(need.studentId, need.courseId, need.subjectId));
    }
    for (var need : needs(NEEDS.replace("@kind", "COREQUISITE") + ALONE)) {
      if (!heldBefore(need)) {
        wrong.add(
            "student %d took course %d without its corequisite, subject %d"
                .formatted(need.studentId, need.courseId, need.subjectId));
      }
    }
  }

  private List<Need> needs(String query) throws SQLException {
    var needs = new ArrayList<Need>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      while (found.next()) {
        needs.add(
            new Need(
                found.getLong(1),
                found.getLong(2),
                found.getLong(3),
                found.getLong(4),
                found.getLong(5)));
      }
    }
    return needs;
  }

  private boolean heldBefore(Need need) throws SQLException {
    try (var statement = connection.prepareStatement(HELD_BEFORE)) {
      statement.setLong(1, need.termId);
      statement.setLong(2, need.subjectId);
      statement.setLong(3, need.enrollmentId);
      statement.setLong(4, need.studentId);
      try (var found = statement.executeQuery()) {
        return found.next();
      }
    }
  }

  private record Rule(
      @Nullable Long audienceId,
      long from,
      long to,
      String gradeAtMost,
      @Nullable Integer courses,
      @Nullable Integer credits,
      @Nullable Integer total) {}

  private record Taken(
      long studentId,
      long courseId,
      long termId,
      @Nullable Long retakeOf,
      long subjectId,
      long earnedIn,
      String grade,
      int credits,
      boolean waived,
      long ruleTermId) {}

  private record Plan(long studentId, long termId, long ruleTermId) {}

  /** Adds rows of subjects that were passed and that no rule allows to take again. */
  void byRetakes(Examples wrong) throws SQLException {
    var rules = rules();
    var plans = new HashMap<Plan, List<Taken>>();
    var ruleOf = new HashMap<Plan, Set<Rule>>();
    for (var taken : taken()) {
      if (taken.retakeOf == null) {
        wrong.add(
            "student %d passed subject %d and holds course %d, which is no retake of it"
                .formatted(taken.studentId, taken.subjectId, taken.courseId));
        continue;
      }
      if (taken.waived) {
        continue;
      }
      var rule = rule(taken, rules);
      if (rule == null || !allows(rule, taken.grade)) {
        wrong.add(
            "student %d retakes subject %d in course %d, which no rule allows after the grade %s"
                .formatted(taken.studentId, taken.subjectId, taken.courseId, taken.grade));
        continue;
      }
      var plan = new Plan(taken.studentId, taken.termId, taken.ruleTermId);
      plans.computeIfAbsent(plan, _ -> new ArrayList<>()).add(taken);
      ruleOf.computeIfAbsent(plan, _ -> new HashSet<>()).add(rule);
    }
    for (var plan : plans.entrySet()) {
      judge(plan.getKey(), plan.getValue(), ruleOf.getOrDefault(plan.getKey(), Set.of()), wrong);
    }
  }

  // Each retake was judged by the rule about its own grade, so only what exceeds all of them
  // counts.
  private void judge(Plan plan, List<Taken> retakes, Set<Rule> rules, Examples wrong)
      throws SQLException {
    var credits = retakes.stream().mapToInt(Taken::credits).sum();
    long earlier = -1;
    var exceeded = !rules.isEmpty();
    for (var rule : rules) {
      var here = exceeds(rule.courses, retakes.size()) || exceeds(rule.credits, credits);
      if (!here && rule.total != null) {
        earlier = earlier < 0 ? earlier(plan) : earlier;
        here = exceeds(rule.total, earlier + retakes.size());
      }
      exceeded &= here;
    }
    if (exceeded) {
      wrong.add(
          "student %d has %d retakes with %d credits in term %d, more than the rules allow"
              .formatted(plan.studentId, retakes.size(), credits, plan.termId));
    }
  }

  private static boolean exceeds(@Nullable Integer most, long number) {
    return most != null && number > most;
  }

  private long earlier(Plan plan) throws SQLException {
    try (var statement = connection.prepareStatement(EARLIER)) {
      statement.setLong(1, plan.studentId);
      statement.setLong(2, plan.ruleTermId);
      try (var found = statement.executeQuery()) {
        found.next();
        return found.getLong(1);
      }
    }
  }

  // A grade that is no letter was never compared, and S cannot be improved.
  private static boolean allows(Rule rule, String grade) {
    return GRADES.contains(grade) && GRADES.indexOf(grade) >= GRADES.indexOf(rule.gradeAtMost);
  }

  private @Nullable Rule rule(Taken taken, List<Rule> rules) throws SQLException {
    for (var rule : rules) {
      if (rule.from <= taken.earnedIn
          && taken.earnedIn <= rule.to
          && (rule.audienceId == null || isIn(rule.audienceId, taken.studentId))) {
        return rule;
      }
    }
    return null;
  }

  private boolean isIn(long audienceId, long studentId) throws SQLException {
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT 1 FROM student WHERE student_id = %d AND %s"
                    .formatted(studentId, Audiences.haveStudent(Long.toString(audienceId))))) {
      return found.next();
    }
  }

  /**
   * Returns for each row the last grade of its subject. Of grades of one term it is the one that
   * the row names.
   */
  private List<Taken> taken() throws SQLException {
    Map<Long, Taken> last = new HashMap<>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(TAKEN.replace("@lifted", overrides.waived("RETAKE")))) {
      while (found.next()) {
        last.merge(
            found.getLong(1),
            taken(found),
            (first, next) ->
                next.earnedIn == first.earnedIn
                        && next.retakeOf != null
                        && next.retakeOf == next.subjectId
                    ? next
                    : first);
      }
    }
    return List.copyOf(last.values());
  }

  private static Taken taken(ResultSet found) throws SQLException {
    return new Taken(
        found.getLong(2),
        found.getLong(3),
        found.getLong(4),
        found.getObject(5, Long.class),
        found.getLong(6),
        found.getLong(7),
        found.getString(8),
        found.getInt(9),
        found.getBoolean(10),
        found.getLong(11));
  }

  private List<Rule> rules() throws SQLException {
    var rules = new ArrayList<Rule>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(RULES)) {
      while (found.next()) {
        rules.add(
            new Rule(
                found.getObject(1, Long.class),
                found.getLong(2),
                found.getLong(3),
                found.getString(4),
                found.getObject(5, Integer.class),
                found.getObject(6, Integer.class),
                found.getObject(7, Integer.class)));
      }
    }
    return rules;
  }
}
