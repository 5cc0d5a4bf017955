package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.http.Api;
import io.sugang.ops.signin.SessionRole;
import io.sugang.verifier.VerifierCommand.Verified;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Check 29: the desk cancels a course, the instance that drops its enrollments is killed in the
 * middle, and another one drops the rest.
 */
@AcceptanceTest
@Isolated("stops an instance")
@Tag("extended")
class CancelledCourseIntegrationTests {
  private static final long REGISTRAR = 77;
  private final Campus campus;

  CancelledCourseIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void everyEnrollmentIsDroppedOnceAlsoWhenTheInstanceIsKilledInTheMiddle() throws Exception {
    campus
        .jdbc()
        .update("INSERT IGNORE INTO staff VALUES (?, 'Desk', 'REGISTRAR', NULL)", REGISTRAR);
    OwnTerm term = new OwnTerm(campus).open();
    long course = term.course();
    long kept = term.course();
    List<Student> students = term.students(Scale.of(3_000), 2, 30);
    for (long each : new long[] {course, kept}) {
      List<Answer> answers =
          campus.rush(
              students.stream()
                  .<Callable<Answer>>map(student -> () -> student.enrollUntilDecided(each))
                  .toList());
      assertThat(answers).allMatch(Answer::enrolled);
    }
    // The second instance, which is the one that can be killed.
    Api api = campus.instances().get(1);
    Student registrar = Student.staff(api, SessionRole.REGISTRAR, REGISTRAR);
    String path = "/api/desk/courses/" + course;
    String version = registrar.get(path).expect("200").body().path("version").asString();
    try {
      registrar
          .post(path + "/cancel", "{\"version\":\"%s\",\"reason\":\"too few\"}".formatted(version))
          .expect("202");
      await().pollInterval(Duration.ofMillis(2)).until(() -> rows(course) < students.size());
      campus.killOne();
      long left = rows(course);
      // Where the machine is so fast that nothing was left, the rest of the test still holds.
      assertThat(left).isLessThan(students.size());
      Student elsewhere = registrar.at(campus.instances().getFirst());
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> elsewhere.get(path).body().path("cancellation").has("finishedAt"));
    } finally {
      campus.restartOne();
    }
    assertThat(rows(course)).isZero();
    assertThat(rows(kept)).isEqualTo(students.size());
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM notice WHERE course_id = ? AND text = 'too few'", course))
        .isEqualTo(students.size());
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM audit_event WHERE course_id = ? AND action = 'CANCEL' AND actor = 'registrar:77'",
                course))
        .isEqualTo(students.size());
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM student_term t JOIN enrollment e ON e.student_id = t.student_id"
                    + " WHERE e.course_id = ? AND t.credits <> 3",
                kept))
        .isZero();
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> students.getFirst().enroll(course).expect("COURSE_CANCELLED"));
    Verified verified = campus.verify();
    assertThat(verified.exitStatus()).as(verified.table()).isZero();
  }

  private long rows(long course) {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course);
  }
}
