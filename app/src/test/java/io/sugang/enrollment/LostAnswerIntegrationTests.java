package io.sugang.enrollment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.audit.Actor;
import io.sugang.enrollment.EnrollmentResult.Created;
import io.sugang.reconciler.RosterRepair;
import io.sugang.seat.SeatKeys;
import io.sugang.servers.Instances;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import io.sugang.tools.proxy.CuttableProxy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

/** Redis executes a call in time, and its answer gets lost. */
class LostAnswerIntegrationTests {

  @Test
  void rule7TheTokenOfACallThatTimedOutIsNeverUsed() throws IOException {
    SeatKeys course = SeatKeys.of(7);
    try (RedisServer server = Servers.privateRedis();
        CuttableProxy line = new CuttableProxy(server.host(), server.port());
        Instances instances =
            Instances.start(
                SugangApplication.class,
                1,
                Servers.mysql().newDatabase(),
                server,
                "REDIS_HOST=127.0.0.1",
                "REDIS_PORT=" + line.port(),
                "sugang.reconciler.period=1h",
                "sugang.reconciler.grace=1h");
        RedisAdministrator administrator = server.administrator()) {
      ApplicationContext instance = instances.contexts().getFirst();
      assertThat(instance.getBean(RosterRepair.class).awaitFresh(Duration.ofSeconds(20))).isTrue();
      EnrollmentService enrollments = instance.getBean(EnrollmentService.class);
      // So that Redis knows both scripts: its answer that it knows none would be lost too, and a
      // confirm with the forbidden token would never be executed.
      assertThat(enrollments.enroll(6, 6, null, Instant.now(), Actor.student(1)).join())
          .isInstanceOf(Created.class);
      await().until(() -> !administrator.commands().hexists(SeatKeys.of(6).pending(), "6"));
      line.cutAnswers();
      try {
        assertThat(enrollments.enroll(7, 7, null, Instant.now(), Actor.student(1)).join())
            .isInstanceOf(Created.class);
      } finally {
        line.heal();
      }
      // The entry is there; what becomes of it is the reconciler's business, not the request's.
      await()
          .during(Duration.ofMillis(500))
          .until(() -> administrator.commands().hexists(course.pending(), "7"));
    }
  }
}
