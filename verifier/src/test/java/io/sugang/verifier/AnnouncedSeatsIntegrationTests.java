package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Seats that changed with an explanation, and without one. */
class AnnouncedSeatsIntegrationTests {
  private final Campus campus = new Campus();

  @BeforeEach
  void pools() {
    campus.term();
    campus.pool(4, 1);
    campus.announce();
  }

  @AfterEach
  void close() {
    campus.close();
  }

  @Test
  void theAnnouncedSeatsAreValid() {
    assertThat(finding().verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding().sentence())
        .isEqualTo("3 courses have the announced seats with all changes");
  }

  @Test
  void seatsWithoutAnEventAreAViolation() {
    capacity(2, 4);
    violated("course 2 has 4 seats; by announcement and changes it has 3");

    campus.changed("COURSE_CAPACITY", 2, 3, 4);
    valid();

    campus.changed("COURSE_CAPACITY", 2, 4, 9);
    violated("course 2 has 4 seats; by announcement and changes it has 9");
  }

  @Test
  void aPortionCountsFromWhenItWasAdded() {
    campus.mysql.update(
        "INSERT INTO seat_release (course_id, releases_at, seats) VALUES (2, '2026-01-01', 5)");
    valid();
    campus.mysql.update("UPDATE seat_release SET released_at = '2026-01-02'");
    violated("course 2 has 3 seats; by announcement and changes it has 8");
    capacity(2, 8);
    valid();
  }

  @Test
  void aPortionThatEndedWithItsCourseAddsNothing() {
    campus.mysql.update(
        "INSERT INTO seat_release (course_id, releases_at, seats, released_at) VALUES (2, '2099-01-01', 5, '2026-01-02')");
    campus.mysql.update(
        "INSERT INTO course_cancellation (course_id, requested_at, role, staff_id, session_id, reason, enrollments)"
            + " VALUES (2, '2026-01-02', 'registrar', 1, 1, 'r', 0)");
    campus.mysql.update("UPDATE course SET capacity = 0, status = 'CANCELLED' WHERE course_id = 2");
    campus.changed("COURSE_CANCEL", 2, 3, 0);
    valid();
  }

  @Test
  void aMergeMovesSeatsAndMakesNone() {
    capacity(4, 1);
    capacity(1, 5);
    violated("pool 4 has 1 seats; by announcement and changes it has 3");

    campus.mysql.update(
        "UPDATE course SET merges_at = UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE WHERE course_id = 4");
    valid();

    capacity(1, 6);
    violated("course 1 has 7 seats with its pools; by announcement and changes it has 6");

    capacity(1, 4);
    violated("course 1 has 5 seats with its pools; by announcement and changes it has 6");

    capacity(4, 4);
    capacity(1, 2);
    violated("pool 4 has 4 seats; by announcement and changes it has 3");
  }

  @Test
  void aCourseThatWasNeverAnnouncedIsNamedAndNotJudged() {
    campus.mysql.update("DELETE FROM announced_course WHERE course_id = 4");
    capacity(1, 9);

    valid();
    assertThat(finding().sentence())
        .endsWith("; 1 courses were never announced and are not judged");
  }

  private void capacity(long courseId, int seats) {
    campus.mysql.update("UPDATE course SET capacity = ? WHERE course_id = ?", seats, courseId);
  }

  private Finding finding() {
    return campus.finding("announced-seats");
  }

  private void valid() {
    assertThat(finding().verdict()).as(finding().toString()).isEqualTo(Verdict.VALID);
  }

  private void violated(String example) {
    assertThat(finding().verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding().examples()).contains(example);
  }
}
