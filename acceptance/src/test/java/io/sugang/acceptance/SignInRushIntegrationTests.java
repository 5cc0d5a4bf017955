package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Check 8: sign-ins with local accounts while other students enroll. */
@AcceptanceTest
@Isolated("measures the instances")
class SignInRushIntegrationTests {
  private final Campus campus;

  SignInRushIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void everyStudentSignsInWhileOthersEnroll() throws Exception {
    OwnTerm term = new OwnTerm(campus).open();
    long course = term.course();
    List<Student> signingIn = term.students(Scale.of(20_000), 2, 30);
    List<Student> enrolling = term.students(Scale.of(5_000), 3, 30);
    Duration before = campus.cpuTime();
    campus.rush(signingIn.stream().map(SignInRushIntegrationTests::signIn).toList()).stream()
        .forEach(answer -> answer.expect("200"));
    Duration alone = campus.cpuTime().minus(before);
    // A figure for docs/registration.md; a test asserts no speed.
    System.out.printf(
        Locale.ROOT,
        "%,d sign-ins took %.1f CPU seconds of the three instances, %.2f ms each%n",
        signingIn.size(),
        alone.toMillis() / 1e3,
        (double) alone.toMillis() / signingIn.size());

    List<Callable<Answer>> requests = new ArrayList<>();
    int perClick = signingIn.size() / enrolling.size();
    for (int i = 0; i < enrolling.size(); i++) {
      Student student = enrolling.get(i);
      requests.add(() -> student.enrollUntilDecided(course));
      signingIn
          .subList(i * perClick, (i + 1) * perClick)
          .forEach(other -> requests.add(signIn(other)));
    }
    List<Answer> answers = campus.rush(requests);
    for (int i = 0; i < answers.size(); i++) {
      answers.get(i).expect(i % (perClick + 1) == 0 ? "201" : "200");
    }
    assertThat(campus.count("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course))
        .isEqualTo(enrolling.size());
    // The sessions are real ones.
    Student last = signingIn.getLast().signedIn("Chromium");
    assertThat(last.get("/api/me").expect("200").body().path("studentId").asLong())
        .isEqualTo(last.id());
  }

  private static Callable<Answer> signIn(Student student) {
    return () -> student.signIn("Chromium");
  }
}
