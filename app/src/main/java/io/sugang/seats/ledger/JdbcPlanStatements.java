package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.ClassificationRule;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanCourseColumns;
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
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/** The statements in MySQL, on the connection of the transaction. */
final class JdbcPlanStatements implements PlanStatements {
  // By the key and in its order, as every transaction locks them. A row that another transaction
  // holds is left out: its claims wait for the next group, and hold up no other student.
  private static final String LOCK =
      "SELECT student_id, term_id, credit_limit FROM student_term FORCE INDEX (PRIMARY)"
          + " WHERE (student_id, term_id) IN (%s) ORDER BY student_id, term_id"
          + " FOR UPDATE SKIP LOCKED";
  // Both rows of a student by their keys, and a student whose one row is held is left out.
  private static final String LOCK_WITH_STUDENTS =
      "SELECT t.student_id, t.term_id, t.credit_limit FROM student_term t FORCE INDEX (PRIMARY)"
          + " STRAIGHT_JOIN student s FORCE INDEX (PRIMARY) ON s.student_id = t.student_id"
          + " WHERE (t.student_id, t.term_id) IN (%s) ORDER BY t.student_id, t.term_id"
          + " FOR UPDATE OF t SKIP LOCKED FOR SHARE OF s SKIP LOCKED";
  private static final String LOCK_STUDENTS =
      "SELECT student_id FROM student FORCE INDEX (PRIMARY) WHERE student_id IN (%s)"
          + " ORDER BY student_id FOR SHARE SKIP LOCKED";
  private static final String EXISTING_STUDENTS =
      "SELECT student_id FROM student WHERE student_id IN (%s)";
  private static final String EXISTING =
      "SELECT student_id, term_id FROM student_term WHERE (student_id, term_id) IN (%s)";
  // Without retake_of the index has all that is read of enrollment. The hint: otherwise MySQL may
  // begin at all courses and look each one up in the index.
  private static final String HELD =
      "SELECT /*+ JOIN_PREFIX(e) */ e.student_id, "
          + PlanCourseColumns.SELECTED
          + ", %s"
          + " FROM enrollment e FORCE INDEX (ix_enrollment_plan)"
          + " JOIN course c ON c.course_id = e.course_id"
          + " JOIN subject s ON s.subject_id = c.subject_id"
          + " WHERE e.student_id IN (%s) AND c.term_id IN (%s)";
  private static final String CLAIMED =
      "SELECT NULL, "
          + PlanCourseColumns.SELECTED
          + ", NULL"
          + " FROM course c JOIN subject s ON s.subject_id = c.subject_id"
          + " WHERE c.course_id IN (%s) AND c.term_id IS NOT NULL";
  private static final String SAVE =
      "UPDATE student_term FORCE INDEX (PRIMARY) SET credits = CASE student_id %s END"
          + " WHERE (student_id, term_id) IN (%s) ORDER BY student_id, term_id";
  // A plan from a time without rules may exceed its limit: a cancel goes through all the same.
  private static final String RECOUNT =
      "UPDATE student_term t FORCE INDEX (PRIMARY) SET t.credits = LEAST(t.credit_limit,"
          + " (SELECT /*+ JOIN_PREFIX(e) */ COALESCE(SUM(IF(s.counts_toward_limit, c.credits, 0)), 0)"
          + " FROM enrollment e FORCE INDEX (ix_enrollment_plan)"
          + " JOIN course c ON c.course_id = e.course_id"
          + " JOIN subject s ON s.subject_id = c.subject_id"
          + " WHERE e.student_id = t.student_id AND c.term_id = t.term_id))"
          + " WHERE (t.student_id, t.term_id) IN (%s)";
  private static final String RELATIONS =
      "SELECT subject_id, other_id, from_term, to_term FROM subject_relation"
          + " WHERE kind IN ('EQUIVALENT', 'CROSS_LISTED')";

  private final JdbcTemplate jdbc;

  JdbcPlanStatements(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public SortedMap<PlanKey, Integer> lock(SortedSet<PlanKey> plans) {
    return lock(LOCK, plans);
  }

  @Override
  public SortedMap<PlanKey, Integer> lockWithStudents(SortedSet<PlanKey> plans) {
    return lock(LOCK_WITH_STUDENTS, plans);
  }

  private SortedMap<PlanKey, Integer> lock(String statement, SortedSet<PlanKey> plans) {
    SortedMap<PlanKey, Integer> limits = new TreeMap<>();
    Object[] keys = keys(plans);
    jdbc.query(
        statement.formatted(LedgerRows.placeholders("(?,?)", keys.length / 2)),
        (RowCallbackHandler) row -> limits.put(key(row), row.getInt(3)),
        keys);
    return limits;
  }

  @Override
  public Set<PlanKey> existing(Collection<PlanKey> plans) {
    Object[] keys = keys(plans);
    return new HashSet<>(
        jdbc.query(
            EXISTING.formatted(LedgerRows.placeholders("(?,?)", keys.length / 2)),
            (row, n) -> key(row),
            keys));
  }

  @Override
  public Set<StudentId> lockStudents(SortedSet<StudentId> studentIds) {
    return students(LOCK_STUDENTS, studentIds);
  }

  @Override
  public Set<StudentId> existingStudents(Collection<StudentId> studentIds) {
    return students(EXISTING_STUDENTS, studentIds);
  }

  private Set<StudentId> students(String statement, Collection<StudentId> studentIds) {
    Object[] ids = ids(studentIds.stream().map(StudentId::value));
    return new HashSet<>(
        jdbc.query(
            statement.formatted(LedgerRows.placeholders("?", ids.length)),
            (row, n) -> new StudentId(row.getLong(1)),
            ids));
  }

  @Override
  public Courses read(Collection<PlanKey> plans, Collection<SeatsId> claimed, boolean withRetakes) {
    Object[] students = ids(plans.stream().map(plan -> plan.studentId().value()));
    Object[] terms = ids(plans.stream().map(PlanKey::termId));
    Object[] courses = ids(claimed.stream().map(SeatsId::value));
    Map<PlanKey, List<PlanCourse>> held = new HashMap<>();
    Map<PlanKey, Set<SeatsId>> retakes = new HashMap<>();
    Map<SeatsId, PlanCourse> wanted = new HashMap<>();
    jdbc.query(
        HELD.formatted(
                withRetakes ? "e.retake_of" : "NULL",
                LedgerRows.placeholders("?", students.length),
                LedgerRows.placeholders("?", terms.length))
            + " UNION ALL "
            + CLAIMED.formatted(LedgerRows.placeholders("?", courses.length)),
        (RowCallbackHandler)
            row -> {
              PlanCourse course = PlanCourseColumns.course(row, 2);
              long studentId = row.getLong(1);
              if (row.wasNull()) {
                wanted.put(course.seatsId(), course);
              } else {
                PlanKey key = new PlanKey(new StudentId(studentId), course.termId());
                held.computeIfAbsent(key, plan -> new ArrayList<>()).add(course);
                if (row.getObject(2 + PlanCourseColumns.COUNT) != null) {
                  retakes.computeIfAbsent(key, plan -> new HashSet<>()).add(course.seatsId());
                }
              }
            },
        Stream.of(students, terms, courses).flatMap(Stream::of).toArray());
    return new Courses(held, retakes, wanted);
  }

  @Override
  public void saveCredits(SortedMap<PlanKey, Integer> credits) {
    // A student has claims for one term at a time, or for a few; each has a statement of its own,
    // because CASE looks at the student alone.
    credits.entrySet().stream()
        .collect(
            Collectors.groupingBy(
                plan -> plan.getKey().termId(), TreeMap::new, Collectors.toList()))
        .values()
        .forEach(this::saveOfTerm);
  }

  private void saveOfTerm(List<Map.Entry<PlanKey, Integer>> plans) {
    int width = LedgerRows.width(plans.size());
    List<Object> values = new ArrayList<>(4 * width);
    for (int i = 0; i < width; i++) {
      Map.Entry<PlanKey, Integer> plan = plans.get(Math.min(i, plans.size() - 1));
      values.add(plan.getKey().studentId().value());
      values.add(plan.getValue());
    }
    values.addAll(List.of(keys(plans.stream().map(Map.Entry::getKey).toList())));
    jdbc.update(
        SAVE.formatted("WHEN ? THEN ? ".repeat(width), LedgerRows.placeholders("(?,?)", width)),
        values.toArray());
  }

  @Override
  public void recountCredits(SortedSet<PlanKey> plans) {
    Object[] keys = keys(plans);
    jdbc.update(RECOUNT.formatted(LedgerRows.placeholders("(?,?)", keys.length / 2)), keys);
  }

  @Override
  public SubjectRules subjectRules() {
    List<SubjectRelation> relations =
        jdbc.query(
            RELATIONS,
            (row, n) ->
                new SubjectRelation(
                    row.getLong(1),
                    row.getLong(2),
                    row.getObject(3, Long.class),
                    row.getObject(4, Long.class)));
    return new SubjectRules(
        relations, jdbc.query(ClassificationRule.SELECT, (row, n) -> ClassificationRule.of(row)));
  }

  private static PlanKey key(ResultSet row) throws SQLException {
    return new PlanKey(new StudentId(row.getLong(1)), row.getLong(2));
  }

  private static Object[] keys(Collection<PlanKey> plans) {
    List<PlanKey> keys = List.copyOf(plans);
    Object[] values = new Object[2 * LedgerRows.width(keys.size())];
    for (int i = 0; i < values.length / 2; i++) {
      PlanKey key = keys.get(Math.min(i, keys.size() - 1));
      values[2 * i] = key.studentId().value();
      values[2 * i + 1] = key.termId();
    }
    return values;
  }

  private static Object[] ids(Stream<Long> some) {
    return LedgerRows.padded(some.distinct().toList());
  }
}
