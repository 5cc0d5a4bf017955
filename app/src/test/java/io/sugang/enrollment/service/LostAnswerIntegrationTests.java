package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.SugangApplication;
import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.lab.proxy.CuttableProxy;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

/** Redis executes a call in time, and its answer gets lost. */
class LostAnswerIntegrationTests {
  private static final long LAST = 20;

  @Test
  void rule7TheTokenOfACallThatTimedOutConfirmsNoRow() throws IOException {
    try (RedisServer server = Servers.privateRedis();
        CuttableProxy line = new CuttableProxy(server.host(), server.port());
        Instances instances =
            Instances.start(
                SugangApplication.class,
                1,
                Servers.mysql().newDatabase(),
                server,
                Instances.SHIPPED_LIMITS,
                "REDIS_HOST=127.0.0.1",
                "REDIS_PORT=" + line.port(),
                "sugang.reconciler.period=1h",
                "sugang.reconciler.grace=1h");
        RedisAdministrator administrator = server.administrator()) {
      ApplicationContext instance = instances.contexts().getFirst();
      assertThat(instance.getBean(RosterRepair.class).awaitFresh(Duration.ofSeconds(20))).isTrue();
      EnrollmentService enrollments = instance.getBean(EnrollmentService.class);
      MeterRegistry meters = instance.getBean(MeterRegistry.class);
      // So that Redis knows both scripts: its answer that it knows none would be lost too, and a
      // confirm with the forbidden token would never be executed. Another student follows where a
      // call is late.
      AtomicLong next = new AtomicLong(1);
      await()
          .until(() -> {
            if (settled(meters, "confirm") > 0) {
              return true;
            }
            assertThat(enroll(next.getAndIncrement(), enrollments)).isInstanceOf(Created.class);
            return false;
          });
      long student = next.get();
      while (!enrollsWithoutAnswers(student, enrollments, line, meters)) {
        assertThat(++student).as("a student without a lost connection").isLessThanOrEqualTo(LAST);
        await().until(() -> meters.get("sugang.gate.in.use").gauge().value() == 1);
      }
      // The entry is there; what becomes of it is the reconciler's business, not the request's.
      String entry = Long.toString(student);
      String pending = SeatKeys.of(new SeatsId(student)).pending();
      await()
          .during(Duration.ofMillis(500))
          .until(() -> administrator.commands().hexists(pending, entry));
    }
  }

  @Test
  void rule18ARejectionReleasesWhatACallWithoutAnAnswerReserved() throws Exception {
    MySqlDatabase database = Servers.mysql().newDatabase();
    try (RedisServer server = Servers.privateRedis();
        CuttableProxy line = new CuttableProxy(server.host(), server.port());
        Instances instances =
            Instances.start(
                SugangApplication.class,
                1,
                database,
                server,
                Instances.SHIPPED_LIMITS,
                "REDIS_HOST=127.0.0.1",
                "REDIS_PORT=" + line.port(),
                // The release is sent before the silent connection is closed, after a second.
                "sugang.seat.command-timeout=200ms",
                "sugang.reconciler.period=1h",
                "sugang.reconciler.grace=1h");
        RedisAdministrator administrator = server.administrator()) {
      ApplicationContext instance = instances.contexts().getFirst();
      assertThat(instance.getBean(RosterRepair.class).awaitFresh(Duration.ofSeconds(20))).isTrue();
      EnrollmentService enrollments = instance.getBean(EnrollmentService.class);
      MeterRegistry meters = instance.getBean(MeterRegistry.class);
      // The gate has free seats, and the ledger none.
      fillCourses(database);
      // So that Redis knows both scripts, as in the other test.
      AtomicLong next = new AtomicLong(1);
      await()
          .until(() -> {
            if (settled(meters, "release") > 0) {
              return true;
            }
            assertThat(enroll(next.getAndIncrement(), enrollments)).isEqualTo(Rejected.COURSE_FULL);
            return false;
          });
      long student = next.get();
      String pending = SeatKeys.of(new SeatsId(student)).pending();
      CompletableFuture<EnrollmentResult> rejected;
      line.cutAnswers();
      try {
        rejected = begin(student, enrollments);
        await().until(() -> administrator.commands().hexists(pending, Long.toString(student)));
        assertThat(rejected.join()).isEqualTo(Rejected.COURSE_FULL);
      } finally {
        line.heal();
      }
      await().until(() -> !administrator.commands().hexists(pending, Long.toString(student)));
    }
  }

  /**
   * Enrolls a student in the course of the same number while answers are lost.
   *
   * @return whether the gate kept its connection meanwhile. It closes a silent one after a second,
   *     and then a confirm with the forbidden token would not be sent either
   */
  private static boolean enrollsWithoutAnswers(
      long student, EnrollmentService enrollments, CuttableProxy line, MeterRegistry meters) {
    double fallbacks = fallbacks(meters);
    line.cutAnswers();
    try {
      assertThat(enroll(student, enrollments)).isInstanceOf(Created.class);
      return fallbacks(meters) == fallbacks;
    } finally {
      line.heal();
    }
  }

  private static EnrollmentResult enroll(long student, EnrollmentService enrollments) {
    return begin(student, enrollments).join();
  }

  private static CompletableFuture<EnrollmentResult> begin(
      long student, EnrollmentService enrollments) {
    return enrollments.enroll(
        new StudentId(student), new CourseId(student), null, Instant.now(), Actor.student(student));
  }

  private static void fillCourses(MySqlDatabase database) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE course SET enrolled = capacity WHERE course_id <= " + LAST);
    }
  }

  private static double settled(MeterRegistry meters, String script) {
    return meters
        .get("sugang.gate.settlements")
        .tags("script", script, "settlement", "settled")
        .counter()
        .count();
  }

  private static double fallbacks(MeterRegistry meters) {
    return meters.get("sugang.gate.fallbacks").functionCounter().count();
  }
}
