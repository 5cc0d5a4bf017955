package io.sugang.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** {@code V4__registration.sql} on a database of version 3 with rows. */
@Tag("extended")
class RegistrationMigrationIntegrationTests {
  private static final String SELECT_ENROLLMENTS =
      "SELECT enrollment_id, student_id, course_id, enrolled_at, idempotency_key FROM enrollment ORDER BY enrollment_id";
  private static final String SELECT_COURSES =
      "SELECT course_id, title, department, professor_id, credits, capacity, enrolled FROM course ORDER BY course_id";
  private static final String SELECT_STUDENTS =
      "SELECT student_id, student_number, name, email, department, grade FROM student ORDER BY student_id";

  private final MySqlDatabase database = Servers.mysql().newEmptyDatabase();
  private final JdbcTemplate mysql = database.jdbc();

  @BeforeEach
  void aDatabaseOfVersion3() {
    migrateTo("3");
    mysql.update("INSERT INTO professor VALUES (1, '김영수', '철학과')");
    mysql.update(
        "INSERT INTO student VALUES (1, '2026000001', '이민준', 'a@sugang.example', '철학과', 1), (2, '2023000002', '박서연', 'b@sugang.example', '수학과', 4)");
    mysql.update(
        "INSERT INTO course VALUES (1, '논리학', '철학과', 1, 3, 50, 2), (2, '윤리학', '철학과', 1, 3, 1, 1)");
    mysql.update(
        "INSERT INTO enrollment VALUES (1, 1, 1, '2026-03-01 01:00:00.123456', 'k'), (2, 2, 1, '2026-03-01 01:00:01', NULL), (3, 2, 2, '2026-03-01 01:00:02', NULL)");
  }

  @Test
  void keepsEveryRowAndGivesItNoRules() {
    List<Map<String, @Nullable Object>> enrollments = mysql.queryForList(SELECT_ENROLLMENTS);
    List<Map<String, @Nullable Object>> courses = mysql.queryForList(SELECT_COURSES);
    List<Map<String, @Nullable Object>> students = mysql.queryForList(SELECT_STUDENTS);

    migrateTo("4");

    assertThat(mysql.queryForList(SELECT_ENROLLMENTS)).isEqualTo(enrollments).hasSize(3);
    assertThat(mysql.queryForList(SELECT_COURSES)).isEqualTo(courses).hasSize(2);
    assertThat(mysql.queryForList(SELECT_STUDENTS)).isEqualTo(students).hasSize(2);
    assertThat(
            number(
                "SELECT COUNT(*) FROM course WHERE term_id IS NULL AND subject_id IS NULL AND audience_id IS NULL AND slot_mask IS NULL AND status = 'OPEN'"))
        .isEqualTo(2);
    assertThat(
            number(
                "SELECT COUNT(*) FROM student WHERE admission_year IS NULL AND standing = 'ENROLLED' AND type = 'REGULAR' AND terms_completed = 0"))
        .isEqualTo(2);
    assertThat(number("SELECT COUNT(*) FROM enrollment WHERE retake_of IS NULL")).isEqualTo(3);
  }

  @Test
  void theSixthMigrationGivesEveryRowItsEvent() {
    migrateTo("6");

    assertThat(
            mysql.queryForList(
                "SELECT CONCAT_WS(' ', actor, action, target, student_id, course_id, enrollment_id, outcome) FROM audit_event ORDER BY enrollment_id",
                String.class))
        .containsExactly(
            "migration ENROLL student:1 1 1 1 DONE",
            "migration ENROLL student:2 2 1 2 DONE",
            "migration ENROLL student:2 2 2 3 DONE");
    assertThat(
            number(
                "SELECT COUNT(*) FROM audit_event JOIN enrollment USING (enrollment_id) WHERE ABS(TIMESTAMPDIFF(MICROSECOND, at, enrolled_at)) < 1000"))
        .isEqualTo(3);
  }

  @Test
  void theFifteenthMigrationAnnouncesWhatThereIsAndStampsNoOlderRow() {
    migrateTo("14");
    mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, course_id, detail) VALUES (UTC_TIMESTAMP(3), 'registrar:1', 'COURSE_CAPACITY', 'course:1', 1,"
            + " '{\"before\":{\"seats\":[{\"seatsId\":1,\"capacity\":30}]},\"after\":{\"seats\":[{\"seatsId\":1,\"capacity\":50}]}}')");

    migrateTo("15");

    assertThat(
            mysql.queryForList(
                "SELECT CONCAT_WS(' ', course_id, seats, credits) FROM announced_course ORDER BY course_id",
                String.class))
        .containsExactly("1 30 3", "2 1 3");
    assertThat(number("SELECT COUNT(*) FROM enrollment WHERE inserted_at IS NULL")).isEqualTo(3);
    mysql.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (4, 1, 2, UTC_TIMESTAMP(6))");
    assertThat(
            number(
                "SELECT COUNT(*) FROM enrollment WHERE ABS(TIMESTAMPDIFF(SECOND, inserted_at, UTC_TIMESTAMP(6))) < 60"))
        .isEqualTo(1);
  }

  @Test
  void takesRowsAsTheServiceInsertsThem() {
    migrateTo("4");

    mysql.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity) VALUES (3, '미학', '철학과', 1, 3, 5)");
    mysql.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at, idempotency_key) VALUES (4, 1, 3, UTC_TIMESTAMP(6), NULL)");

    assertThat(number("SELECT COUNT(*) FROM enrollment WHERE course_id = 3")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO term VALUES (20262, 2026, 'SPRING', 'REGULAR', '2026-03-02', '2026-06-20')",
        "INSERT INTO term VALUES (20263, 2026, 'FALL', 'REGULAR', '2026-09-02', '2026-06-20')",
        "INSERT INTO meeting VALUES (1, 1, 600, 600, NULL)",
        "INSERT INTO meeting VALUES (1, 8, 600, 660, NULL)",
        "INSERT INTO meeting VALUES (1, 1, 601, 660, NULL)",
        "INSERT INTO meeting VALUES (1, 1, 1400, 1445, NULL)",
        "INSERT INTO meeting VALUES (77, 1, 600, 660, NULL)",
        "UPDATE course SET term_id = 20261 WHERE course_id = 1",
        "UPDATE course SET term_id = 20269, subject_id = 1, section_no = '001' WHERE course_id = 1",
        "UPDATE course SET term_id = 20261, subject_id = 7, section_no = '001' WHERE course_id = 1",
        "UPDATE course SET term_id = 20261, subject_id = 1, section_no = '001'",
        "UPDATE course SET subject_id = 7 WHERE course_id = 1",
        "UPDATE course SET term_id = 20269 WHERE course_id = 1",
        "UPDATE course SET audience_id = 7 WHERE course_id = 1",
        "UPDATE course SET slot_mask = 0x01 WHERE course_id = 1",
        "UPDATE course SET status = 'GONE' WHERE course_id = 1",
        "UPDATE student SET standing = 'AWAY' WHERE student_id = 1",
        "INSERT INTO subject_relation VALUES (1, 1, 'PREREQUISITE', NULL, NULL)",
        "INSERT INTO subject_relation VALUES (2, 1, 'EQUIVALENT', NULL, NULL)",
        "INSERT INTO subject_relation VALUES (1, 2, 'EQUIVALENT', 20263, 20261)",
        "INSERT INTO student_term (student_id, term_id, credit_limit, credits) VALUES (1, 20261, 18, 19)",
        "INSERT INTO student_term (student_id, term_id, credit_limit) VALUES (77, 20261, 18)",
        "INSERT INTO transcript VALUES (1, 1, 20261, 'A', 3, NULL)",
        "INSERT INTO registration_window VALUES (1, 20261, 'ENROLL', NULL, '2026-02-10 01:00:00', '2026-02-10 01:00:00', 'ENROLL')",
        "INSERT INTO registration_window VALUES (1, 20261, 'ENROLL', NULL, '2026-02-10 01:00:00', '2026-02-11 01:00:00', 'ENROLL,TAKE')",
        "INSERT INTO student_term (student_id, term_id, credit_limit, slot_mask) VALUES (1, 20261, 18, 0x00)",
        "INSERT INTO staff VALUES (1, '김영수', 'DEPARTMENT', NULL)"
      })
  void refusesWhatCannotBe(String sql) {
    aTermWithASubject();

    assertThatThrownBy(() -> mysql.update(sql)).isInstanceOf(DataAccessException.class);
  }

  private void aTermWithASubject() {
    migrateTo("4");
    mysql.update(
        "INSERT INTO term VALUES (20261, 2026, 'SPRING', 'REGULAR', '2026-03-02', '2026-06-20')");
    mysql.update("INSERT INTO department VALUES (1, '인문대학', '철학과', 'Philosophy', '철학')");
    mysql.update(
        "INSERT INTO subject (subject_id, code, title_ko, credits, classification, department_id) VALUES (1, 'PHI101', '논리학', 3, '전필', 1), (2, 'PHI102', '윤리학', 3, '전선', 1)");
  }

  private void migrateTo(String version) {
    Flyway.configure()
        .locations("classpath:service/db/migration")
        .dataSource(database.jdbcUrl(), database.owner(), database.password())
        .target(MigrationVersion.fromVersion(version))
        .load()
        .migrate();
  }

  private long number(String sql) {
    Long number = mysql.queryForObject(sql, Long.class);
    return number == null ? 0 : number;
  }
}
