package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.audit.Actor;
import io.sugang.enrollment.service.EnrollmentResult.Created;
import io.sugang.enrollment.service.EnrollmentResult.Rejected;
import io.sugang.enrollment.service.EnrollmentResult.Repeated;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Rules of the seat protocol (docs/architecture.md) that live in the way of a request. The
 * reconciler is as good as switched off, so that it repairs nothing behind the tests' backs. Rules
 * 1, 5 and 6 are the scripts' own.
 */
@SugangTest(properties = {"sugang.reconciler.period=1h", "sugang.reconciler.grace=1h"})
class SeatProtocolIntegrationTests {
  @Autowired EnrollmentService enrollments;
  @Autowired EnrollmentCancellation cancellations;
  @Autowired RosterRepair rosters;
  @Autowired SeatCircuit circuit;
  @Autowired StringRedisTemplate redis;
  @Autowired RedisServer redisServer;
  @Autowired JdbcTemplate jdbc;
  @Autowired MySqlDatabase database;
  @Autowired MeterRegistry metrics;

  @BeforeEach
  void gateIsInUse() {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
  }

  private boolean atTheGate(long course, long student) {
    return Boolean.TRUE.equals(
        redis.opsForSet().isMember(SeatKeys.of(new SeatsId(course)).students(), "" + student));
  }

  private String openEntry(long course, long student) {
    return (String)
        redis.opsForHash().get(SeatKeys.of(new SeatsId(course)).pending(), "" + student);
  }

  private int rows(long course, long student) {
    return jdbc.queryForList(
            "SELECT enrollment_id FROM enrollment WHERE course_id = ? AND student_id = ?",
            course,
            student)
        .size();
  }

  private CompletableFuture<EnrollmentResult> enroll(
      long student, long course, @Nullable String key) {
    return enrollments.enroll(
        new StudentId(student), new CourseId(course), key, Instant.now(), Actor.student(1));
  }

  private CompletableFuture<CancelOutcome> cancel(long enrollmentId) {
    return cancellations.cancel(
        enrollmentId, row -> true, Instant.now(), student -> Actor.student(student.value()));
  }

  private long enrolled(long student, long course) {
    EnrollmentResult result = enroll(student, course, null).join();
    assertThat(result).isInstanceOf(Created.class);
    await().until(() -> openEntry(course, student) == null);
    return ((Created) result).row().enrollmentId();
  }

  @Test
  void rule2CancelMarksAtTheGateBeforeTheRowGoes() throws Exception {
    long enrollmentId = enrolled(2, 2);
    try (HeldCourse held = new HeldCourse(database, 2)) {
      CompletableFuture<CancelOutcome> cancel = cancel(enrollmentId);
      await().until(() -> openEntry(2, 2) != null);
      assertThat(rows(2, 2)).isEqualTo(1);
      assertThat(cancel).isNotDone();
      held.release();
      assertThat(cancel.get()).isEqualTo(CancelOutcome.Ended.CANCELLED);
    }
    assertThat(rows(2, 2)).isZero();
    assertThat(atTheGate(2, 2)).isFalse();
    assertThat(openEntry(2, 2)).isNull();
  }

  @Test
  void rule3WhoMeetsAnOpenEntryLeavesItToItsOwner() {
    SeatKeys course = SeatKeys.of(new SeatsId(3));
    String owner = "owner|" + System.currentTimeMillis();
    redis.opsForSet().add(course.students(), "3");
    redis.opsForHash().put(course.pending(), "3", owner);
    assertThat(enroll(3, 3, null).join()).isInstanceOf(Created.class);
    assertThat(enroll(3, 3, null).join()).isEqualTo(Rejected.ALREADY_ENROLLED);
    await().during(Duration.ofMillis(300)).until(() -> owner.equals(openEntry(3, 3)));
  }

  @Test
  void rule4ARowMeansConfirmWhoeverInsertedIt() {
    jdbc.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)"
            + " VALUES (900004, 4, 4, UTC_TIMESTAMP(6))");
    jdbc.update("UPDATE course SET enrolled = enrolled + 1 WHERE course_id = 4");
    assertThat(atTheGate(4, 4)).isFalse();
    assertThat(enroll(4, 4, null).join()).isEqualTo(Rejected.ALREADY_ENROLLED);
    await().until(() -> openEntry(4, 4) == null);
    assertThat(atTheGate(4, 4)).isTrue();
  }

  /** As after an outage of Redis, where another instance claimed without the gate. */
  @Test
  void rule16AStudentWithARowIsNotAnsweredFullByAGateThatLacksTheRow() {
    SeatKeys course = SeatKeys.of(new SeatsId(16));
    jdbc.update(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)"
            + " VALUES (900016, 16, 16, UTC_TIMESTAMP(6))");
    jdbc.update("UPDATE course SET enrolled = enrolled + 1 WHERE course_id = 16");
    circuit.open("of the test");
    await().until(circuit::closed);
    redis.opsForSet().remove(course.students(), "16");
    redis.opsForSet().add(course.students(), "17");
    redis.opsForValue().set(course.capacity(), "1");
    assertThat(enroll(18, 16, null).join()).isEqualTo(Rejected.COURSE_FULL);
    assertThat(enroll(16, 16, null).join()).isEqualTo(Rejected.ALREADY_ENROLLED);
  }

  @Test
  void rule9AlreadyEnrolledIsAnsweredByTheLedger() {
    redis.opsForSet().add(SeatKeys.of(new SeatsId(9)).students(), "9");
    assertThat(enroll(9, 9, null).join()).isInstanceOf(Created.class);
    assertThat(enroll(9, 9, null).join()).isEqualTo(Rejected.ALREADY_ENROLLED);
    assertThat(rows(9, 9)).isEqualTo(1);
  }

  @Test
  void aGrantThatTheLedgerRejectsIsGivenBack() {
    jdbc.update("UPDATE course SET enrolled = capacity WHERE course_id = 5");
    assertThat(enroll(5, 5, null).join()).isEqualTo(Rejected.COURSE_FULL);
    assertThat(openEntry(5, 5)).isNull();
    assertThat(atTheGate(5, 5)).isFalse();
  }

  @Test
  void rule11ARejectionAfterAGrantIsAnsweredWhenTheSeatIsFreeAlsoIfALoadCameInBetween()
      throws Exception {
    CompletableFuture<EnrollmentResult> rejected;
    try (HeldCourse held = new HeldCourse(database, 12)) {
      rejected = enroll(12, 12, null);
      await().until(() -> openEntry(12, 12) != null);
      String granted = Objects.requireNonNull(openEntry(12, 12));
      held.setFull();
      redis.delete(SeatKeys.of(new SeatsId(12)).capacity());
      rosters.load(new SeatsId(12));
      assertThat(openEntry(12, 12)).isNotEqualTo(granted).endsWith(":" + granted);
      held.commit();
    }
    assertThat(rejected.get()).isEqualTo(Rejected.COURSE_FULL);
    assertThat(openEntry(12, 12)).isNull();
    assertThat(atTheGate(12, 12)).isFalse();
  }

  @Test
  void rule12ASecondClickWaitsForTheFirstAndCostsNoTransaction() throws Exception {
    double claims = claims();
    CompletableFuture<EnrollmentResult> first;
    CompletableFuture<EnrollmentResult> second;
    try (HeldCourse held = new HeldCourse(database, 13)) {
      first = enroll(13, 13, null);
      await().until(() -> openEntry(13, 13) != null);
      double pending = pendingAnswers();
      second = enroll(13, 13, null);
      await().until(() -> pendingAnswers() > pending);
      held.release();
    }
    assertThat(first.get()).isInstanceOf(Created.class);
    assertThat(second.get()).isEqualTo(Rejected.ALREADY_ENROLLED);
    assertThat(claims()).isEqualTo(claims + 1);
  }

  @Test
  void rule12AnEnrollmentThatMeetsTheCancelOfItsStudentGetsASeatOfTheGate() throws Exception {
    long enrollmentId = enrolled(14, 14);
    CompletableFuture<CancelOutcome> cancel;
    CompletableFuture<EnrollmentResult> again;
    try (HeldCourse held = new HeldCourse(database, 14)) {
      cancel = cancel(enrollmentId);
      await().until(() -> openEntry(14, 14) != null);
      double pending = pendingAnswers();
      again = enroll(14, 14, null);
      await().until(() -> pendingAnswers() > pending);
      held.release();
    }
    assertThat(cancel.get()).isEqualTo(CancelOutcome.Ended.CANCELLED);
    assertThat(again.get()).isInstanceOf(Created.class);
    await().until(() -> openEntry(14, 14) == null);
    assertThat(atTheGate(14, 14)).isTrue();
    assertThat(rows(14, 14)).isEqualTo(1);
  }

  private double claims() {
    return metrics.get("sugang.ledger.claim").timers().stream().mapToLong(Timer::count).sum();
  }

  private double pendingAnswers() {
    return metrics
        .get("sugang.gate.call")
        .tags("script", "enroll", "answer", "pending")
        .timers()
        .stream()
        .mapToLong(Timer::count)
        .sum();
  }

  @Test
  void aCourseThatTheGateLostIsLoadedByTheFirstWhoAsks() {
    enrolled(6, 6);
    SeatKeys course = SeatKeys.of(new SeatsId(6));
    redis.delete(java.util.List.of(course.students(), course.pending(), course.capacity()));
    assertThat(enroll(7, 6, null).join()).isInstanceOf(Created.class);
    await().until(() -> openEntry(6, 7) == null);
    assertThat(redis.opsForSet().members(course.students())).containsExactlyInAnyOrder("6", "7");
  }

  @Test
  void theSameKeyForTheSamePairAnswersTheFirstEnrollmentAgain() {
    Created first = (Created) enroll(8, 8, "key-1").join();
    assertThat(enroll(8, 8, "key-1").join()).isEqualTo(new Repeated(first.row()));
    assertThat(enroll(8, 8, "key-2").join()).isEqualTo(Rejected.ALREADY_ENROLLED);
    assertThat(enroll(8, 8, null).join()).isEqualTo(Rejected.ALREADY_ENROLLED);
  }

  @Test
  void aCancelledSeatCanBeTakenAgainAtOnce() {
    long first = enrolled(10, 10);
    assertThat(cancel(first).join()).isEqualTo(CancelOutcome.Ended.CANCELLED);
    assertThat(atTheGate(10, 10)).isFalse();
    assertThat(cancel(first).join()).isEqualTo(CancelOutcome.Ended.CANCELLED);
    long second = enrolled(10, 10);
    assertThat(second).isNotEqualTo(first);
    assertThat(atTheGate(10, 10)).isTrue();
  }

  @Test
  void scriptFlushIsNotNoticed() {
    redisServer.forgetScripts();
    enrolled(11, 11);
    assertThat(atTheGate(11, 11)).isTrue();
  }
}
