package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.FaultTest;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlLimits;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Claims that the writer is executing when their requests are answered, without a reconciler. */
@FaultTest(
    properties = {
      MySqlLimits.ROW_LOCK_WAIT + 50,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.ledger.claim-timeout=500ms",
      "sugang.reconciler.period=1h",
      "sugang.reconciler.grace=1h"
    })
class LateClaimIntegrationTests {
  @Autowired EnrollmentService enrollments;
  @Autowired RosterRepair rosters;
  @Autowired MySqlDatabase database;
  @Autowired JdbcTemplate jdbc;
  @Autowired StringRedisTemplate redis;

  @Test
  void rule17AClaimThatEndsAfterItsAnswerSettlesItsEntry() throws Exception {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(60))).isTrue();
    // The first claim of an instance may wait for its writer for longer than the time limit.
    await().atMost(Duration.ofSeconds(30)).until(() -> enroll(2, 2) != Rejected.UNAVAILABLE);
    SeatKeys course = SeatKeys.of(new SeatsId(1));
    try (HeldCourse held = new HeldCourse(database, 1)) {
      assertThat(enroll(1, 1)).isEqualTo(Rejected.UNAVAILABLE);
      assertThat(redis.opsForHash().hasKey(course.pending(), "1")).isTrue();
      held.release();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !redis.opsForHash().hasKey(course.pending(), "1"));
    assertThat(redis.opsForSet().isMember(course.students(), "1")).isFalse();
    assertThat(
            jdbc.queryForObject(
                "SELECT COUNT(*) FROM enrollment WHERE student_id = 1", Integer.class))
        .isZero();
  }

  private EnrollmentResult enroll(long student, long course) {
    return enrollments
        .enroll(
            new StudentId(student),
            new CourseId(course),
            null,
            Instant.now(),
            Actor.student(student))
        .join();
  }
}
