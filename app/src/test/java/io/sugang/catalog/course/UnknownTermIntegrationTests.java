package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.UnknownCourseException;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.Seat;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** A course that is not known must not pass for one without rules. */
@SugangTest(properties = "sugang.rules.enabled=true")
@Tag("extended")
class UnknownTermIntegrationTests {
  @Autowired CourseCatalog catalog;
  @Autowired EnrollmentLedger ledger;
  @Autowired MySqlDatabase database;

  @Test
  void aCourseThatWasUnknownAMomentAgoHasItsTerm() {
    long course = 7_301;
    long term = 1_007_301;
    assertThat(catalog.exists(new CourseId(course))).isFalse();
    JdbcTemplate jdbc = database.jdbc();
    TermRows rows = new TermRows(jdbc);
    rows.department(9301, "T 9301", "");
    rows.spring(term, 2301);
    rows.subject(907_301, "T7301", "T", 9301);
    new Rows(jdbc).course(course, "New course", "T 9301", professor(jdbc), 10);
    rows.offer(course, term, 907_301, "001", 3, null);
    assertThat(catalog.termOf(new SeatsId(course))).isEqualTo(term);
    assertThat(catalog.exists(new CourseId(course))).isTrue();
  }

  @Test
  void aCourseThatThereIsNotHasNoTerm() {
    assertThatThrownBy(() -> catalog.termOf(new SeatsId(7_302)))
        .isInstanceOf(UnknownCourseException.class);
    assertThat(
            ledger
                .claim(
                    new Seat(new StudentId(1), new SeatsId(7_302)),
                    null,
                    Instant.now(),
                    Actor.student(1),
                    CoursePermit.NONE)
                .join())
        .isEqualTo(NotEnrolled.COURSE_NOT_FOUND);
  }

  @Test
  void aCourseWithoutATermHasNone() {
    JdbcTemplate jdbc = database.jdbc();
    new Rows(jdbc).course(7_303, "Course without rules", "T 9301", professor(jdbc), 10);
    assertThat(catalog.termOf(new SeatsId(7_303))).isNull();
  }

  private static long professor(JdbcTemplate jdbc) {
    return Objects.requireNonNull(
        jdbc.queryForObject("SELECT MIN(professor_id) FROM professor", Long.class));
  }
}
