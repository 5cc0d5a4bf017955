package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans that are broken by hand, past the service. */
class PlanRulesIntegrationTests {
  private final Campus campus = new Campus();

  @BeforeEach
  void rules() {
    campus.term();
  }

  @AfterEach
  void close() {
    campus.close();
  }

  @Test
  void aMeetingThatBeginsWhenAnotherEndsIsNoOverlap() {
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 6);

    var finding = campus.finding("plan-rules");

    assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding.sentence())
        .isEqualTo("1 plans with 2 courses: no overlap, no subject twice, none above its limit");
  }

  @Test
  void coursesAtOneTimeAreAViolation() {
    campus.enroll(1, 1);
    campus.enroll(1, 2);
    campus.credits(1, 6);

    violated("student 1 holds courses 1 and 2, which meet at the same time");
  }

  @Test
  void crossListedSubjectsAreAViolation() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'CROSS_LISTED', 20261, NULL)");
    campus.enroll(1, 3);
    campus.enroll(1, 1);
    campus.credits(1, 6);

    violated("student 1 holds courses 3 and 1 of one subject");
  }

  @Test
  void moreCoursesOfAClassificationThanTheTermAllowsAreAViolation() {
    campus.mysql.update("INSERT INTO classification_rule VALUES (20263, '전선', 1)");
    campus.enroll(1, 1);
    campus.credits(1, 3);
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);
    campus.enroll(1, 3);
    campus.credits(1, 6);

    violated("student 1 holds 2 courses of 전선 in term 20263, which allows 1");
  }

  @Test
  void aRelationOfEarlierTermsIsNone() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'EQUIVALENT', NULL, 20261)");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 6);

    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void inAMockTermTheRelationsOfTheTermHoldOfWhichItIsACopy() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'EQUIVALENT', 20263, 20263)");
    campus.mysql.update(
        "INSERT INTO term SELECT 1001020263, year, season, 'MOCK', starts_on, ends_on FROM term WHERE term_id = 20263");
    campus.mysql.update("UPDATE course SET term_id = 1001020263 WHERE term_id = 20263");
    campus.mysql.update("UPDATE student_term SET term_id = 1001020263 WHERE term_id = 20263");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 6);

    violated("student 1 holds courses 1 and 3 of one subject");
  }

  @Test
  void theRowOfAMockTermSaysOfWhichTermItIsACopy() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'EQUIVALENT', 20263, 20263)");
    campus.mysql.update(
        "INSERT INTO term SELECT 1001020271, year, season, 'MOCK', starts_on, ends_on FROM term WHERE term_id = 20263");
    campus.mysql.update("UPDATE course SET term_id = 1001020271 WHERE term_id = 20263");
    campus.mysql.update("UPDATE student_term SET term_id = 1001020271 WHERE term_id = 20263");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 6);
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update(
        "INSERT INTO mock_term (mock_term_id, term_id, of_term, state, opens_at, closes_at, reason, begun_at, total_students, total_courses)"
            + " VALUES (1, 1001020271, 20263, 'READY', '2026-01-01', '2026-01-02', 'r', '2026-01-01', 1, 1)");
    violated("student 1 holds courses 1 and 3 of one subject");
  }

  @Test
  void creditsAreTheAnnouncedOnes() {
    campus.announce();
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.mysql.update("UPDATE course SET credits = 1");
    campus.credits(1, 2);

    violated("student 1 has 6 credits in term 20263, and the service counts 2");
    assertThat(campus.finding("course-facts").examples())
        .contains("course 1 has 1 credits, and 3 were announced");
  }

  @Test
  void twoSectionsOfASubjectAreAViolation() {
    campus.mysql.update("UPDATE course SET subject_id = 1, section_no = '003' WHERE course_id = 3");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 6);

    violated("student 1 holds courses 1 and 3 of one subject");
  }

  @Test
  void moreCreditsThanTheLimitAreAViolation() {
    campus.mysql.update("UPDATE student_term SET credit_limit = 5 WHERE student_id = 1");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 5);

    violated("student 1 has 6 credits in term 20263, and the limit is 5");
  }

  @Test
  void aSubjectThatDoesNotCountHasNoCredits() {
    campus.mysql.update("UPDATE subject SET counts_toward_limit = FALSE WHERE subject_id = 3");
    campus.mysql.update("UPDATE student_term SET credit_limit = 3 WHERE student_id = 1");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 3);

    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void creditsThatTheServiceLostAreAViolation() {
    campus.enroll(1, 1);
    campus.credits(2, 3);

    var finding = violated("student 1 has 3 credits in term 20263, and the service counts 0");
    assertThat(finding.examples())
        .contains("student 2 has 0 credits in term 20263, and the service counts 3");
  }

  @Test
  void aStudentOutsideTheTermIsAViolation() {
    campus.mysql.update("DELETE FROM student_term WHERE student_id = 1");
    campus.enroll(1, 1);

    violated("student 1 holds courses of term 20263 and is not registered in it");
  }

  @Test
  void aRetakeOfTheSameSubjectIsSound() {
    retake(1);
    transcript(1, 1);

    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aRetakeOfASubjectThatCountsAsTheSameIsSoundInTheTermsOfTheRelation() {
    retake(3);
    transcript(1, 3);
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'EQUIVALENT', 20263, 20263)");

    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);

    campus.mysql.update("UPDATE subject_relation SET from_term = 20271, to_term = NULL");

    violated(
        "student 1 takes course 1 as a retake of subject 3, which is not the subject of the course");
  }

  @Test
  void aRetakeOfAnotherStudentsSubjectIsAViolation() {
    retake(1);
    transcript(2, 1);

    violated("student 1 takes course 1 as a retake of subject 1, which is not in the transcript");
  }

  @Test
  void aRetakeOfAnotherSubjectIsAViolation() {
    retake(2);
    transcript(1, 2);

    violated(
        "student 1 takes course 1 as a retake of subject 2, which is not the subject of the course");
  }

  /** Enrolls student 1 in course 1 as a retake of a subject. */
  private void retake(long subjectId) {
    long enrollment = campus.enroll(1, 1);
    campus.credits(1, 3);
    campus.mysql.update(
        "UPDATE enrollment SET retake_of = ? WHERE enrollment_id = ?", subjectId, enrollment);
  }

  private void transcript(long studentId, long subjectId) {
    campus.mysql.update(
        "INSERT INTO transcript (student_id, subject_id, term_id, grade, credits) VALUES (?, ?, 20251, 'C0', 3)",
        studentId,
        subjectId);
  }

  private Finding violated(String example) {
    var finding = campus.finding("plan-rules");
    assertThat(finding.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples()).contains(example);
    return finding;
  }
}
