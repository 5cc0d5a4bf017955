package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.rows.Meeting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clicks at once at three instances, which fit each rule only once. */
@AcceptanceTest
class RacingClicksIntegrationTests {
  private static final int SUNDAY = 7;
  private final Campus campus;
  private final OwnTerm term;

  RacingClicksIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
  }

  /** The rule that lets one of three courses in, and how often the retakes fit. */
  private enum Rule {
    TIME_CONFLICT(1),
    SAME_SUBJECT(1),
    CREDIT_LIMIT(1),
    RETAKE_LIMIT(2);

    private final int fit;

    Rule(int fit) {
      this.fit = fit;
    }
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void coursesThatExcludeEachOtherAreNotTakenTogether(Rule rule) throws Exception {
    List<Student> students = term.students(Scale.of(500), 2, rule == Rule.CREDIT_LIMIT ? 5 : 30);
    long shared = term.subject();
    List<Long> courses = new ArrayList<>();
    for (int i = 0; i < Campus.INSTANCES; i++) {
      long subject = rule == Rule.SAME_SUBJECT ? shared : term.subject();
      Meeting meeting = rule == Rule.TIME_CONFLICT ? new Meeting(SUNDAY, "09:00", "10:00") : null;
      courses.add(term.course(subject, 3, meeting));
      if (rule == Rule.RETAKE_LIMIT) {
        students.forEach(student -> term.taken(student, subject, "D0"));
      }
    }
    List<Callable<Answer>> clicks = new ArrayList<>();
    for (int race = 0; race < students.size(); race++) {
      for (int i = 0; i < Campus.INSTANCES; i++) {
        Student student = students.get(race).at(campus.door(race + i));
        long course = courses.get(i);
        clicks.add(() -> student.enrollUntilDecided(course));
      }
    }
    List<Answer> answers = campus.rush(clicks);

    List<String> expected = new ArrayList<>(Collections.nCopies(rule.fit, "201"));
    expected.addAll(Collections.nCopies(Campus.INSTANCES - rule.fit, rule.name()));
    for (int race = 0; race < students.size(); race++) {
      assertThat(answers.subList(race * Campus.INSTANCES, (race + 1) * Campus.INSTANCES))
          .extracting(Answer::code)
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(
              campus.count(
                  "SELECT COUNT(*) FROM enrollment WHERE student_id = ?", students.get(race).id()))
          .isEqualTo(rule.fit);
    }
  }

  @Test
  void theLastSeatHasOneWinner() throws Exception {
    List<Long> courses = new ArrayList<>();
    List<Callable<Answer>> clicks = new ArrayList<>();
    for (int race = 0; race < Scale.of(200); race++) {
      long course = term.course("Last seat", term.subject(), 3, null, 1);
      courses.add(course);
      List<Student> students = term.students(Campus.INSTANCES, 2, 30);
      for (int i = 0; i < Campus.INSTANCES; i++) {
        Student student = students.get(i).at(campus.door(race + i));
        clicks.add(() -> student.enrollUntilDecided(course));
      }
    }
    List<Answer> answers = campus.rush(clicks);
    for (int race = 0; race < courses.size(); race++) {
      assertThat(answers.subList(race * Campus.INSTANCES, (race + 1) * Campus.INSTANCES))
          .extracting(Answer::code)
          .containsExactlyInAnyOrder("201", "COURSE_FULL", "COURSE_FULL");
      assertThat(
              campus.count(
                  "SELECT COUNT(*) FROM enrollment WHERE course_id = ?", courses.get(race)))
          .isEqualTo(1);
    }
  }

  @Test
  void aCourseIsTakenOnceAndCancelledOnce() throws Exception {
    long course = term.course();
    List<Student> students = term.students(Scale.of(500), 2, 30);
    List<Callable<Answer>> clicks = new ArrayList<>();
    for (int race = 0; race < students.size(); race++) {
      for (int i = 0; i < Campus.INSTANCES; i++) {
        Student student = students.get(race).at(campus.door(race + i));
        clicks.add(() -> student.enrollUntilDecided(course));
      }
    }
    List<Answer> answers = campus.rush(clicks);
    List<Callable<Answer>> cancels = new ArrayList<>();
    for (int race = 0; race < students.size(); race++) {
      List<Answer> own = answers.subList(race * Campus.INSTANCES, (race + 1) * Campus.INSTANCES);
      assertThat(own)
          .extracting(Answer::code)
          .containsExactlyInAnyOrder("201", "ALREADY_ENROLLED", "ALREADY_ENROLLED");
      String path =
          own.stream().filter(Answer::enrolled).map(Answer::location).findFirst().orElseThrow();
      for (int i = 0; i < Campus.INSTANCES; i++) {
        Student student = students.get(race).at(campus.door(race + i));
        cancels.add(() -> student.delete(path));
      }
    }
    List<Answer> ends = campus.rush(cancels);
    for (int race = 0; race < students.size(); race++) {
      assertThat(ends.subList(race * Campus.INSTANCES, (race + 1) * Campus.INSTANCES))
          .extracting(Answer::code)
          .as("a repetition is answered as the first one")
          .containsExactly("204", "204", "204");
    }
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM audit_event WHERE action = 'CANCEL' AND outcome = 'DONE' AND course_id = ?",
                course))
        .isEqualTo(students.size());
    assertThat(campus.count("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course))
        .isZero();
    assertThat(campus.count("SELECT enrolled FROM course WHERE course_id = ?", course)).isZero();
  }
}
