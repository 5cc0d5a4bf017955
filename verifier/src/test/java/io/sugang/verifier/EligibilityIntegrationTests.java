package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Enrollments that standing, audience and history allow, and that they forbid. */
class EligibilityIntegrationTests {
  private final Campus campus = new Campus();

  @BeforeEach
  void term() {
    campus.term();
  }

  @AfterEach
  void close() {
    campus.close();
  }

  @Test
  void aStudentOnLeaveHoldsNoCourse() {
    campus.enroll(1, 1);
    valid();
    campus.mysql.update("UPDATE student SET standing = 'LEAVE' WHERE student_id = 1");
    violated("student 1 holds course 1 and was not enrolled at the university");
  }

  @Test
  void aStudentWhoLeftAfterTheEnrollmentIsNoViolation() {
    campus.enroll(1, 1);
    campus.mysql.update("UPDATE student SET standing = 'LEAVE' WHERE student_id = 1");
    campus.mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, detail) VALUES (UTC_TIMESTAMP(3) + INTERVAL 1 HOUR, 'import',"
            + " 'STUDENT_IMPORT', 'student:1', 1, '{\"before\":{\"standing\":\"ENROLLED\"}}')");
    valid();
    campus.mysql.update(
        "UPDATE audit_event SET at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE action = 'STUDENT_IMPORT'");
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aCourseIsForItsAudienceUnlessThatIsWaived() {
    campus.mysql.update("INSERT INTO audience VALUES (1, 'grade 2')");
    campus.mysql.update(
        "INSERT INTO audience_row (audience_id, position, grade_from, grade_to) VALUES (1, 1, 2, 2)");
    campus.mysql.update("UPDATE course SET audience_id = 1 WHERE course_id = 1");
    campus.enroll(1, 1);
    violated("student 1 holds course 1, which is for another audience");

    waive("AUDIENCE");
    valid();
  }

  @Test
  void aPrerequisiteHasToBePassed() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'PREREQUISITE', NULL, NULL)");
    campus.enroll(1, 1);
    violated("student 1 holds course 1 without its prerequisite, subject 3");

    taken(3, 20251, "F");
    violated("student 1 holds course 1 without its prerequisite, subject 3");

    campus.mysql.update("DELETE FROM transcript");
    taken(2, 20251, "D-");
    campus.mysql.update("INSERT INTO subject_relation VALUES (2, 3, 'EQUIVALENT', 20263, NULL)");
    valid();

    campus.mysql.update("UPDATE subject_relation SET from_term = 20271 WHERE kind = 'EQUIVALENT'");
    violated("student 1 holds course 1 without its prerequisite, subject 3");

    waive("PREREQUISITE");
    valid();
  }

  @Test
  void aCorequisiteHasToBeInThePlanAtTheEnrollment() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'COREQUISITE', NULL, NULL)");
    var first = campus.enroll(1, 3);
    campus.enroll(1, 1);
    valid();

    campus.mysql.update("DELETE FROM enrollment WHERE enrollment_id = ?", first);
    campus.event("CANCEL", first, 1, 3);
    valid();

    campus.mysql.update("DELETE FROM audit_event WHERE enrollment_id = ?", first);
    violated("student 1 took course 1 without its corequisite, subject 3");

    taken(3, 20251, "C0");
    valid();
  }

  @Test
  void aPassedSubjectIsTakenAgainAsARetakeThatARuleAllows() {
    campus.enroll(1, 1);
    taken(1, 20251, "C+");
    violated("student 1 passed subject 1 and holds course 1, which is no retake of it");

    campus.mysql.update("UPDATE enrollment SET retake_of = 1");
    violated("student 1 retakes subject 1 in course 1, which no rule allows after the grade C+");

    campus.mysql.update("INSERT INTO retake_rule (rule_id, grade_at_most) VALUES (1, 'C0')");
    violated("student 1 retakes subject 1 in course 1, which no rule allows after the grade C+");

    campus.mysql.update("UPDATE retake_rule SET grade_at_most = 'C+'");
    valid();

    campus.mysql.update("UPDATE retake_rule SET per_term_courses = 0");
    violated("student 1 has 1 retakes with 3 credits in term 20263, more than the rules allow");

    campus.mysql.update("UPDATE retake_rule SET per_term_courses = 1, per_term_credits = 2");
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);

    campus.mysql.update("UPDATE retake_rule SET per_term_credits = 3, total = 1");
    valid();
    campus.mysql.update(
        "INSERT INTO transcript (student_id, subject_id, term_id, grade, credits, superseded_by) VALUES (1, 2, 20241, 'D0', 3, 20251)");
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);

    waive("RETAKE");
    valid();
  }

  @Test
  void gradesOfTheTermItselfJudgeNoEnrollmentOfIt() {
    campus.mysql.update(
        "INSERT INTO retake_rule (rule_id, grade_at_most, total) VALUES (1, 'C+', 1)");
    campus.enroll(1, 1);
    taken(1, 20263, "B0");
    valid();

    taken(1, 20251, "C+");
    violated("student 1 passed subject 1 and holds course 1, which is no retake of it");
    campus.mysql.update("UPDATE enrollment SET retake_of = 1");
    campus.mysql.update("UPDATE transcript SET superseded_by = 20263 WHERE term_id = 20251");
    valid();

    campus.mysql.update("UPDATE retake_rule SET grade_at_most = 'C0'");
    violated("student 1 retakes subject 1 in course 1, which no rule allows after the grade C+");
  }

  @Test
  void ofTwoSubjectsThatCountAsOneTheOneThatTheRowNamesCounts() {
    campus.enroll(1, 1);
    taken(1, 20251, "C+");
    taken(2, 20251, "A0");
    campus.mysql.update(
        "INSERT INTO subject_relation (subject_id, other_id, kind) VALUES (1, 2, 'EQUIVALENT')");
    campus.mysql.update("INSERT INTO retake_rule (rule_id, grade_at_most) VALUES (1, 'C+')");

    campus.mysql.update("UPDATE enrollment SET retake_of = 1");
    valid();
    campus.mysql.update("UPDATE enrollment SET retake_of = 2");
    violated("student 1 retakes subject 2 in course 1, which no rule allows after the grade A0");
  }

  @Test
  void aRepeatableSubjectIsNoRetake() {
    campus.enroll(1, 1);
    taken(1, 20251, "A0");
    campus.mysql.update("UPDATE subject SET repeatable = TRUE WHERE subject_id = 1");
    valid();
  }

  @Test
  void withoutRulesNothingIsJudged() {
    campus.enroll(1, 1);
    campus.mysql.update("UPDATE student SET standing = 'LEAVE'");
    campus.set("SUGANG_RULES", "off");
    assertThat(finding().verdict()).isEqualTo(Verdict.SKIPPED);
  }

  @Test
  void theMaskOfACourseIsThatOfItsMeetings() {
    campus.pool(4, 1);
    assertThat(facts().verdict()).as(facts().toString()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE meeting SET end_minute = 710 WHERE course_id = 1");
    assertThat(facts().examples())
        .contains(
            "the slot mask of course 1 is not that of its meetings",
            "the slot mask of course 4 is not that of its meetings");

    campus.masks();
    campus.mysql.update("UPDATE course SET slot_mask = NULL WHERE course_id = 2");
    assertThat(facts().examples())
        .containsExactly("the slot mask of course 2 is not that of its meetings");
  }

  @Test
  void aCancelledCourseHasNoEnrollmentsWhenItsCancelIsOver() {
    campus.enroll(1, 1);
    campus.mysql.update("UPDATE course SET status = 'CANCELLED' WHERE course_id = 1");
    assertThat(facts().examples())
        .containsExactly("course 1 is cancelled, and 1 enrollments are left");

    campus.mysql.update(
        "INSERT INTO course_cancellation (course_id, requested_at, role, staff_id, session_id, reason, enrollments)"
            + " VALUES (1, UTC_TIMESTAMP(3), 'registrar', 1, 1, 'r', 1)");
    assertThat(facts().verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update(
        "UPDATE course_cancellation SET requested_at = requested_at - INTERVAL 1 MINUTE");
    assertThat(facts().verdict()).isEqualTo(Verdict.VIOLATED);

    campus.mysql.update(
        "UPDATE course_cancellation SET requested_at = UTC_TIMESTAMP(3), finished_at = UTC_TIMESTAMP(3)");
    assertThat(facts().verdict()).isEqualTo(Verdict.VIOLATED);
  }

  private void taken(long subjectId, long termId, String grade) {
    campus.mysql.update(
        "INSERT INTO transcript (student_id, subject_id, term_id, grade, credits) VALUES (1, ?, ?, ?, 3)",
        subjectId,
        termId,
        grade);
  }

  /** The only enrollment waives a rule by an override. */
  private void waive(String rules) {
    campus.mysql.update("INSERT INTO staff VALUES (1, 'Registrar', 'REGISTRAR', NULL)");
    campus.mysql.update("UPDATE enrollment SET lifted = ?", rules);
    campus.mysql.update(
        "INSERT INTO override (student_id, course_id, lifts, request_text, state, requested_at, decided_at, decided_by, reason, expires_at, confirmed_at, enrollment_id)"
            + " SELECT student_id, course_id, lifted, 'please', 'CONFIRMED', '2020-01-01', '2020-01-01', 1, 'r', '2099-01-01', enrolled_at, enrollment_id FROM enrollment");
  }

  private Finding finding() {
    return campus.finding("eligibility");
  }

  private Finding facts() {
    return campus.finding("course-facts");
  }

  private void valid() {
    assertThat(finding().verdict()).as(finding().toString()).isEqualTo(Verdict.VALID);
  }

  private void violated(String example) {
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding().examples()).contains(example);
  }
}
