package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Enrollments that arrived in a window and outside of all, and windows of all audiences. */
class WithinWindowsIntegrationTests {
  private static final String NOON = "2026-08-03 12:00:00.000";
  private static final String ONE = "2026-08-03 13:00:00.000";
  private static final String BETWEEN = "2026-08-03 12:30:00.123456";

  private final Campus campus = new Campus();

  @BeforeEach
  void term() {
    campus.term();
    campus.mysql.update("INSERT INTO program VALUES (1, 1, '철학', 'Philosophy')");
    campus.mysql.update("INSERT INTO department VALUES (2, '인문대학', '국어국문학과', 'Korean', '')");
  }

  @AfterEach
  void close() {
    campus.close();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-08-03 11:59:59.999999, VIOLATED",
    "2026-08-03 12:00:00.000000, VALID",
    "2026-08-03 12:59:59.999999, VALID",
    "2026-08-03 13:00:00.000000, VIOLATED"
  })
  void aWindowBeginsWithItsFirstInstantAndEndsBeforeItsLast(String arrival, Verdict verdict) {
    window(1, null, NOON, ONE, "ENROLL,DROP");
    arrived(1, 1, arrival);

    assertThat(finding().verdict()).isEqualTo(verdict);
  }

  @Test
  void anExampleNamesTheArrivalAndTheWindowsOfTheStudent() {
    window(1, null, NOON, ONE, "ENROLL");
    window(2, null, "2026-08-02 12:00:00.000", "2026-08-02 13:00:00.000", "WAITLIST,ENROLL");
    window(3, null, NOON, "2026-08-03 18:00:00.000", "DROP");
    arrived(1, 1, BETWEEN);
    arrived(1, 2, "2026-08-03 14:00:00.000001");

    var finding = finding();

    assertThat(finding.sentence())
        .isEqualTo("1 of 2 enrollments arrived while no window was open for their student");
    assertThat(finding.examples())
        .containsExactly(
            "student 1 enrolled in course 2 at 2026-08-03 14:00:00.000001 UTC; windows of term 20263"
                + " for the student: 2 from 2026-08-02 12:00:00.000 to 2026-08-02 13:00:00.000,"
                + " 1 from 2026-08-03 12:00:00.000 to 2026-08-03 13:00:00.000");
  }

  @Test
  void oneOfSeveralWindowsIsEnough() {
    window(1, null, "2026-08-02 12:00:00.000", "2026-08-02 13:00:00.000", "ENROLL");
    window(2, null, NOON, ONE, "ENROLL");
    arrived(1, 1, BETWEEN);

    assertThat(finding().sentence())
        .isEqualTo("1 enrollments arrived in a window that was open for their student");
  }

  @ParameterizedTest
  @CsvSource({
    "grade_from = 1, grade_to = 1, VALID",
    "grade_from = 2, grade_to = NULL, VIOLATED",
    "grade_from = NULL, grade_to = 0, VIOLATED",
    "terms_from = NULL, terms_to = 0, VALID",
    "terms_from = 1, terms_to = NULL, VIOLATED",
    "number_parity = 'ODD', type = NULL, VALID",
    "number_parity = 'EVEN', type = NULL, VIOLATED",
    "number_parity = NULL, type = 'REGULAR', VALID",
    "number_parity = NULL, type = 'FRESHMAN', VIOLATED",
    "department_id = 1, grade_from = NULL, VALID",
    "department_id = 2, grade_from = NULL, VIOLATED",
    "department_id = 1, grade_from = 2, VIOLATED",
    "program_id = 1, program_role = 'MINOR', VALID",
    "program_id = 1, program_role = 'DOUBLE', VIOLATED",
    "program_id = NULL, program_role = 'MINOR', VALID",
    "program_role = 'MINOR', department_id = 1, VALID",
    "program_role = 'MINOR', department_id = 2, VIOLATED"
  })
  void aWindowIsForItsAudience(String column, String other, Verdict verdict) {
    campus.mysql.update("INSERT INTO audience VALUES (1, 'some')");
    campus.mysql.update("INSERT INTO audience_row (audience_id, position) VALUES (1, 1)");
    campus.mysql.update("UPDATE audience_row SET %s, %s".formatted(column, other));
    campus.mysql.update("INSERT INTO student_program VALUES (1, 1, 'MINOR')");
    window(1, 1L, NOON, ONE, "ENROLL");
    arrived(1, 1, BETWEEN);

    assertThat(finding().verdict()).isEqualTo(verdict);
  }

  @Test
  void aStudentOfNoRowOfAnAudienceHasNoWindow() {
    campus.mysql.update("INSERT INTO audience VALUES (1, 'none')");
    window(1, 1L, NOON, ONE, "ENROLL");
    arrived(7, 1, BETWEEN);

    assertThat(finding().examples())
        .containsExactly(
            "student 7 enrolled in course 1 at 2026-08-03 12:30:00.123456 UTC;"
                + " term 20263 has no window for the student");
  }

  @ParameterizedTest
  @CsvSource({
    // It was open from twelve to one. At two the desk prolonged it until four.
    "2026-08-03 12:30:00.000000, VALID",
    "2026-08-03 13:00:00.000000, VIOLATED",
    "2026-08-03 13:58:00.000000, VIOLATED",
    "2026-08-03 13:59:56.000000, VIOLATED",
    // It was read a moment later than it arrived.
    "2026-08-03 13:59:59.000000, VALID",
    "2026-08-03 15:00:00.000000, VALID",
    "2026-08-03 16:00:00.000000, VIOLATED"
  })
  void aWindowIsJudgedByTheValuesThatItHadAtTheArrival(String arrival, Verdict verdict) {
    window(1, null, NOON, "2026-08-03 16:00:00.000", "ENROLL,DROP");
    changed("2026-08-03 09:00:00", "WINDOW_CREATE", "null", values("13:00", "ENROLL\",\"DROP"));
    changed(
        "2026-08-03 14:00:00",
        "WINDOW_SHIFT",
        values("13:00", "ENROLL\",\"DROP"),
        values("16:00", "ENROLL\",\"DROP"));
    arrived(1, 1, arrival);

    assertThat(finding().verdict()).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-08-03 13:30:02.500000, VALID",
    "2026-08-03 13:30:05.000000, VIOLATED",
    "2026-08-03 13:30:09.000000, VIOLATED"
  })
  void aWindowThatWasShortenedCountsForTwoAndAHalfSeconds(String arrival, Verdict verdict) {
    window(1, null, NOON, ONE, "ENROLL");
    changed(
        "2026-08-03 13:30:00",
        "WINDOW_SHIFT",
        values("16:00", "ENROLL"),
        values("13:00", "ENROLL"));
    arrived(1, 1, arrival);

    assertThat(finding().verdict()).isEqualTo(verdict);
  }

  @Test
  void aStudentIsJudgedByTheGradeThatTheStudentHadAtTheArrival() {
    campus.mysql.update("INSERT INTO audience VALUES (1, 'grade 1')");
    campus.mysql.update(
        "INSERT INTO audience_row (audience_id, position, grade_from, grade_to) VALUES (1, 1, 1, 1)");
    window(1, 1L, NOON, ONE, "ENROLL");
    arrived(1, 1, BETWEEN);
    campus.mysql.update("UPDATE student SET grade = 2 WHERE student_id = 1");
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);

    campus.mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, detail) VALUES ('2026-08-04', 'import',"
            + " 'STUDENT_IMPORT', 'student:1', 1, '{\"before\":{\"grade\":1},\"after\":{\"grade\":2}}')");
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update(
        "UPDATE audit_event SET at = '2026-08-02' WHERE student_id = 1 AND action = 'STUDENT_IMPORT'");
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void theFirstEventThatIsKeptSaysWhatWasBefore() {
    window(1, null, NOON, "2026-08-03 16:00:00.000", "ENROLL,DROP");
    changed(
        "2026-08-03 14:00:00", "WINDOW_CHANGE", values("13:00", "DROP"), values("16:00", "ENROLL"));
    arrived(1, 1, BETWEEN);
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);

    campus.mysql.update("DELETE FROM audit_event WHERE target = 'window:1'");
    changed(
        "2026-08-03 14:00:00",
        "WINDOW_CHANGE",
        values("13:00", "ENROLL"),
        values("16:00", "ENROLL"));
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
  }

  private static String values(String closes, String actions) {
    return "{\"termId\":20263,\"opensAt\":\"2026-08-03T12:00:00Z\",\"closesAt\":\"2026-08-03T%s:00Z\",\"actions\":[\"%s\"]}"
        .formatted(closes, actions);
  }

  private void changed(String at, String action, String before, String after) {
    campus.mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, reason, detail) VALUES (?, 'registrar:1', ?, 'window:1', 'r', ?)",
        at,
        action,
        "{\"before\":%s,\"after\":%s}".formatted(before, after));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP", "SWAP,WAITLIST", ""})
  void aWindowForOtherActionsIsNone(String actions) {
    window(1, null, NOON, ONE, actions);
    arrived(1, 1, BETWEEN);

    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aTermWithoutWindowsIsNotJudged() {
    arrived(1, 1, BETWEEN);

    assertThat(finding().verdict()).isEqualTo(Verdict.SKIPPED);
    assertThat(finding().sentence())
        .isEqualTo("no term has a window; 1 enrollments of terms without a window are not judged");

    campus.mysql.update(
        "INSERT INTO term VALUES (20271, 2027, 'SPRING', 'REGULAR', '2027-03-01', '2027-06-20')");
    campus.mysql.update("UPDATE course SET term_id = 20271 WHERE course_id = 2");
    campus.mysql.update(
        "INSERT INTO registration_window VALUES (1, 20271, 'ENROLL', NULL, ?, ?, 'ENROLL')",
        NOON,
        ONE);
    arrived(1, 2, BETWEEN);

    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding().sentence())
        .startsWith("1 enrollments arrived")
        .endsWith("; 1 enrollments of terms without a window are not judged");
  }

  @Test
  void aCourseWithoutATermHasNoWindows() {
    window(1, null, NOON, ONE, "ENROLL");
    campus.mysql.update("UPDATE course SET term_id = NULL WHERE course_id = 1");
    arrived(1, 1, "2020-01-01 00:00:00");

    assertThat(finding().sentence()).startsWith("0 enrollments");
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void rowsOfTheWarmUpAreLeftOut() {
    window(1, null, NOON, ONE, "ENROLL");
    campus.student(Ids.RESERVED_FROM);
    arrived(Ids.RESERVED_FROM, 1, "2020-01-01 00:00:00");

    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void withoutRulesWindowsDoNotCount() {
    window(1, null, NOON, ONE, "ENROLL");
    arrived(1, 1, "2020-01-01 00:00:00");
    campus.set("SUGANG_RULES", "off");

    assertThat(finding().verdict()).isEqualTo(Verdict.SKIPPED);
    assertThat(finding().sentence()).isEqualTo("SUGANG_RULES=off: windows do not count");
  }

  private void window(
      long id, @Nullable Long audience, String opens, String closes, String actions) {
    campus.mysql.update(
        "INSERT INTO registration_window VALUES (?, 20263, 'ENROLL', ?, ?, ?, ?)",
        id,
        audience,
        opens,
        closes,
        actions);
  }

  private void arrived(long studentId, long courseId, String at) {
    long enrollment = campus.enroll(studentId, courseId);
    campus.mysql.update(
        "UPDATE enrollment SET enrolled_at = ? WHERE enrollment_id = ?", at, enrollment);
  }

  private Finding finding() {
    return campus.finding("within-windows");
  }
}
