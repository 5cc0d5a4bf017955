package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims whose transaction failed in a way that leaves its outcome open. They are looked up behind
 * the lock of their course, {@value #AT_A_TIME} courses at a time, in threads of their own: the
 * claim writer continues with the claims of other courses.
 */
final class ClaimsInDoubt {
  private static final Logger log = LoggerFactory.getLogger(ClaimsInDoubt.class);
  private static final int AT_A_TIME = 2;
  private static final long LONGEST_END_SECONDS = 5;

  private final BiFunction<SeatsId, Collection<StudentId>, Map<StudentId, EnrollmentRow>>
      lookUpBehindLock;
  private final MySqlState health;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          AT_A_TIME, Thread.ofVirtual().name("claims-in-doubt-", 0).factory());

  ClaimsInDoubt(
      BiFunction<SeatsId, Collection<StudentId>, Map<StudentId, EnrollmentRow>> lookUpBehindLock,
      MySqlState health) {
    this.lookUpBehindLock = lookUpBehindLock;
    this.health = health;
  }

  /** Completes each of the claims, later. */
  void lookUp(List<Claim> group, RuntimeException failure) {
    log.warn(
        "The outcome of {} claims is unknown; their rows are looked up: {}",
        group.size(),
        failure.toString());
    group.stream()
        .collect(Collectors.groupingBy(claim -> claim.seat.seatsId()))
        .forEach((seatsId, claims) -> threads.execute(() -> lookUp(seatsId, claims)));
  }

  private void lookUp(SeatsId seatsId, List<Claim> claims) {
    List<ClaimResult> results = Collections.nCopies(claims.size(), NotEnrolled.UNKNOWN);
    try {
      // Their time limit may have passed during the look-ups before.
      if (health.up() && !claims.stream().allMatch(claim -> claim.result.isDone())) {
        Map<StudentId, EnrollmentRow> rows =
            lookUpBehindLock.apply(
                seatsId, claims.stream().map(claim -> claim.seat.studentId()).toList());
        results =
            claims.stream().map(claim -> outcome(claim, rows.get(claim.seat.studentId()))).toList();
      }
    } catch (RuntimeException impossible) {
      health.failed(impossible);
    } finally {
      Claim.complete(claims, results);
    }
  }

  private static ClaimResult outcome(Claim claim, @Nullable EnrollmentRow row) {
    if (row == null) {
      return NotEnrolled.NOT_INSERTED;
    }
    return row.enrollmentId() == claim.enrollmentId ? new Enrolled(row) : new AlreadyEnrolled(row);
  }

  /** Waits for the end of the running look-ups, at most {@value #LONGEST_END_SECONDS} s. */
  void stop() throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      log.warn("Look-ups of claims still wait for MySQL; the reconciler settles the claims");
    }
  }
}
