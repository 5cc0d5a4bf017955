package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.rows.Meeting;
import io.sugang.verifier.VerifierCommand.Verified;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Check 11: students click on all pairs of colliding courses at once. The verifier judges from the
 * meetings that no plan overlaps and none is above its limit.
 */
@AcceptanceTest
@Isolated("stops an instance")
@Tag("extended")
class CollidingCoursesIntegrationTests {
  private static final int PAIRS = 4;
  private static final int LIMIT = 9;

  /** Three courses of three credits fill every plan. */
  private static final int EACH = LIMIT / 3;

  private final Campus campus;

  CollidingCoursesIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  private record Click(Student student, long course) {}

  private static final class Demand {
    final List<Student> students;
    final List<Click> clicks = new ArrayList<>();
    final List<Long> courses = new ArrayList<>();

    Demand(Campus campus, int count) {
      OwnTerm term = new OwnTerm(campus).open();
      students = term.students(count, 2, LIMIT);
      for (int weekday = 1; weekday <= PAIRS; weekday++) {
        courses.add(term.course(new Meeting(weekday, "10:00", "11:15")));
        courses.add(term.course(new Meeting(weekday, "11:10", "12:25")));
      }
      Random random = new Random(20261126);
      for (Student student : students) {
        // Clicks of one student come together, so that they race.
        List<Long> order = new ArrayList<>(courses);
        Collections.shuffle(order, random);
        order.forEach(course -> clicks.add(new Click(student, course)));
      }
    }
  }

  @Test
  void everyPlanKeepsItsRulesUnderARush() throws Exception {
    Demand demand = new Demand(campus, Scale.of(5_000));
    List<Answer> answers =
        campus.rush(
            demand.clicks.stream()
                .<Callable<Answer>>map(
                    click -> () -> click.student.enrollUntilDecided(click.course))
                .toList());
    judge(demand, answers);
  }

  @Test
  void everyPlanKeepsItsRulesWhenAnInstanceIsKilledInTheMiddle() throws Exception {
    Demand demand = new Demand(campus, Scale.of(2_500));
    AtomicInteger left = new AtomicInteger(demand.clicks.size() / 2);
    try {
      List<Answer> answers =
          campus.rush(
              demand.clicks.stream()
                  .<Callable<Answer>>map(click ->
                      () -> {
                        if (left.decrementAndGet() == 0) {
                          campus.killOne();
                        }
                        return click.student.enrollUntilDecided(click.course);
                      })
                  .toList());
      assertThat(left.get()).as("it was killed").isNotPositive();
      judge(demand, answers);
    } finally {
      campus.restartOne();
    }
  }

  private void judge(Demand demand, List<Answer> answers) {
    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.code()).isIn("201", "TIME_CONFLICT", "CREDIT_LIMIT"));
    // Nothing but a rule refuses, so each student has as many courses as the rules allow.
    int expected = EACH * demand.students.size();
    assertThat(answers).filteredOn(Answer::enrolled).hasSize(expected);
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM enrollment WHERE course_id BETWEEN ? AND ?",
                demand.courses.getFirst(),
                demand.courses.getLast()))
        .isEqualTo(expected);
    Verified verified = campus.verify();
    assertThat(verified.exitStatus()).as(verified.table()).isZero();
    assertThat(verified.table()).containsPattern("plan-rules +valid");
  }
}
