package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Check 2: on the day of the second-year students with odd numbers they alone get seats. */
@AcceptanceTest
@Tag("extended")
class AudienceIntegrationTests {
  private static final Duration DAY = Duration.ofDays(1);
  private final Campus campus;

  AudienceIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void everyStudentIsToldTheOwnTimeAndNoRowOfAnotherAudienceExists() throws Exception {
    OwnTerm term = new OwnTerm(campus);
    Instant today = Instant.now().minus(DAY).truncatedTo(ChronoUnit.MILLIS);
    Instant tomorrow = today.plus(DAY.multipliedBy(2));
    Instant later = tomorrow.plus(DAY);
    term.window(term.audience("grade_from, grade_to, number_parity", 2, 2, "ODD"), today, tomorrow);
    term.window(
        term.audience("grade_from, grade_to, number_parity", 2, 2, "EVEN"),
        tomorrow,
        tomorrow.plus(DAY));
    term.window(term.audience("grade_from, grade_to", 3, 3), later, later.plus(DAY));
    List<Long> courses = List.of(term.course(), term.course());
    int each = Scale.of(500);
    List<Student> secondYear = term.students(2 * each, 2, 30);
    List<Student> thirdYear = term.students(each, 3, 30);
    List<Student> firstYear = term.students(each, 1, 30);

    List<Click> clicks = new ArrayList<>();
    for (long course : courses) {
      secondYear.forEach(student -> clicks.add(new Click(student, course)));
      thirdYear.forEach(student -> clicks.add(new Click(student, course)));
      firstYear.forEach(student -> clicks.add(new Click(student, course)));
    }
    Collections.shuffle(clicks, new Random(20261126));
    List<Answer> answers =
        campus.rush(
            clicks.stream()
                .<Callable<Answer>>map(
                    click -> () -> click.student.enrollUntilDecided(click.course))
                .toList());

    for (int i = 0; i < clicks.size(); i++) {
      Student student = clicks.get(i).student;
      Answer answer = answers.get(i);
      if (thirdYear.contains(student)) {
        assertThat(answer.expect("NOT_OPEN").instant("opensAt")).isEqualTo(later);
      } else if (firstYear.contains(student)) {
        answer.expect("NOT_ELIGIBLE");
      } else if (isOdd(student)) {
        answer.expect("201");
      } else {
        assertThat(answer.expect("NOT_OPEN").instant("opensAt")).isEqualTo(tomorrow);
      }
    }
    List<@Nullable Long> rows =
        campus
            .jdbc()
            .queryForList(
                "SELECT student_id FROM enrollment WHERE course_id IN (?, ?)",
                Long.class,
                courses.toArray());
    List<Long> expected = new ArrayList<>();
    secondYear.stream()
        .filter(AudienceIntegrationTests::isOdd)
        .forEach(student -> expected.addAll(List.of(student.id(), student.id())));
    assertThat(rows).hasSize(2 * each).containsExactlyInAnyOrderElementsOf(expected);
  }

  private record Click(Student student, long course) {}

  private static boolean isOdd(Student student) {
    return student.id() % 2 == 1;
  }
}
