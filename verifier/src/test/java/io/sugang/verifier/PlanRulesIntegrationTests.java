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
  void aRelationOfEarlierTermsIsNone() {
    campus.mysql.update("INSERT INTO subject_relation VALUES (1, 3, 'EQUIVALENT', NULL, 20261)");
    campus.enroll(1, 1);
    campus.enroll(1, 3);
    campus.credits(1, 6);

    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VALID);
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

  private Finding violated(String example) {
    var finding = campus.finding("plan-rules");
    assertThat(finding.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples()).contains(example);
    return finding;
  }
}
