package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/** A row of an override, and the limit that it raised, go while a plan is read. */
@SugangTest(properties = "sugang.rules.enabled=true")
class PlanFactsIntegrationTests {
  private static final long STUDENT = 21;
  private static final long COURSE = 7_401;
  private static final long TERM = 1_007_401;

  @Autowired DataSource dataSource;
  @Autowired MySqlDatabase database;

  @Test
  void aPlanIsReadAsItWasAtOneInstant() {
    JdbcTemplate jdbc = database.jdbc();
    TermRows rows = new TermRows(jdbc);
    rows.department(9401, "T 9401", "");
    rows.spring(TERM, 2401);
    rows.subject(907_401, "T7401", "T", 9401);
    long professor =
        Objects.requireNonNull(
            jdbc.queryForObject("SELECT MIN(professor_id) FROM professor", Long.class));
    new Rows(jdbc).course(COURSE, "Lifted course", "T 9401", professor, 10);
    rows.offer(COURSE, TERM, 907_401, "001", 3, null);
    // 18 credits, raised by those of the course.
    jdbc.update(
        "INSERT INTO student_term (student_id, term_id, credit_limit, credits) VALUES (?, ?, 21, 3)",
        STUDENT,
        TERM);
    jdbc.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at, lifted) VALUES (740100, ?, ?, NOW(6), 'CREDIT_LIMIT')",
        STUDENT,
        COURSE);

    StudentPlan before = plan(new JdbcTemplate(dataSource));
    assertThat(before.creditLimit()).isEqualTo(21);
    assertThat(before.credits()).isEqualTo(3);

    StudentPlan read = plan(new CancelledAfterTheFirstRead());
    assertThat(List.of(read.creditLimit(), read.credits())).isIn(List.of(21, 3), List.of(18, 0));

    StudentPlan after = plan(new JdbcTemplate(dataSource));
    assertThat(List.of(after.creditLimit(), after.credits())).isEqualTo(List.of(18, 0));
  }

  private static StudentPlan plan(JdbcTemplate through) {
    return Objects.requireNonNull(
        new PlanFacts(through)
            .plans(List.of(new StudentId(STUDENT)))
            .getOrDefault(new StudentId(STUDENT), Map.of())
            .get(TERM));
  }

  /** The student's cancel is committed after the first statement. */
  private final class CancelledAfterTheFirstRead extends JdbcTemplate {
    private boolean cancelled;

    CancelledAfterTheFirstRead() {
      super(dataSource);
    }

    @Override
    public void query(String sql, RowCallbackHandler each, @Nullable Object @Nullable ... values) {
      super.query(sql, each, values);
      if (!cancelled) {
        cancelled = true;
        JdbcTemplate jdbc = database.jdbc();
        jdbc.update("DELETE FROM enrollment WHERE enrollment_id = 740100");
        jdbc.update(
            "UPDATE student_term SET credit_limit = 18, credits = 0 WHERE student_id = ? AND term_id = ?",
            STUDENT,
            TERM);
      }
    }
  }
}
