package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.http.Api;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.servers.FaultTest;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlLimits;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Cancelling over HTTP, with so few threads that one that waits is missed. */
@FaultTest(
    properties = {
      "server.tomcat.threads.max=" + CancelIntegrationTests.THREADS,
      // A cancel waits for a row lock as long as its request waits for the cancel.
      MySqlLimits.ROW_LOCK_WAIT + 50,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.ledger.claim-timeout=8s"
    })
class CancelIntegrationTests {
  static final int THREADS = 4;
  private static final int SEATS = 50;

  @Autowired EnrollmentService enrollments;
  @Autowired MySqlDatabase database;
  @Autowired JdbcTemplate jdbc;
  @Autowired MeterRegistry meters;
  @LocalServerPort int port;

  private long enrolled(long student, long course) {
    return ((Created)
            enrollments
                .enroll(
                    new StudentId(student),
                    new CourseId(course),
                    null,
                    Instant.now(),
                    Actor.student(1))
                .join())
        .row()
        .enrollmentId();
  }

  private HttpResponse<String> cancel(long enrollmentId) {
    Api api = new Api(port);
    return api.send(api.request("/api/enrollments/" + enrollmentId).DELETE());
  }

  @Test
  void cancelsThatWaitForALockHoldNoThread() throws Exception {
    List<Long> ids = new ArrayList<>();
    for (long student = 1; student <= SEATS; student++) {
      ids.add(enrolled(student, 1));
    }
    List<CompletableFuture<HttpResponse<String>>> cancels = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        HeldCourse held = new HeldCourse(database, 1)) {
      ids.forEach(id -> cancels.add(CompletableFuture.supplyAsync(() -> cancel(id), clients)));
      await().until(database::waitsForALock);
      assertThat(
              new Api(port)
                  .postJson("/api/enrollments", "{\"studentId\":1,\"courseId\":2}")
                  .statusCode())
          .isEqualTo(201);
      assertThat(cancels).noneMatch(CompletableFuture::isDone);
      held.release();
      assertThat(cancels)
          .allSatisfy(cancel -> assertThat(cancel.join().statusCode()).isEqualTo(204));
    }
    assertThat(jdbc.queryForList("SELECT student_id FROM enrollment WHERE course_id = 1"))
        .isEmpty();
    assertThat(jdbc.queryForList("SELECT enrolled FROM course WHERE course_id = 1", Integer.class))
        .containsExactly(0);
    // All seats can be taken at once, through the gate.
    for (long student = SEATS + 1; student <= 2 * SEATS; student++) {
      enrolled(student, 1);
    }
  }

  @Test
  void aCancelIsAnsweredLikeEveryOther() {
    assertThat(cancel(999_999_999).statusCode()).isEqualTo(404);
    assertThat(cancel(999_999_999).headers().firstValue("Content-Type"))
        .contains("application/problem+json");
  }

  @Test
  void aRepeatedCancelIsAnsweredAsTheFirstForTenMinutes() {
    long id = enrolled(3, 3);
    assertThat(cancel(id).statusCode()).isEqualTo(204);
    assertThat(cancel(id).statusCode()).isEqualTo(204);
    happened(id, "INTERVAL 9 MINUTE");
    assertThat(cancel(id).statusCode()).isEqualTo(204);
    happened(id, "INTERVAL 10 MINUTE");
    assertThat(cancel(id).statusCode()).isEqualTo(404);
    // The event of the enrollment, or of a refused attempt to cancel it, is none of a cancel.
    long other = enrolled(3, 5);
    root().update("DELETE FROM enrollment WHERE enrollment_id = ?", other);
    root().update("UPDATE course SET enrolled = 0 WHERE course_id = 5");
    root()
        .update(
            "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, enrollment_id,"
                + " outcome) VALUES (UTC_TIMESTAMP(), 'student:4', 'CANCEL', 'student:3', 3, 5, ?,"
                + " 'ENROLLMENT_NOT_FOUND')",
            other);
    assertThat(cancel(other).statusCode()).isEqualTo(404);
  }

  /** Moves the cancel of an enrollment into the past. */
  private void happened(long id, String ago) {
    root()
        .update(
            "UPDATE audit_event SET at = UTC_TIMESTAMP(3) - "
                + ago
                + " WHERE enrollment_id = ? AND action = 'CANCEL'",
            id);
  }

  private JdbcTemplate root() {
    return new JdbcTemplate(
        new DriverManagerDataSource(database.jdbcUrl(), database.owner(), database.password()));
  }

  @Test
  void twoCancelsAtOnceAreBothAnsweredAsDone() throws Exception {
    long id = enrolled(6, 6);
    List<CompletableFuture<HttpResponse<String>>> cancels = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        HeldCourse held = new HeldCourse(database, 6)) {
      // Both find the row, and both wait for the lock of its course.
      cancels.add(CompletableFuture.supplyAsync(() -> cancel(id), clients));
      await().until(database::waitsForALock);
      cancels.add(CompletableFuture.supplyAsync(() -> cancel(id), clients));
      await().until(() -> meters.get("sugang.ledger.cancels").gauge().value() == 1);
      held.release();
      assertThat(cancels)
          .allSatisfy(cancel -> assertThat(cancel.join().statusCode()).isEqualTo(204));
    }
    assertThat(jdbc.queryForList("SELECT enrolled FROM course WHERE course_id = 6", Integer.class))
        .containsExactly(0);
    assertThat(
            jdbc.queryForList(
                "SELECT 1 FROM audit_event WHERE enrollment_id = ? AND action = 'CANCEL'", id))
        .hasSize(1);
  }

  @Test
  void aLockThatIsNotGivenBackIsA503WithRetryAfter() throws Exception {
    long id = enrolled(4, 4);
    try (HeldCourse held = new HeldCourse(database, 4)) {
      HttpResponse<String> rejected = cancel(id);
      assertThat(rejected.statusCode()).isEqualTo(503);
      assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
      held.release();
    }
    assertThat(cancel(id).statusCode()).isEqualTo(204);
  }
}
