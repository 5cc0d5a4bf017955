package io.sugang.startup.seed;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalogue, the timetable and the students' histories of the seed, on a real MySQL. */
class RegistrationSeedIntegrationTests {
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();

  private static final String COLLISIONS =
      """
      FROM meeting a JOIN meeting b
        ON b.weekday = a.weekday AND b.course_id > a.course_id
        AND a.start_minute < b.end_minute AND b.start_minute < a.end_minute
      """;

  private record Section(
      long courseId,
      long subjectId,
      String department,
      int credits,
      BigInteger slots,
      boolean restricted) {}

  @BeforeAll
  static void standardData() {
    assertThat(seed(DATABASE, 5000, 300, 500)).isEqualTo(SeedOutcome.SEEDED);
  }

  /** As {@code SeederIntegrationTests.makesTheSameRowsOnEveryMachine}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          subject             | subject_id, code, title_ko, credits, classification, counts_toward_limit, repeatable | 200d03c09dea3a9419bef3c7a4a02020ae0ce8442a6e035f6792517d04ff4014
          subject_relation    | subject_id, other_id, kind, IFNULL(from_term, '-')                          | 3788ebd5e9ffb26fa26098ebce57572168f328425c2a3589c80cecbd13adc553
          course              | course_id, term_id, subject_id, section_no, language, HEX(slot_mask)        | 128c119c22ad6fd972e4b56db2d80ad54671201ec1e04a20e83c3c8b59c518bc
          meeting             | course_id, weekday, start_minute, end_minute, room                          | 5774efc758f340e4ca45081c22c5a7087c05b48bb357ab52b9363ceebcc5f52b
          student             | student_id, admission_year, standing, type, terms_completed                 | 15d7bda5e8fb2565ed1dbaebe9a8af82e658e6e7c8f3c034e4e3f4c32b15910d
          student_program     | student_id, program_id, role                                                | ddb4a1b1147468f5a681e8b51dd027dfb579e8c7ba80e212d359393f3e4561f4
          transcript          | student_id, subject_id, term_id, grade, credits, IFNULL(superseded_by, '-') | e233bf04fe3bf56c916c355cd7cf26b9f888154a91a52befc76fe839eb76b36c
          student_term        | student_id, term_id, credit_limit                                           | a025de27b377140edff9f891d3e842882c71a1a51e66852610aa01cad7634e60
          staff               | staff_id, name, role, IFNULL(department_id, '-')                            | da31d986ff7746276b4d30b8d7737a2c2815037d281b83ac1068a3fd1b06eaab
          """)
  void makesTheSameRowsOnEveryMachine(String table, String columns, String digest) {
    String sql =
        """
        SELECT /*+ SET_VAR(group_concat_max_len = 100000000) */
          SHA2(GROUP_CONCAT(CONCAT_WS('|', %1$s) ORDER BY CONCAT_WS('|', %1$s) SEPARATOR '\\n'), 256)
        FROM %2$s
        """
            .formatted(columns, table);

    assertThat(DATABASE.jdbc().queryForObject(sql, String.class)).isEqualTo(digest);
  }

  @Test
  void everyCourseIsASectionOfTheCurrentTerm() {
    assertThat(
            number("SELECT COUNT(*) FROM course JOIN term USING (term_id) WHERE term_id = 20261"))
        .isEqualTo(500);
    assertThat(
            number(
                "SELECT COUNT(*) FROM course JOIN subject USING (subject_id) JOIN department USING (department_id) WHERE course.title LIKE CONCAT(title_ko, '%') AND course.credits = subject.credits AND course.department = name_ko"))
        .isEqualTo(500);
    assertThat(
            number(
                "SELECT COUNT(*) FROM (SELECT 1 FROM course GROUP BY subject_id HAVING COUNT(*) > 1) several"))
        .isGreaterThan(30);
    assertThat(
            number(
                "SELECT COUNT(*) FROM registration_window WHERE term_id = 20261 AND audience_id IS NULL AND FIND_IN_SET('ENROLL', actions) AND opens_at < UTC_TIMESTAMP(3) AND UTC_TIMESTAMP(3) < closes_at"))
        .isEqualTo(1);
  }

  @Test
  void noRoomAndNoProfessorIsNeededTwiceAtOneTime() {
    assertThat(number("SELECT COUNT(*) " + COLLISIONS + " AND a.room = b.room")).isZero();
    assertThat(
            number(
                "SELECT COUNT(*) "
                    + COLLISIONS
                    + " JOIN course ca ON ca.course_id = a.course_id JOIN course cb ON cb.course_id = b.course_id WHERE ca.professor_id = cb.professor_id"))
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM meeting WHERE room IS NULL")).isZero();
    assertThat(number("SELECT COUNT(DISTINCT course_id) FROM meeting")).isEqualTo(500);
  }

  @Test
  void collidesAsRealTimetablesDo() {
    String pairs =
        "SELECT 1000 * AVG(BIT_COUNT(a.slot_mask & b.slot_mask) > 0) FROM course a JOIN course b ON b.course_id > a.course_id AND b.subject_id <> a.subject_id";
    assertThat(number(pairs + " AND a.department = b.department")).isBetween(50L, 150L);
    assertThat(number(pairs)).isBetween(50L, 150L);
    // Two lectures of 75 minutes are the usual week of a course.
    assertThat(
            number(
                "SELECT 100 * AVG(n = 2) FROM (SELECT COUNT(*) AS n FROM meeting GROUP BY course_id) courses"))
        .isBetween(50L, 70L);
    assertThat(number("SELECT MIN(start_minute) FROM meeting")).isEqualTo(540);
    assertThat(number("SELECT MAX(end_minute) FROM meeting")).isLessThanOrEqualTo(1260);
  }

  @Test
  void masksEqualMeetings() {
    Map<Long, BigInteger> expected = new HashMap<>();
    DATABASE
        .jdbc()
        .query(
            "SELECT course_id, weekday, start_minute, end_minute FROM meeting",
            row -> {
              BigInteger mask = expected.getOrDefault(row.getLong(1), BigInteger.ZERO);
              for (int minute = row.getInt(3); minute < row.getInt(4); minute += 5) {
                mask = mask.setBit(288 * (row.getInt(2) - 1) + minute / 5);
              }
              expected.put(row.getLong(1), mask);
            });
    Map<Long, BigInteger> masks = new HashMap<>();
    sections().forEach(section -> masks.put(section.courseId(), section.slots()));

    assertThat(masks).isEqualTo(expected).hasSize(500);
  }

  @Test
  void relatesSubjectsWithoutACircle() {
    assertThat(number("SELECT COUNT(*) FROM subject_relation WHERE kind = 'PREREQUISITE'"))
        .isGreaterThan(40);
    assertThat(number("SELECT COUNT(*) FROM subject_relation WHERE kind = 'COREQUISITE'"))
        .isPositive();
    assertThat(number("SELECT COUNT(*) FROM subject_relation WHERE kind = 'EQUIVALENT'"))
        .isPositive();
    assertThat(number("SELECT COUNT(*) FROM subject_relation WHERE kind = 'CROSS_LISTED'"))
        .isPositive();
    assertThat(
            number(
                """
                WITH RECURSIVE needs (subject_id, other_id) AS (
                  SELECT subject_id, other_id FROM subject_relation WHERE kind = 'PREREQUISITE'
                  UNION
                  SELECT needs.subject_id, further.other_id
                  FROM needs JOIN subject_relation further
                    ON further.kind = 'PREREQUISITE' AND further.subject_id = needs.other_id
                )
                SELECT COUNT(*) FROM needs WHERE subject_id = other_id
                """))
        .isZero();
  }

  @Test
  void historiesFitTheirStudents() {
    assertThat(
            number("SELECT COUNT(*) FROM student WHERE admission_year <> LEFT(student_number, 4)"))
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM student WHERE terms_completed <> 2 * (grade - 1)"))
        .isZero();
    assertThat(number("SELECT 1000 * AVG(standing = 'ENROLLED') FROM student"))
        .isBetween(990L, 999L);
    assertThat(
            number(
                "SELECT COUNT(*) FROM student WHERE student_id <= 100 AND (standing <> 'ENROLLED' OR type NOT IN ('REGULAR', 'FRESHMAN'))"))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM (SELECT 1 FROM transcript GROUP BY student_id, subject_id HAVING SUM(superseded_by IS NULL) <> 1) twice"))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM transcript old LEFT JOIN transcript again ON again.student_id = old.student_id AND again.subject_id = old.subject_id AND again.term_id = old.superseded_by WHERE old.superseded_by IS NOT NULL AND again.student_id IS NULL"))
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM transcript WHERE superseded_by IS NOT NULL"))
        .isGreaterThan(1000);
    assertThat(
            number(
                "SELECT COUNT(*) FROM transcript LEFT JOIN term USING (term_id) WHERE term.term_id IS NULL"))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM transcript JOIN student USING (student_id) WHERE term_id DIV 10 < 2026 - (student.grade - 1) OR term_id >= 20261"))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM student LEFT JOIN student_program ON student_program.student_id = student.student_id AND role = 'PRIMARY' LEFT JOIN program USING (program_id) LEFT JOIN department USING (department_id) WHERE NOT department.name_ko <=> student.department"))
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM student_program WHERE role = 'DOUBLE'"))
        .isGreaterThan(100);
  }

  @Test
  void limitsFollowTheRules() {
    assertThat(number("SELECT COUNT(*) FROM student_term WHERE term_id = 20261 AND credits = 0"))
        .isEqualTo(5000);
    assertThat(
            number(
                """
                WITH points AS (
                  SELECT student_id, SUM(credits * CASE LEFT(grade, 1) WHEN 'A' THEN 4 WHEN 'B' THEN 3 WHEN 'C' THEN 2 WHEN 'D' THEN 1 ELSE 0 END
                    + credits * CASE SUBSTRING(grade, 2) WHEN '+' THEN 0.3 WHEN '-' THEN -0.3 ELSE 0 END) / SUM(credits) AS gpa
                  FROM transcript WHERE term_id = 20253 GROUP BY student_id
                )
                SELECT COUNT(*)
                FROM student
                JOIN student_term USING (student_id)
                JOIN department ON name_ko = department
                LEFT JOIN audience_row ON audience_id = 1 AND audience_row.department_id = department.department_id
                JOIN credit_limit_rule rule ON rule.term_id = student_term.term_id AND rule.audience_id <=> audience_row.audience_id
                LEFT JOIN points USING (student_id)
                WHERE credit_limit <> maximum + IF(COALESCE(gpa >= gpa_at_least, FALSE), bonus, 0)
                """))
        .isZero();
    assertThat(number("SELECT 100 * AVG(credit_limit = 18) FROM student_term")).isBetween(60L, 80L);
  }

  @Test
  void staffHasAllRoles() {
    assertThat(number("SELECT COUNT(DISTINCT role) FROM staff")).isEqualTo(3);
    assertThat(
            number(
                "SELECT COUNT(*) FROM department LEFT JOIN staff USING (department_id) WHERE staff_id IS NULL"))
        .isZero();
  }

  @Test
  void everyMemberOfTheStaffSignsInByAnOwnName() {
    assertThat(number("SELECT COUNT(*) FROM staff")).isEqualTo(63);
    assertThat(number("SELECT COUNT(DISTINCT name) FROM staff")).isEqualTo(63);
  }

  @Test
  void nearlyEveryStudentFindsAPlan() {
    List<Section> sections = sections();
    Map<Long, Set<Long>> passed =
        pairs("SELECT student_id, subject_id FROM transcript WHERE grade <> 'F'");
    Map<Long, Set<Long>> needs =
        pairs("SELECT subject_id, other_id FROM subject_relation WHERE kind = 'PREREQUISITE'");
    List<Integer> credits = new ArrayList<>();
    DATABASE
        .jdbc()
        .query(
            "SELECT student_id, department, credit_limit FROM student JOIN student_term USING (student_id)",
            row -> {
              credits.add(
                  creditsOfAPlan(
                      sections,
                      row.getString(2),
                      row.getInt(3),
                      passed.getOrDefault(row.getLong(1), Set.of()),
                      needs));
            });

    assertThat(credits).hasSize(5000);
    assertThat(credits.stream().filter(sum -> sum >= 15).count()).isGreaterThanOrEqualTo(4950);
  }

  // The student's own department and the liberal education alone, in the order of the catalogue.
  private static int creditsOfAPlan(
      List<Section> sections,
      String department,
      int limit,
      Set<Long> passed,
      Map<Long, Set<Long>> needs) {
    int credits = 0;
    BigInteger slots = BigInteger.ZERO;
    Set<Long> subjects = new HashSet<>();
    for (boolean own : new boolean[] {true, false}) {
      for (Section section : sections) {
        boolean offered =
            own
                ? section.department().equals(department)
                : section.department().equals("기초교육원") && !section.restricted();
        if (offered
            && credits + section.credits() <= limit
            && slots.and(section.slots()).signum() == 0
            && !passed.contains(section.subjectId())
            && passed.containsAll(needs.getOrDefault(section.subjectId(), Set.of()))
            && subjects.add(section.subjectId())) {
          credits += section.credits();
          slots = slots.or(section.slots());
        }
      }
    }
    return credits;
  }

  @Test
  void aProfessorOfManyCoursesTeachesOnline() {
    MySqlDatabase small = Servers.mysql().newDatabase();
    seed(small, 1, 1, 40);

    assertThat(number(small, "SELECT COUNT(*) FROM course WHERE slot_mask IS NOT NULL"))
        .isEqualTo(12);
    assertThat(number(small, "SELECT COUNT(*) " + COLLISIONS)).isZero();
    assertThat(number(small, "SELECT COUNT(*) FROM student_term")).isEqualTo(1);
  }

  private static List<Section> sections() {
    return DATABASE
        .jdbc()
        .query(
            "SELECT course_id, subject_id, department, credits, slot_mask, audience_id IS NOT NULL FROM course ORDER BY course_id",
            (row, _) ->
                new Section(
                    row.getLong(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getInt(4),
                    new BigInteger(1, row.getBytes(5)),
                    row.getBoolean(6)));
  }

  private static Map<Long, Set<Long>> pairs(String sql) {
    Map<Long, Set<Long>> pairs = new HashMap<>();
    DATABASE
        .jdbc()
        .query(
            sql,
            row -> {
              pairs.computeIfAbsent(row.getLong(1), _ -> new HashSet<>()).add(row.getLong(2));
            });
    return pairs;
  }

  private static SeedOutcome seed(
      MySqlDatabase database, int students, int professors, int courses) {
    return new Seeder(
            database.jdbcUrl(),
            database.owner(),
            database.password(),
            new SeedProperties(true, students, professors, courses, 50, Duration.ofMinutes(2)),
            SeedScripts.fromClasspath())
        .seed();
  }

  private static long number(String sql) {
    return number(DATABASE, sql);
  }

  private static long number(MySqlDatabase database, String sql) {
    @Nullable Long number = database.jdbc().queryForObject(sql, Long.class);
    return Objects.requireNonNull(number);
  }
}
