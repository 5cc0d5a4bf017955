package io.sugang.rules.window;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.ClassificationRule;
import io.sugang.rules.plan.Curriculum;
import io.sugang.rules.plan.Curriculum.Need;
import io.sugang.rules.plan.Curriculum.NeedKind;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanCourseColumns;
import io.sugang.rules.plan.RetakeRule;
import io.sugang.rules.plan.StudentHistory;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.rules.plan.SubjectName;
import io.sugang.rules.plan.SubjectRelation;
import io.sugang.rules.plan.SubjectRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/** The statements that read plans, histories, and what their rules ask about courses. */
final class PlanFacts {
  private static final String ALL_COURSES =
      "SELECT "
          + PlanCourseColumns.SELECTED
          + ", s.repeatable FROM course c JOIN subject s ON s.subject_id = c.subject_id"
          + " WHERE c.term_id IS NOT NULL";
  private static final String COURSES = ALL_COURSES + " AND c.course_id IN (%s)";
  private static final String RELATIONS =
      "SELECT r.kind, r.subject_id, r.other_id, r.from_term, r.to_term, s.code, s.title_ko"
          + " FROM subject_relation r JOIN subject s ON s.subject_id = r.other_id";
  private static final String RETAKE_RULES =
      "SELECT audience_id, earned_from_term, earned_to_term, grade_at_most, per_term_courses,"
          + " per_term_credits, total FROM retake_rule ORDER BY rule_id";
  private static final String ALL_HISTORIES =
      "SELECT student_id, subject_id, term_id, grade, superseded_by IS NOT NULL FROM transcript"
          + " WHERE student_id ";
  private static final String HISTORIES = ALL_HISTORIES + "IN (%s)";
  private static final String NEXT_HISTORIES = ALL_HISTORIES + "BETWEEN ? AND ?";
  // One statement, and so one instant. The row of an override and the limit that it raised come and
  // go together, and a plan with one of them alone never was. The limits have no course.
  private static final String PLANS =
      "SELECT /*+ JOIN_PREFIX(e) */ "
          + PlanCourseColumns.SELECTED
          + ", e.student_id, e.retake_of IS NOT NULL, 0"
          + " FROM enrollment e FORCE INDEX (ix_enrollment_plan)"
          + " JOIN course c ON c.course_id = e.course_id"
          + " JOIN subject s ON s.subject_id = c.subject_id"
          + " WHERE e.student_id IN (%1$s) AND c.term_id IS NOT NULL"
          + " UNION ALL SELECT NULL, term_id, NULL, NULL, NULL, NULL, student_id, FALSE, credit_limit"
          + " FROM student_term WHERE student_id IN (%1$s)";

  // The column after those of a course.
  private static final int NEXT = PlanCourseColumns.COUNT + 1;

  private final JdbcTemplate jdbc;

  PlanFacts(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Hands over all courses with a term. */
  void eachCourse(Consumer<OfferedCourse> action) {
    jdbc.query(ALL_COURSES, (RowCallbackHandler) row -> action.accept(offered(row)));
  }

  /** Reads courses by id; those without a term are missing. */
  Map<SeatsId, OfferedCourse> courses(Collection<SeatsId> seatsIds) {
    Map<SeatsId, OfferedCourse> courses = new HashMap<>();
    RegistrationRows.inGroups(
        jdbc,
        COURSES,
        seatsIds.stream().map(SeatsId::value).toList(),
        row -> courses.put(new SeatsId(row.getLong(1)), offered(row)));
    return courses;
  }

  private static OfferedCourse offered(ResultSet row) throws SQLException {
    return new OfferedCourse(PlanCourseColumns.course(row, 1), row.getBoolean(NEXT));
  }

  /** Reads the relations of all subjects. */
  Curriculum curriculum() {
    List<SubjectRelation> relations = new ArrayList<>();
    List<Need> needs = new ArrayList<>();
    jdbc.query(
        RELATIONS,
        (RowCallbackHandler)
            row -> {
              String kind = row.getString(1);
              Long from = row.getObject(4, Long.class);
              Long to = row.getObject(5, Long.class);
              switch (kind) {
                case "PREREQUISITE", "COREQUISITE" ->
                    needs.add(
                        new Need(
                            NeedKind.valueOf(kind),
                            row.getLong(2),
                            new SubjectName(row.getLong(3), row.getString(6), row.getString(7)),
                            from,
                            to));
                default ->
                    relations.add(new SubjectRelation(row.getLong(2), row.getLong(3), from, to));
              }
            });
    return new Curriculum(new SubjectRules(relations, classificationRules()), needs);
  }

  private List<ClassificationRule> classificationRules() {
    return jdbc.query(ClassificationRule.SELECT, (row, n) -> ClassificationRule.of(row));
  }

  /** Reads the rules of retakes, in their order. */
  List<RetakeRule> retakeRules() {
    return jdbc.query(
        RETAKE_RULES,
        (row, n) ->
            new RetakeRule(
                row.getObject(1, Long.class),
                row.getObject(2, Long.class),
                row.getObject(3, Long.class),
                row.getString(4),
                row.getObject(5, Integer.class),
                row.getObject(6, Integer.class),
                row.getObject(7, Integer.class)));
  }

  /** Reads histories by student; those without a row are missing. */
  Map<StudentId, StudentHistory> histories(Collection<StudentId> studentIds) {
    Map<StudentId, List<StudentHistory.TakenSubject>> entries = new HashMap<>();
    RegistrationRows.inGroups(jdbc, HISTORIES, values(studentIds), row -> addEntry(row, entries));
    return histories(entries);
  }

  /** Reads the histories of students from one id to another. */
  Map<StudentId, StudentHistory> histories(StudentId first, StudentId last) {
    Map<StudentId, List<StudentHistory.TakenSubject>> entries = new HashMap<>();
    jdbc.query(
        NEXT_HISTORIES,
        (RowCallbackHandler) row -> addEntry(row, entries),
        first.value(),
        last.value());
    return histories(entries);
  }

  private static void addEntry(
      ResultSet row, Map<StudentId, List<StudentHistory.TakenSubject>> entries)
      throws SQLException {
    entries
        .computeIfAbsent(new StudentId(row.getLong(1)), student -> new ArrayList<>())
        .add(
            new StudentHistory.TakenSubject(
                row.getLong(2), row.getLong(3), row.getString(4), row.getBoolean(5)));
  }

  private static Map<StudentId, StudentHistory> histories(
      Map<StudentId, List<StudentHistory.TakenSubject>> entries) {
    Map<StudentId, StudentHistory> histories = new HashMap<>();
    entries.forEach((student, rows) -> histories.put(student, new StudentHistory(rows)));
    return histories;
  }

  /** Reads the plans of students, by student and term. */
  Map<StudentId, Map<Long, StudentPlan>> plans(Collection<StudentId> studentIds) {
    Map<StudentId, Map<Long, StudentPlan>> plans = new HashMap<>();
    Map<StudentId, Map<Long, List<PlanCourse>>> held = new HashMap<>();
    Map<StudentId, Set<SeatsId>> retakes = new HashMap<>();
    List<Limit> limits = new ArrayList<>();
    RegistrationRows.inGroups(
        jdbc,
        PLANS,
        2,
        values(studentIds),
        row -> {
          StudentId student = new StudentId(row.getLong(NEXT));
          if (row.getObject(1) == null) {
            limits.add(new Limit(student, row.getLong(2), row.getInt(NEXT + 2)));
            return;
          }
          PlanCourse course = PlanCourseColumns.course(row, 1);
          held.computeIfAbsent(student, id -> new HashMap<>())
              .computeIfAbsent(course.termId(), term -> new ArrayList<>())
              .add(course);
          if (row.getBoolean(NEXT + 1)) {
            retakes.computeIfAbsent(student, id -> new HashSet<>()).add(course.seatsId());
          }
        });
    for (Limit limit : limits) {
      List<PlanCourse> courses =
          held.getOrDefault(limit.studentId, Map.of()).getOrDefault(limit.termId, List.of());
      Set<SeatsId> ofPlan = new HashSet<>(retakes.getOrDefault(limit.studentId, Set.of()));
      ofPlan.retainAll(courses.stream().map(PlanCourse::seatsId).toList());
      plans
          .computeIfAbsent(limit.studentId, id -> new HashMap<>())
          .put(limit.termId, new StudentPlan(limit.credits, courses, ofPlan));
    }
    return plans;
  }

  private static List<Long> values(Collection<StudentId> studentIds) {
    return studentIds.stream().map(StudentId::value).toList();
  }

  private record Limit(StudentId studentId, long termId, int credits) {}
}
