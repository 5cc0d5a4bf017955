package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each check on sound data, and on data broken by hand. */
class ChecksIntegrationTests {
  private final Campus campus = new Campus();

  @AfterEach
  void close() {
    campus.close();
  }

  @Test
  void allAreValidOnSoundData() {
    campus.enroll(1, 1);
    campus.enroll(2, 1);
    campus.enroll(3, 1);
    campus.enroll(1, 2);

    var report = campus.report();

    assertThat(report.lines())
        .hasSize(17)
        .allSatisfy(line ->
            assertThat(line.finding().verdict())
                // no course of this campus belongs to a term, and none was announced
                .isEqualTo(
                    List.of("plan-rules", "within-windows", "eligibility", "announced-seats")
                            .contains(line.check())
                        ? Verdict.SKIPPED
                        : Verdict.VALID));
    assertThat(report.exitStatus()).isZero();
    assertThat(Campus.finding("seats-in-mysql", report).sentence())
        .contains("3 courses, 4 enrollments for 9 seats");
    assertThat(Campus.finding("seats-in-redis", report).sentence())
        .contains("4 students at the gate of 3 courses");
  }

  @Test
  void seatsInMySqlCountsRows() {
    for (long student = 1; student <= 4; student++) {
      campus.row(student, 1);
    }

    assertViolated("seats-in-mysql", "course 1 has 4 enrollments for 3 seats");
  }

  @Test
  void auditTrailFindsARowWithoutItsEvent() {
    campus.enroll(1, 1);
    long without = campus.rowWithoutEvent(2, 1);

    var finding = campus.finding("audit-trail");

    assertThat(finding.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples())
        .containsExactly(
            "enrollment %d of student 2 in course 1 has no event".formatted(without),
            "student 2 enrolled in course 1 0 times and cancelled 0 times, and has 1 rows");
  }

  @Test
  void auditTrailFindsACancelWithoutItsEvent() {
    long left = campus.row(1, 1);
    campus.mysql.update("DELETE FROM enrollment WHERE enrollment_id = ?", left);

    assertThat(campus.finding("audit-trail").examples())
        .containsExactly(
            "student 1 enrolled in course 1 1 times and cancelled 0 times, and has 0 rows");

    campus.event("CANCEL", left, 1, 1);

    assertThat(campus.finding("audit-trail").verdict()).isEqualTo(Verdict.VALID);

    campus.event("CANCEL", left, 1, 1);

    assertThat(campus.finding("audit-trail").verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void auditTrailWantsTheEventOfTheRowItself() {
    long first = campus.row(1, 1);
    campus.event("CANCEL", first, 1, 1);
    campus.mysql.update("DELETE FROM enrollment WHERE enrollment_id = ?", first);
    campus.event("ENROLL", first, 1, 1);
    campus.rowWithoutEvent(1, 1);

    assertThat(campus.finding("audit-trail").examples())
        .singleElement()
        .asString()
        .endsWith("of student 1 in course 1 has no event");
  }

  @Test
  void auditTrailLeavesRefusedAttemptsAndTheWarmUpOut() {
    campus.mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, course_id, outcome)"
            + " VALUES (UTC_TIMESTAMP(3), 'student:1', 'ENROLL', 'student:2', 2, 1, 'NOT_YOURS')");
    campus.student(Ids.RESERVED_FROM);
    campus.rowWithoutEvent(Ids.RESERVED_FROM, 1);

    assertThat(campus.finding("audit-trail").verdict()).isEqualTo(Verdict.VALID);
  }

  @ParameterizedTest
  @CsvSource({"student:1, 2, student:2", "student:1, 2, course:1", "student:1,, student:2"})
  void auditTrailFindsAStudentWhoActedForAnother(String actor, Long student, String target) {
    campus.mysql.update(
        "INSERT INTO audit_event (at, actor, action, target, student_id, course_id)"
            + " VALUES (UTC_TIMESTAMP(3), ?, 'SWAP', ?, ?, 1)",
        actor,
        target,
        student);

    assertViolated(
        "audit-trail", "student:1 did SWAP for student:2, course 1, and was not refused");
  }

  @Test
  void auditTrailLetsStaffAndLoadDriversActForStudents() {
    long enrolled = campus.enroll(2, 1);
    for (String actor : List.of("registrar:1", "load:0", "student:2", "migration")) {
      campus.mysql.update(
          "UPDATE audit_event SET actor = ? WHERE enrollment_id = ?", actor, enrolled);

      assertThat(campus.finding("audit-trail").verdict()).as(actor).isEqualTo(Verdict.VALID);
    }
  }

  @Test
  void auditTrailIsSkippedWhereNoEventsAreKept() {
    campus.mysql.execute("ALTER TABLE audit_event DROP COLUMN enrollment_id");

    assertThat(campus.finding("audit-trail").verdict()).isEqualTo(Verdict.SKIPPED);
  }

  @Test
  void seatsInMySqlIsUnknownWithoutCourses() {
    campus.mysql.update("DELETE FROM course");

    assertThat(campus.finding("seats-in-mysql").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(campus.finding("enrolled-counter").verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void seatsInRedisCountsTheSet() {
    for (long student = 1; student <= 4; student++) {
      campus.seat(student, 2);
    }

    assertViolated("seats-in-redis", "course 2 has 4 students in Redis for 3 seats");
  }

  @Test
  void seatsInRedisGoesByTheSeatsOfMySql() {
    campus.redis.set("course:{2}:capacity", "100");
    for (long student = 1; student <= 4; student++) {
      campus.seat(student, 2);
    }

    assertViolated("seats-in-redis", "course 2 has 4 students in Redis for 3 seats");
  }

  @Test
  void seatsInRedisLetsTheReconcilerRepairWhatAFaultLeft() {
    for (long student = 1; student <= 4; student++) {
      campus.seat(student, 2);
    }
    var repair = after(() -> campus.redis.del("course:{2}:students"));

    try (var sources = new Sources(campus.addresses())) {
      assertThat(run(new SeatsInRedis(sources, Duration.ofSeconds(20))).verdict())
          .isEqualTo(Verdict.VALID);
    }
    repair.join();
  }

  @Test
  void seatsInRedisForgetsACourseThatLeavesRedis() {
    for (long student = 1; student <= 4; student++) {
      campus.seat(student, 2);
    }
    var left = after(() -> campus.redis.del("course:{2}:capacity", "course:{2}:students"));

    try (var sources = new Sources(campus.addresses())) {
      assertThat(run(new SeatsInRedis(sources, Duration.ofSeconds(20))).verdict())
          .isEqualTo(Verdict.VALID);
    }
    left.join();
  }

  @Test
  void noDuplicateGroupsRowsItself() {
    campus.dropConstraints();
    campus.row(7, 3);
    campus.row(7, 3);

    assertViolated("no-duplicate", "student 7 holds course 3 2 times");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void enrolledCounterIsComparedWithRows(int counter) {
    campus.enroll(1, 1);
    campus.mysql.update("UPDATE course SET enrolled = ? WHERE course_id = 1", counter);

    assertViolated("enrolled-counter", "course 1 counts %d and has 1 rows".formatted(counter));
  }

  @Test
  void noOrphanRowsFindsRowsWithoutStudentOrCourse() {
    campus.dropConstraints();
    campus.row(99, 1);
    campus.row(1, 98);
    campus.row(97, 96);

    var finding = campus.finding("no-orphan-rows");

    assertThat(finding.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.sentence()).startsWith("3 enrollments");
    assertThat(finding.examples())
        .containsExactlyInAnyOrder(
            "enrollment 1 of student 99 in course 1: there is no such student",
            "enrollment 2 of student 1 in course 98: there is no such course",
            "enrollment 3 of student 97 in course 96: neither exists");
  }

  @Test
  void noOrphanSeatsFindsRostersOfUnknownCourses() {
    campus.seat(1, 98);

    assertViolated("no-orphan-seats", "Redis has seats of course 98, which does not exist");
  }

  @Test
  void noOrphanSeatsAllowsTheTicketOfALoadThatFindsNoRow() {
    campus.redis.set("course:{98}:ticket", "a ticket");

    assertThat(campus.finding("no-orphan-seats").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void noOrphanSeatsFindsKeysThatAreNoneOfTheGate() {
    campus.redis.sadd("course:1:students", "1");

    assertViolated("no-orphan-seats", "course:1:students is no key of the gate");
  }

  @Test
  void noOrphanSeatsLeavesMarkersOfRequestsAlone() {
    campus.redis.set("idempotency:course:{98}:students", "1:98:instance-1");

    assertThat(campus.finding("no-orphan-seats").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void noOrphanSeatsFindsPendingStudentsWithoutASeat() {
    campus.pending(5, 1, "token|" + campus.nowMillis());

    assertViolated("no-orphan-seats", "student 5 is pending in course 1 without taking a seat");
  }

  @Test
  void pendingAgeAllowsTenSeconds() {
    campus.seat(5, 1);
    campus.pending(5, 1, "token|" + (campus.nowMillis() - 5_000));

    assertThat(campus.finding("pending-age").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void pendingAgeFindsOldEntriesAlsoOfCoursesThatAreNotLoaded() {
    campus.redis.del("course:{1}:capacity");
    campus.seat(5, 1);
    campus.pending(5, 1, "a|b|" + (campus.nowMillis() - 15_000));

    assertViolated("pending-age", "student 5 in course 1 has been pending for 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"token", "token|", "token|soon", "|1"})
  void pendingAgeDoesNotPassWhatItCannotRead(String entry) {
    campus.seat(5, 1);
    campus.pending(5, 1, entry);

    assertViolated("pending-age", "is not token|milliseconds");
  }

  @Test
  void redisRosterFindsASeatWithoutARow() {
    campus.seat(5, 2);

    assertViolated("redis-roster", "course 2: student 5 takes a seat in Redis and has no row");
  }

  @Test
  void redisRosterFindsARowWithoutASeat() {
    campus.row(5, 2);

    assertViolated("redis-roster", "course 2: student 5 has a row and no seat in Redis");
  }

  @Test
  void redisRosterComparesMembersNotCounts() {
    campus.row(5, 2);
    campus.seat(6, 2);

    assertThat(campus.finding("redis-roster").sentence()).startsWith("2 differences");
  }

  @Test
  void redisRosterComparesTheNumberOfSeats() {
    campus.redis.set("course:{3}:capacity", "4");

    assertViolated("redis-roster", "course 3: 4 seats in Redis and 3 in MySQL");
  }

  @Test
  void redisRosterWaitsUntilNothingIsPending() {
    campus.seat(5, 2);
    campus.pending(5, 2, "token|" + campus.nowMillis());
    var settled =
        after(() -> {
          campus.redis.srem("course:{2}:students", "5");
          campus.redis.hdel("course:{2}:pending", "5");
        });

    try (var sources = new Sources(campus.addresses())) {
      assertThat(run(new RedisRoster(sources, Duration.ofSeconds(20))).verdict())
          .isEqualTo(Verdict.VALID);
    }
    settled.join();
  }

  @Test
  void redisRosterIsUnknownWhileSomethingStaysPending() {
    campus.seat(5, 2);
    campus.pending(5, 2, "token|" + campus.nowMillis());

    var finding = campus.finding("redis-roster");

    assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(finding.sentence()).contains("course 2");
  }

  @Test
  void redisRosterFindsACourseThatIsNeverLoadedWhileOthersAre() {
    campus.redis.del("course:{1}:capacity");

    assertViolated("redis-roster", "course 1 is not loaded in Redis, while others are");
  }

  @Test
  void redisRosterWaitsForACourseThatIsBeingLoaded() {
    campus.redis.del("course:{1}:capacity");
    var loaded = after(() -> campus.load(1));

    try (var sources = new Sources(campus.addresses())) {
      assertThat(run(new RedisRoster(sources, Duration.ofSeconds(20))).verdict())
          .isEqualTo(Verdict.VALID);
    }
    loaded.join();
  }

  @Test
  void redisRosterForgetsACourseThatIsDeletedMeanwhile() {
    campus.redis.del("course:{1}:capacity");
    var deleted = after(() -> campus.mysql.update("DELETE FROM course WHERE course_id = 1"));

    try (var sources = new Sources(campus.addresses())) {
      var finding = run(new RedisRoster(sources, Duration.ofSeconds(20)));
      assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
      assertThat(finding.sentence()).contains("2 courses");
    }
    deleted.join();
  }

  @Test
  void redisRosterComparesWithTheSeatsOfTheSameMoment() {
    campus.redis.set("course:{3}:capacity", "4");
    var changed =
        after(() -> campus.mysql.update("UPDATE course SET capacity = 4 WHERE course_id = 3"));

    try (var sources = new Sources(campus.addresses())) {
      assertThat(run(new RedisRoster(sources, Duration.ofSeconds(20))).verdict())
          .isEqualTo(Verdict.VALID);
    }
    changed.join();
  }

  @Test
  void seatsInRedisAreComparedWithTheSeatsOfTheSameMoment() {
    for (long student = 1; student <= 4; student++) {
      campus.seat(student, 2);
    }
    var changed =
        after(() -> campus.mysql.update("UPDATE course SET capacity = 4 WHERE course_id = 2"));

    try (var sources = new Sources(campus.addresses())) {
      assertThat(run(new SeatsInRedis(sources, Duration.ofSeconds(20))).verdict())
          .isEqualTo(Verdict.VALID);
    }
    changed.join();
  }

  @Test
  void pendingAgeFindsEntriesOfTheFuture() {
    campus.seat(5, 1);
    campus.pending(5, 1, "token|" + (campus.nowMillis() + 60_000));

    assertViolated("pending-age", "student 5 in course 1 is pending since a time that is");
  }

  @ParameterizedTest
  @CsvSource({
    "0, VALID",
    "2, VALID",
    "4, VIOLATED",
    "3600, VIOLATED",
    "-25, VALID",
    "-40, VIOLATED"
  })
  void anArrivalHasToFitTheTimeOfTheInsert(int secondsAfterTheInsert, Verdict verdict) {
    campus.enroll(1, 1);
    campus.mysql.update(
        "UPDATE enrollment SET enrolled_at = inserted_at + INTERVAL ? SECOND",
        secondsAfterTheInsert);

    assertThat(campus.finding("arrival-stamps").verdict()).isEqualTo(verdict);
  }

  @Test
  void aRowFromBeforeMySqlStampedRowsIsNotJudgedByTheStamp() {
    campus.enroll(1, 1);
    campus.mysql.update("UPDATE enrollment SET enrolled_at = '2020-01-01', inserted_at = NULL");

    assertThat(campus.finding("arrival-stamps").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void anEmptyRedisProvesNothing() {
    campus.redis.flushall();

    assertThat(campus.finding("seats-in-redis").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(campus.finding("redis-roster").verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void rowsAndKeysOfWarmUpAreLeftOut() {
    campus.student(Ids.RESERVED_FROM);
    campus.course(Ids.RESERVED_FROM);
    campus.row(Ids.RESERVED_FROM, Ids.RESERVED_FROM);
    campus.seat(Ids.RESERVED_FROM + 1, Ids.RESERVED_FROM + 5);
    campus.pending(Ids.RESERVED_FROM + 1, Ids.RESERVED_FROM + 5, "token|1");

    assertThat(campus.report().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void theSnapshotShowsRowsAndCountersOfOneInstant() throws Exception {
    try (var rows = EnrollmentRows.snapshot(campus.addresses())) {
      campus.enroll(1, 1);

      assertThat(rows.courses())
          .allSatisfy(course -> {
            assertThat(course.rows()).isZero();
            assertThat(course.enrolled()).isZero();
          });
    }
    assertThat(campus.finding("enrolled-counter").verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void onlyTheFirstExamplesAreShown() {
    for (long student = 1; student <= 9; student++) {
      campus.seat(student, 3);
    }

    var finding = campus.finding("redis-roster");

    assertThat(finding.sentence()).startsWith("9 differences");
    assertThat(finding.examples()).hasSize(5);
  }

  @Test
  void aTableThatIsMissingIsUnknown() {
    campus.mysql.execute("DROP TABLE enrollment");

    var finding = campus.finding("no-duplicate");

    assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(finding.sentence()).contains("broke off").contains("enrollment");
  }

  @Test
  void aKeyOfAnotherTypeIsUnknown() {
    campus.redis.set("course:{1}:students", "text");

    assertThat(campus.finding("seats-in-redis").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(campus.finding("redis-roster").verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  private void assertViolated(String check, String example) {
    var finding = campus.finding(check);

    assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples()).anySatisfy(shown -> assertThat(shown).contains(example));
  }

  private static Finding run(Check check) {
    try {
      return check.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Something that happens while a check is looking. */
  private static CompletableFuture<Void> after(Runnable action) {
    return CompletableFuture.runAsync(
        action, CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS));
  }
}
