package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.http.Api;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** The variant without a gate: MySQL alone decides, by the lock of the course row. */
@SugangTest(properties = "sugang.seat.control=lock")
class LockControlIntegrationTests {
  // No other class of the context uses these courses.
  private static final long FIRST = 8_965_001;
  private static final int COURSES = 5;

  @Autowired EnrollmentService enrollments;
  @Autowired EnrollmentCancellation cancellations;
  @Autowired RedisServer redis;
  @Autowired StringRedisTemplate markers;
  @Autowired JdbcTemplate jdbc;
  @LocalManagementPort int managementPort;

  @BeforeAll
  static void courses(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    for (long course = FIRST; course < FIRST + COURSES; course++) {
      rows.course(course, "Lock control " + course, "Physics", 1, 50);
    }
  }

  private EnrollmentResult enroll(long student, long course, @Nullable String key) {
    return enrollments
        .enroll(new StudentId(student), new CourseId(course), key, Instant.now(), Actor.student(1))
        .join();
  }

  private CancelOutcome cancel(Created enrolled) {
    return cancellations
        .cancel(
            enrolled.row().enrollmentId(),
            row -> true,
            Instant.now(),
            student -> Actor.student(student.value()))
        .join();
  }

  @Test
  void livenessIsToldWithoutAReconciler() {
    assertThat(new Api(managementPort).get("/actuator/health/liveness").statusCode())
        .isEqualTo(200);
  }

  @Test
  void aChangedCapacityNeedsNoGate() {
    assertThat(
            new Api(managementPort)
                .postJson("/actuator/courses/" + (FIRST + 4), "{\"capacity\":51}")
                .body())
        .contains("\"atTheGate\":true");
  }

  @Test
  void oneHundredStudentsAtOnceGetExactlyFiftySeats() throws Exception {
    List<EnrollmentResult> results = new ArrayList<>();
    try (ExecutorService users = Executors.newFixedThreadPool(64)) {
      List<Future<EnrollmentResult>> requests = new ArrayList<>();
      for (long student = 1; student <= 100; student++) {
        long id = student;
        requests.add(users.submit(() -> enroll(id, FIRST, null)));
      }
      for (Future<EnrollmentResult> request : requests) {
        results.add(request.get());
      }
    }
    assertThat(results).filteredOn(Created.class::isInstance).hasSize(50);
    assertThat(results).filteredOn(Rejected.COURSE_FULL::equals).hasSize(50);
    assertThat(jdbc.queryForList("SELECT student_id FROM enrollment WHERE course_id = ?", FIRST))
        .hasSize(50);
    assertThat(redis.keys("course:*")).isEmpty();
  }

  @Test
  void cancelFreesTheSeatAndTheSameStudentCanComeBack() {
    Created first = (Created) enroll(1, FIRST + 1, null);
    assertThat(enroll(1, FIRST + 1, null)).isEqualTo(Rejected.ALREADY_ENROLLED);
    assertThat(cancel(first)).isEqualTo(CancelOutcome.Ended.CANCELLED);
    assertThat(cancel(first)).isEqualTo(CancelOutcome.Ended.CANCELLED);
    assertThat(enroll(1, FIRST + 1, null)).isInstanceOf(Created.class);
  }

  @Test
  void aKeyMeansTheSameWithoutAGate() {
    Created first = (Created) enroll(1, FIRST + 2, "lock-control");
    assertThat(enroll(1, FIRST + 2, "lock-control")).isEqualTo(new Repeated(first.row()));
    assertThat(enroll(2, FIRST + 2, "lock-control")).isInstanceOf(Created.class);
    assertThat(enroll(1, FIRST + 3, "lock-control")).isEqualTo(Rejected.KEY_REUSED);
    assertThat(
            jdbc.queryForList(
                "SELECT student_id FROM enrollment WHERE course_id IN (?, ?)",
                FIRST + 2,
                FIRST + 3))
        .hasSize(2);
    markers
        .opsForValue()
        .set("idempotency:{1}:lock-in-flight", "1:%d:another-instance".formatted(FIRST + 3));
    assertThat(enroll(1, FIRST + 3, "lock-in-flight")).isEqualTo(Rejected.IN_FLIGHT);
    assertThat(redis.keys("idempotency:*")).containsExactly("idempotency:{1}:lock-in-flight");
    markers.delete("idempotency:{1}:lock-in-flight");
    assertThat(enroll(1, FIRST + 3, "lock-in-flight")).isInstanceOf(Created.class);
    assertThat(redis.keys("idempotency:*")).isEmpty();
  }
}
