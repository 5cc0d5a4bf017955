package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 9: two clicks at once keep the limit of credits, and the rejection states its numbers. */
@AcceptanceTest
class CreditLimitIntegrationTests {
  private final Campus campus;

  CreditLimitIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void aRefusalSaysHowManyCreditsAreUsedAllowedAndNeeded() {
    OwnTerm term = new OwnTerm(campus).open();
    Student student = term.student(18);
    student.enroll(term.course(term.subject(), 16, null)).expect("201");
    JsonNode told = student.enroll(term.course()).expect("CREDIT_LIMIT").body();
    assertThat(told.path("usedCredits").asInt()).isEqualTo(16);
    assertThat(told.path("creditLimit").asInt()).isEqualTo(18);
    assertThat(told.path("neededCredits").asInt()).isEqualTo(3);
    student.enroll(term.course(term.subject(), 2, null)).expect("201");
  }

  @Test
  void ofTwoClicksAtOnceThatFitOnlyOneEachWayExactlyOneWins() throws Exception {
    OwnTerm term = new OwnTerm(campus).open();
    long first = term.course();
    long second = term.course();
    List<Student> students = term.students(Scale.of(1_000), 2, 3);
    List<Callable<Answer>> clicks = new ArrayList<>();
    for (int race = 0; race < students.size(); race++) {
      Student one = students.get(race).at(campus.door(race));
      Student other = students.get(race).at(campus.door(race + 1));
      clicks.add(() -> one.enrollUntilDecided(first));
      clicks.add(() -> other.enrollUntilDecided(second));
    }
    List<Answer> answers = campus.rush(clicks);
    for (int race = 0; race < students.size(); race++) {
      assertThat(answers.subList(2 * race, 2 * race + 2))
          .extracting(Answer::code)
          .containsExactlyInAnyOrder("201", "CREDIT_LIMIT");
      assertThat(
              campus.count(
                  "SELECT COUNT(*) FROM enrollment WHERE student_id = ?", students.get(race).id()))
          .isEqualTo(1);
    }
    assertThat(
            campus.count(
                "SELECT SUM(enrolled) FROM course WHERE course_id IN (?, ?)", first, second))
        .isEqualTo(students.size());
  }
}
