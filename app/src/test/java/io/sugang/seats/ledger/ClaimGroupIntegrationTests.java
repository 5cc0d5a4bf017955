package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** An interval so long that what is over before its end surely did not wait for it. */
@SugangTest(
    properties = {
      "sugang.seat.control=lock",
      "sugang.ledger.group-interval=" + ClaimGroupIntegrationTests.INTERVAL_SECONDS + "s",
      "sugang.ledger.group-size=" + ClaimGroupIntegrationTests.SIZE
    })
class ClaimGroupIntegrationTests {
  static final int INTERVAL_SECONDS = 1;
  static final int SIZE = 20;
  // Of all seats and students that the seed has.
  private static final int ROUNDS = 4;
  private static final Duration INTERVAL = Duration.ofSeconds(INTERVAL_SECONDS);

  @Autowired EnrollmentLedger ledger;
  @Autowired MySqlDatabase database;
  @Autowired MeterRegistry meters;

  private long students = 1;

  @Test
  void claimsOfOneClientWaitForNobody() throws Exception {
    // May come after a group of several.
    assertThat(claim(nextStudent(3)).join()).isInstanceOf(Enrolled.class);
    inOneRound(() -> {
      long begin = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        assertThat(claim(nextStudent(3)).join()).isInstanceOf(Enrolled.class);
      }
      return timeSince(begin).compareTo(INTERVAL) < 0;
    });
  }

  @Test
  void afterAGroupOfSeveralThoseOfAnIntervalShareATransaction() throws Exception {
    try (ExecutorService users = Executors.newFixedThreadPool(SIZE)) {
      DistributionSummary groups = meters.get("sugang.ledger.group").summary();
      inOneRound(() -> {
        groupOfSeveral(users, 4);
        long before = groups.count();
        ended(claims(users, 4, 5));
        return groups.count() - before == 1;
      });
    }
  }

  @Test
  void aGroupThatIsAsLargeAsMayBeDoesNotWaitForTheInterval() throws Exception {
    try (ExecutorService users = Executors.newFixedThreadPool(SIZE)) {
      long[] course = {5};
      inOneRound(() -> {
        groupOfSeveral(users, course[0]);
        long begin = System.nanoTime();
        ended(claims(users, course[0]++, SIZE));
        return timeSince(begin).compareTo(INTERVAL.dividedBy(2)) < 0;
      });
    }
  }

  private Seat nextStudent(long course) {
    return new Seat(new StudentId(students++), new SeatsId(course));
  }

  private CompletableFuture<ClaimResult> claim(Seat seat) {
    return ledger.claim(seat, null, Instant.now(), Actor.student(1));
  }

  /** A wait for the interval would be in every round, and a pause of the machine is in few. */
  private static void inOneRound(Callable<Boolean> round) throws Exception {
    int rounds = 1;
    while (!round.call()) {
      assertThat(rounds++).as("rounds without success").isLessThan(ROUNDS);
    }
  }

  private static Duration timeSince(long beginNanos) {
    return Duration.ofNanos(System.nanoTime() - beginNanos);
  }

  // The lock keeps the writer busy with the first claim, so that the others gather.
  private void groupOfSeveral(ExecutorService users, long course) throws Exception {
    List<Future<ClaimResult>> claims = new ArrayList<>();
    try (HeldCourse held = new HeldCourse(database, course)) {
      claims.addAll(claims(users, course, 1));
      await().until(database::waitsForALock);
      claims.addAll(claims(users, course, 3));
      await().until(() -> ledger.waitingClaims() == 3);
      held.release();
    }
    ended(claims);
  }

  private List<Future<ClaimResult>> claims(ExecutorService users, long course, int count) {
    List<Future<ClaimResult>> claims = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Seat seat = nextStudent(course);
      claims.add(users.submit(() -> claim(seat).join()));
    }
    return claims;
  }

  private static void ended(List<Future<ClaimResult>> claims) throws Exception {
    for (Future<ClaimResult> claim : claims) {
      assertThat(claim.get()).isInstanceOf(Enrolled.class);
    }
  }
}
