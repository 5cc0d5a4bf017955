package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waived rows that are broken by hand, past the service. */
class OverridesIntegrationTests {
  private static final String BEFORE = "UTC_TIMESTAMP(3) - INTERVAL 1 HOUR";

  private final Campus campus = new Campus();

  @BeforeEach
  void staff() {
    campus.term();
    campus.mysql.update("INSERT INTO department VALUES (2, '인문대학', '사학과', 'History', '')");
    campus.mysql.update(
        "INSERT INTO staff VALUES (1, 'Registrar', 'REGISTRAR', NULL), (2, 'Own', 'DEPARTMENT', 1), (3, 'Other', 'DEPARTMENT', 2)");
  }

  @AfterEach
  void close() {
    campus.close();
  }

  /** A waived row of student 1 in course 2, as the service leaves it. */
  private void waived(String rules, String actor, long staffId) {
    long enrollment = campus.enroll(1, 2);
    campus.mysql.update(
        "UPDATE enrollment SET lifted = ? WHERE enrollment_id = ?", rules, enrollment);
    campus.mysql.update(
        "INSERT INTO override (override_id, student_id, course_id, lifts, request_text, state, requested_at, decided_at, decided_by, reason, expires_at, confirmed_at, enrollment_id)"
            + " SELECT 7, student_id, course_id, lifted, 'please', 'CONFIRMED', @before, @before, ?, 'graduates', UTC_TIMESTAMP(3) + INTERVAL 1 HOUR, enrolled_at, enrollment_id FROM enrollment WHERE enrollment_id = ?"
                .replace("@before", BEFORE),
        staffId,
        enrollment);
    campus.mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, reason)"
            + " SELECT decided_at, ?, 'OVERRIDE_GRANT', 'override:7', student_id, course_id, reason FROM override",
        actor);
  }

  @ParameterizedTest
  @CsvSource({"registrar:1, 1", "department:2, 2"})
  void aRowThatStaffGrantedIsSound(String actor, long staffId) {
    campus.enroll(1, 1);
    waived("TIME_CONFLICT", actor, staffId);
    campus.credits(1, 6);

    var finding = campus.finding("overrides");

    assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding.sentence())
        .isEqualTo("1 enrollments have lifted rules, each granted by staff and confirmed in time");
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aLiftOfATimeIsNoneForACourseThatWasTakenLater() {
    waived("TIME_CONFLICT", "registrar:1", 1);
    campus.enroll(1, 1);
    campus.credits(1, 6);

    assertThat(campus.finding("plan-rules").examples())
        .contains("student 1 holds courses 2 and 1, which meet at the same time");
  }

  @Test
  void aClaimThatArrivedAfterTheConfirmMayHaveBeenDecidedBeforeIt() {
    campus.enroll(1, 1);
    waived("TIME_CONFLICT", "registrar:1", 1);
    campus.credits(1, 6);
    campus.mysql.update(
        "UPDATE enrollment SET enrolled_at = enrolled_at + INTERVAL 2 SECOND WHERE course_id = 1");
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update(
        "UPDATE enrollment SET enrolled_at = enrolled_at + INTERVAL 1 HOUR WHERE course_id = 1");
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aConfirmMayHaveTheTimeOfItsGrantAndNoOtherOfTheFuture() {
    waived("CAPACITY", "registrar:1", 1);
    campus.mysql.update(
        "UPDATE enrollment SET enrolled_at = (SELECT MAX(decided_at) FROM override), inserted_at = enrolled_at - INTERVAL 10 SECOND");
    assertThat(campus.finding("arrival-stamps").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE override SET decided_at = decided_at - INTERVAL 1 SECOND");
    assertThat(campus.finding("arrival-stamps").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aSeatThatAnOverrideRaisesIsExplainedWhileItsRowIsThere() {
    campus.announce();
    waived("CAPACITY", "registrar:1", 1);
    assertThat(campus.finding("announced-seats").examples())
        .contains("course 2 has 3 seats; by announcement and changes it has 4");

    campus.mysql.update("UPDATE course SET capacity = 4 WHERE course_id = 2");
    assertThat(campus.finding("announced-seats").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE override SET state = 'CANCELLED'");
    assertThat(campus.finding("announced-seats").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aLimitIsTheAnnouncedOneWithWhatConfirmedOverridesRaise() {
    campus.announce();
    waived("CREDIT_LIMIT", "registrar:1", 1);
    campus.credits(1, 3);
    campus.mysql.update("UPDATE override SET raised_credits = 3");
    assertThat(campus.finding("plan-rules").examples())
        .contains("student 1 has the limit 6 in term 20263; by announcement and overrides it is 9");

    campus.mysql.update("UPDATE student_term SET credit_limit = 9 WHERE student_id = 1");
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE student_term SET credit_limit = 12 WHERE student_id = 1");
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void anotherLiftIsNoneForAnOverlap() {
    campus.enroll(1, 1);
    waived("CREDIT_LIMIT", "registrar:1", 1);
    campus.credits(1, 6);

    assertThat(campus.finding("plan-rules").examples())
        .contains("student 1 holds courses 1 and 2, which meet at the same time");
  }

  @Test
  void aWaivedRowWithoutItsOverrideIsAViolation() {
    waived("CAPACITY", "registrar:1", 1);
    campus.mysql.update("DELETE FROM override");

    violated("course 2 lifts CAPACITY, and no confirmed override lifts exactly that for it");
  }

  @Test
  void aRowThatLiftsMoreThanItsOverrideIsAViolation() {
    waived("CAPACITY", "registrar:1", 1);
    campus.mysql.update("UPDATE enrollment SET lifted = 'CAPACITY,WINDOW'");

    violated("lifts CAPACITY,WINDOW, and no confirmed override lifts exactly that for it");
  }

  @Test
  void aConfirmedOverrideWithoutItsRowIsAViolation() {
    waived("CAPACITY", "registrar:1", 1);
    campus.mysql.update("UPDATE enrollment SET lifted = NULL");

    violated("override 7 is confirmed, and its enrollment 1 does not exist or does not lift");
  }

  @Test
  void aConfirmAtAnotherTimeThanTheRowIsAViolation() {
    waived("CAPACITY", "registrar:1", 1);
    campus.mysql.update("UPDATE enrollment SET enrolled_at = enrolled_at + INTERVAL 2 HOUR");

    violated("override 7 was confirmed at");
  }

  @ParameterizedTest
  @CsvSource({"viewer:2, 2", "department:3, 3", "registrar:1, 2", "student:1, 1"})
  void aGrantOfOthersIsAViolation(String actor, long staffId) {
    waived("CAPACITY", actor, staffId);

    violated("no event says that staff " + staffId);
  }

  private void departmentsOfTheGrant(String ofCourse, String ofStaff) {
    campus.mysql.update(
        "UPDATE audit_event SET detail = JSON_OBJECT('after', JSON_OBJECT('courseDepartment', ?, 'staffDepartment', ?)) WHERE action = 'OVERRIDE_GRANT'",
        ofCourse,
        ofStaff);
  }

  @Test
  void staffWhoMovedToAnotherDepartmentGrantedAsOneOfTheFirst() {
    waived("CAPACITY", "department:2", 2);
    departmentsOfTheGrant("컴퓨터공학과", "컴퓨터공학과");
    campus.mysql.update("UPDATE staff SET department_id = 2 WHERE staff_id = 2");
    assertThat(campus.finding("overrides").verdict()).isEqualTo(Verdict.VALID);

    // Also when staff and course are of one department now.
    campus.mysql.update("UPDATE staff SET department_id = 1 WHERE staff_id = 2");
    departmentsOfTheGrant("컴퓨터공학과", "사학과");
    violated("no event says that staff 2");
  }

  @Test
  void aCourseMayHaveOtherCreditsAfterItsLiftWasCancelled() {
    waived("CREDIT_LIMIT", "registrar:1", 1);
    campus.mysql.update("UPDATE override SET raised_credits = 3, state = 'CANCELLED'");
    campus.mysql.update("DELETE FROM enrollment");
    campus.mysql.update("UPDATE course SET credits = 2");
    assertThat(campus.finding("overrides").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE override SET lifts = 'CAPACITY'");
    violated("override 7 raised the limit of student 1 by 3");
  }

  @Test
  void aLimitThatWasRaisedByMoreIsAViolation() {
    waived("CREDIT_LIMIT", "registrar:1", 1);
    campus.mysql.update("UPDATE override SET raised_credits = 3");
    assertThat(campus.finding("overrides").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE override SET raised_credits = 6");
    violated("override 7 raised the limit of student 1 by 6");
  }

  @Test
  void anOverrideWithoutItsStudentOrItsCourseIsAViolation() {
    campus.mysql.update(
        "INSERT INTO override (override_id, student_id, course_id, lifts, request_text, state, requested_at)"
            + " VALUES (8, 1, 2, 'CAPACITY', 'please', 'REQUESTED', UTC_TIMESTAMP(3))");
    assertThat(campus.finding("overrides").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE override SET course_id = 999");
    violated("override 8 is of student 1 and course 999, and one of them does not exist");
  }

  @Test
  void aWaivedWindowIsNotJudged() {
    campus.mysql.update(
        "INSERT INTO registration_window VALUES (1, 20263, 'ENROLL', NULL, '2001-01-01', '2002-01-01', 'ENROLL,DROP')");
    waived("WINDOW", "registrar:1", 1);
    assertThat(campus.finding("within-windows").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE override SET lifts = 'CAPACITY'");
    assertThat(campus.finding("within-windows").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  private void violated(String example) {
    var finding = campus.finding("overrides");
    assertThat(finding.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples()).anyMatch(found -> found.contains(example));
  }
}
