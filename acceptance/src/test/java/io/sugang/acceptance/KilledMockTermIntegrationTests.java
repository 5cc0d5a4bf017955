package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.http.Api;
import io.sugang.ops.signin.SessionRole;
import io.sugang.verifier.VerifierCommand.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * Check 29: the mock term vanishes with one request, and the verifier finds the rest unchanged;
 * also when the instance that takes it away is killed in the middle.
 */
@AcceptanceTest
@Isolated("stops an instance")
@Tag("extended")
class KilledMockTermIntegrationTests {
  private static final long REGISTRAR = 78;
  private static final String PATH = "/api/desk/mock-term";
  private final Campus campus;

  KilledMockTermIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void anotherInstanceTakesTheMockTermAwayWhenOneIsKilledInTheMiddle() throws Exception {
    campus
        .jdbc()
        .update("INSERT IGNORE INTO staff VALUES (?, 'Desk', 'REGISTRAR', NULL)", REGISTRAR);
    OwnTerm term = OwnTerm.regular(campus).open();
    List<Long> courses = Stream.generate(term::course).limit(4).toList();
    List<Student> students = term.students(Scale.of(3_000), 2, 30);
    enroll(students, courses.subList(0, 2));
    // The second instance, which is the one that can be killed.
    Student registrar = registrar(campus.instances().get(1));
    registrar
        .post(
            PATH,
            "{\"opensAt\":\"2026-01-01T00:00:00Z\",\"closesAt\":\"%s\",\"reason\":\"practice\"}"
                .formatted(Instant.now().plusSeconds(3_600)))
        .expect("202");
    await().until(() -> current(registrar).path("state").asString().equals("READY"));
    long mock = current(registrar).path("termId").asLong();
    // It woke its own thread, so it had the lease.
    long instance = campus.count("SELECT instance FROM mock_term WHERE term_id = ?", mock);
    List<Long> mockCourses =
        campus
            .jdbc()
            .query(
                "SELECT course_id FROM course WHERE term_id = ? ORDER BY course_id",
                (row, n) -> row.getLong(1),
                mock);
    assertThat(mockCourses).hasSize(4);
    enroll(students, mockCourses);
    long all = 4L * students.size();
    assertThat(rows(mock)).isEqualTo(all);
    Verified practised = campus.verify();
    assertThat(practised.exitStatus()).as(practised.table()).isZero();
    try {
      registrar
          .post(PATH + "/end", "{\"termId\":%d,\"reason\":\"over\"}".formatted(mock))
          .expect("202");
      campus
          .jdbc()
          .update(
              "UPDATE mock_term SET instance = ?, leased_until = UTC_TIMESTAMP(3) + INTERVAL 15 SECOND WHERE term_id = ?",
              instance,
              mock);
      await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(2))
          .until(() -> rows(mock) < all);
      campus.killOne();
      Student elsewhere = registrar(campus.instances().getFirst());
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> elsewhere.get(PATH).expect("200").body().path("current").isMissingNode());
    } finally {
      campus.restartOne();
    }
    for (String table :
        List.of("course", "student_term", "registration_window", "basket", "term")) {
      assertThat(campus.count("SELECT COUNT(*) FROM " + table + " WHERE term_id = ?", mock))
          .as(table)
          .isZero();
    }
    assertThat(campus.count("SELECT COUNT(*) FROM enrollment WHERE course_id >= 1000000000000000"))
        .isZero();
    assertThat(
            campus.count(
                "SELECT COUNT(DISTINCT enrollment_id) FROM audit_event WHERE course_id >= 1000000000000000 AND action = 'CANCEL' AND actor = 'registrar:78'"))
        .isEqualTo(all);
    assertThat(rows(term.id())).isEqualTo(2L * students.size());
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM student_term WHERE term_id = ? AND credits = 6", term.id()))
        .isEqualTo(students.size());
    Verified verified = campus.verify();
    assertThat(verified.exitStatus()).as(verified.table()).isZero();
  }

  private void enroll(List<Student> students, List<Long> courses) throws Exception {
    List<Answer> answers =
        campus.rush(
            courses.stream()
                .flatMap(course ->
                    students.stream()
                        .<Callable<Answer>>map(student -> () -> student.enrollUntilDecided(course)))
                .toList());
    assertThat(answers).allMatch(Answer::enrolled);
  }

  private static Student registrar(Api api) {
    return Student.staff(api, SessionRole.REGISTRAR, REGISTRAR);
  }

  private static JsonNode current(Student registrar) {
    return registrar.get(PATH).expect("200").body().path("current");
  }

  private long rows(long term) {
    return campus.count(
        "SELECT COUNT(*) FROM enrollment JOIN course USING (course_id) WHERE term_id = ?", term);
  }
}
