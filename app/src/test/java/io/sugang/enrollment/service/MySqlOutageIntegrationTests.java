package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlServer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Enrolling while the real MySQL is killed and started again. */
@FaultTest
@Tag("extended")
class MySqlOutageIntegrationTests {
  private static final int STUDENTS = 200;
  private static final int COURSES = 10;
  private static final int SEATS = 50;

  @Autowired EnrollmentService enrollments;
  @Autowired RosterRepair rosters;
  @Autowired MySqlServer mysql;
  @Autowired MySqlDatabase database;
  @Autowired StringRedisTemplate redis;
  @Autowired HealthEndpoint health;

  private record Pair(long student, long course) {}

  @Test
  void withMySqlKilledEveryWinnerHasARowNoSeatLeaksAndAllRecoversByItself() throws Exception {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
    Map<Pair, EnrollmentResult> answers = new ConcurrentHashMap<>();
    CountDownLatch some = new CountDownLatch(200);
    try (ExecutorService users = Executors.newFixedThreadPool(16)) {
      for (long student = 1; student <= STUDENTS; student++) {
        for (long course = 1; course <= COURSES; course++) {
          Pair pair = new Pair(student, course);
          users.submit(() -> {
            answers.put(pair, enroll(pair));
            some.countDown();
          });
        }
      }
      some.await();
      mysql.stop();
      await().until(() -> answers.containsValue(Rejected.UNAVAILABLE));
      await().until(() -> serving() == Status.DOWN);
      mysql.start();
    }
    assertThat(answers).hasSize(STUDENTS * COURSES);

    // In doubt are the unavailable ones: repeating tells, and takes what is free.
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> enroll(new Pair(1, 11)) instanceof Created || rowOf(1, 11));
    assertThat(serving()).isEqualTo(Status.UP);
    Map<Pair, EnrollmentResult> repeated = new ConcurrentHashMap<>();
    answers.forEach((pair, result) -> {
      if (result == Rejected.UNAVAILABLE) {
        // At once: they are well above a thousand.
        await()
            .pollDelay(Duration.ZERO)
            .atMost(Duration.ofSeconds(30))
            .until(
                () ->
                    enrollments
                        .enroll(
                            new StudentId(pair.student()),
                            new CourseId(pair.course()),
                            null,
                            Instant.now(),
                            Actor.student(1))
                        .join(),
                again -> {
                  repeated.put(pair, again);
                  return again != Rejected.UNAVAILABLE;
                });
      }
    });

    Set<Pair> rows =
        new HashSet<>(
            database
                .jdbc()
                .query(
                    "SELECT student_id, course_id FROM enrollment WHERE course_id <= " + COURSES,
                    (row, n) -> new Pair(row.getLong(1), row.getLong(2))));
    Set<Pair> winners =
        answers.entrySet().stream()
            .filter(answer -> answer.getValue() instanceof Created)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertThat(rows).containsAll(winners);
    Set<Pair> told = new HashSet<>(winners);
    repeated.forEach((pair, again) -> {
      if (again instanceof Created || again == Rejected.ALREADY_ENROLLED) {
        told.add(pair);
      }
    });
    assertThat(rows).isEqualTo(told);

    for (long course = 1; course <= COURSES; course++) {
      SeatKeys keys = SeatKeys.of(new SeatsId(course));
      long id = course;
      Set<String> roster =
          rows.stream()
              .filter(row -> row.course() == id)
              .map(row -> "" + row.student())
              .collect(Collectors.toSet());
      assertThat(roster).hasSizeLessThanOrEqualTo(SEATS);
      await()
          .untilAsserted(() -> {
            assertThat(redis.hasKey(keys.pending())).isFalse();
            assertThat(redis.opsForSet().members(keys.students())).isEqualTo(roster);
          });
    }
    fillUp();
  }

  private Status serving() {
    return Objects.requireNonNull(health.healthForPath("serving")).getStatus();
  }

  // What a read of MySQL throws in the middle of it is a 503 in HTTP.
  private EnrollmentResult enroll(Pair pair) {
    try {
      return enrollments
          .enroll(
              new StudentId(pair.student()),
              new CourseId(pair.course()),
              null,
              Instant.now(),
              Actor.student(1))
          .join();
    } catch (CompletionException noMySql) {
      assertThat(noMySql.getCause())
          .isInstanceOfAny(DataAccessException.class, TemporarilyUnavailableException.class);
      return Rejected.UNAVAILABLE;
    } catch (DataAccessException | TemporarilyUnavailableException noMySql) {
      return Rejected.UNAVAILABLE;
    }
  }

  // A seat that leaked could not be taken any more.
  private void fillUp() {
    for (long course = 1; course <= COURSES; course++) {
      for (long student = 1; student <= STUDENTS; student++) {
        enroll(new Pair(student, course));
      }
    }
    assertThat(
            database
                .jdbc()
                .queryForList(
                    "SELECT enrolled FROM course WHERE course_id <= " + COURSES, Integer.class))
        .containsOnly(SEATS);
  }

  private boolean rowOf(long student, long course) {
    return !database
        .jdbc()
        .queryForList(
            "SELECT enrollment_id FROM enrollment WHERE student_id = ? AND course_id = ?",
            student,
            course)
        .isEmpty();
  }
}
