package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.FaultTest;
import io.sugang.servers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

@FaultTest(
    properties = {
      "sugang.reconciler.period=1h",
      "sugang.reconciler.grace=1h",
      "sugang.seat.roster-timeout=" + LateScriptIntegrationTests.ROSTER_TIMEOUT_MILLIS + "ms"
    })
@Tag("extended")
class LateScriptIntegrationTests {
  static final int ROSTER_TIMEOUT_MILLIS = 500;

  @Autowired EnrollmentService enrollments;
  @Autowired RosterRepair rosters;
  @Autowired StringRedisTemplate redis;
  @Autowired RedisServer server;

  /**
   * The entry of such a call would hold a seat without an owner, until the reconciler settles it.
   */
  @Test
  void aCallThatTimedOutTakesNoSeatWhenRedisGoesOn() {
    // So that Redis knows the script: a late EVALSHA that it does not know would not be executed.
    // Repeated where this call is late itself.
    await()
        .until(() -> {
          assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
          enrollments
              .enroll(new StudentId(6), new CourseId(6), null, Instant.now(), Actor.student(1))
              .join();
          return server.gateQuestions() > 0;
        });
    long asked = server.gateQuestions();
    SeatKeys course = SeatKeys.of(new SeatsId(7));
    server.pause();
    try {
      assertThat(
              enrollments
                  .enroll(new StudentId(7), new CourseId(7), null, Instant.now(), Actor.student(1))
                  .join())
          .isInstanceOf(Created.class);
      // The limit of the call is over, and Redis' time as the instance knows it is late by as long
      // as the answer to its question took at most.
      long latest =
          System.nanoTime() + Duration.ofMillis(ROSTER_TIMEOUT_MILLIS).plusMillis(50).toNanos();
      await().until(() -> System.nanoTime() > latest);
    } finally {
      server.resume();
    }
    // Redis executes the call after all.
    await().ignoreExceptions().until(() -> server.gateQuestions() > asked);
    assertThat(redis.opsForHash().hasKey(course.pending(), "7")).isFalse();
  }
}
