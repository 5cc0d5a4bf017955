package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolsIntegrationTests {
  private final Campus campus = new Campus();

  @BeforeEach
  void term() {
    campus.term();
    campus.pool(4, 1);
  }

  @AfterEach
  void close() {
    campus.close();
  }

  @Test
  void aPoolLikeItsCourseIsValid() {
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding().sentence())
        .isEqualTo("1 pools are like their courses, and all seats that were due were moved");
  }

  @Test
  void aPoolWithOtherCreditsIsAViolation() {
    campus.mysql.update("UPDATE course SET credits = 2 WHERE course_id = 4");
    violated(
        "pool 4 and course 1 differ in term, subject, credits or times, or the course is a pool itself");
  }

  @Test
  void seatsThatStayInAMergedPoolAreAViolationAfterTenSeconds() {
    merge(5);
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
    merge(60);
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);
    campus.mysql.update("UPDATE course SET capacity = 0 WHERE course_id = 4");
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
  }

  private void merge(int secondsAgo) {
    campus.mysql.update(
        "UPDATE course SET merges_at = UTC_TIMESTAMP(3) - INTERVAL ? SECOND WHERE course_id = 4",
        secondsAgo);
  }

  @Test
  void aStudentOutsideTheAudienceOfThePoolIsAViolation() {
    campus.mysql.update("INSERT INTO audience VALUES (1, 'grade 2')");
    campus.mysql.update(
        "INSERT INTO audience_row (audience_id, position, grade_from, grade_to) VALUES (1, 1, 2, 2)");
    campus.mysql.update("UPDATE course SET audience_id = 1 WHERE course_id = 4");
    campus.enroll(1, 4);
    violated("student 1 has a seat of pool 4, which is for other students");
    campus.mysql.update("UPDATE student SET grade = 2 WHERE student_id = 1");
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aPortionThatIsOverdueIsAViolation() {
    campus.mysql.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (1, '2026-01-01 10:00:00', 5)");
    violated("5 seats of course 1 were due at 2026-01-01 10:00:00.000 and were not added");
    campus.mysql.update("UPDATE seat_release SET released_at = releases_at");
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aSeatOfAPoolCollidesAsTheCourseDoes() {
    campus.enroll(1, 4);
    campus.enroll(1, 2);
    campus.credits(1, 6);
    assertThat(campus.finding("plan-rules").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  private Finding finding() {
    return campus.finding("pools");
  }

  private void violated(String example) {
    var finding = finding();
    assertThat(finding.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples()).contains(example);
  }
}
