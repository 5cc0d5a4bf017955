package io.sugang.seats.ledger;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.seats.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.StatementLog;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.StatementCallback;

/** The ledger alone on a real MySQL. */
@SugangTest(properties = "sugang.seat.control=lock")
class EnrollmentLedgerIntegrationTests {
  private static final long UNKNOWN = 999_999;
  private static final long LARGE = 8_950_001;
  private static final String LOCKS_OF_COURSES = "SELECT % FROM course % FOR UPDATE";

  @Autowired EnrollmentLedger ledger;
  @Autowired JdbcTemplate jdbc;
  @Autowired MySqlDatabase database;
  @Autowired HikariDataSource pool;
  @Autowired MeterRegistry meters;

  private static Seat seat(long student, long course) {
    return new Seat(new StudentId(student), new SeatsId(course));
  }

  private CompletableFuture<ClaimResult> claim(Seat seat) {
    return ledger.claim(seat, null, Instant.now(), Actor.student(1));
  }

  private CompletableFuture<ClaimResult> claimGranted(Seat seat) {
    return ledger.claimGranted(seat, null, Instant.now(), Actor.student(1));
  }

  private int enrolledCounter(long course) {
    return jdbc.queryForList(
            "SELECT enrolled FROM course WHERE course_id = ?", Integer.class, course)
        .getFirst();
  }

  @Test
  void aClaimIsARowAndTheCounterCountsIt() {
    ClaimResult result = ledger.claim(seat(1, 3), "key", Instant.now(), Actor.student(1)).join();
    EnrollmentRow row = ((Enrolled) result).row();
    assertThat(ledger.find(row.enrollmentId())).contains(row);
    assertThat(ledger.find(seat(1, 3)).join()).contains(row);
    assertThat(ledger.lookUpBehindLock(new SeatsId(3), List.of(new StudentId(1), new StudentId(2))))
        .isEqualTo(Map.of(new StudentId(1), row));
    assertThat(enrolledCounter(3)).isEqualTo(1);
    assertThat(claim(seat(1, 3)).join()).isEqualTo(new AlreadyEnrolled(row));
  }

  /**
   * More than 1,024 bytes: {@code group_concat_max_len} of MySQL cuts longer texts off by default.
   */
  @Test
  void aLargeRosterIsWholeAndAnEmptyOneEmpty() {
    Rows rows = new Rows(jdbc);
    rows.course(LARGE, "Large", "Physics", 1, 400);
    rows.course(LARGE + 1, "Empty", "Physics", 1, 400);
    Set<Long> students =
        LongStream.range(0, 300).map(i -> 8_950_000_000_000L + i).boxed().collect(toSet());
    students.forEach(student -> {
      rows.student(student);
      rows.enrollment(student, student, LARGE, LocalDateTime.now());
    });
    assertThat(ledger.rosters(List.of(new SeatsId(LARGE), new SeatsId(LARGE + 1))))
        .isEqualTo(
            Map.of(
                new SeatsId(LARGE),
                students.stream().map(StudentId::new).collect(toSet()),
                new SeatsId(LARGE + 1),
                Set.of()));
  }

  /** What is left of {@code 1 2 345} and its count when MySQL cuts it off. */
  @ParameterizedTest
  @ValueSource(strings = {"1 2 34", "1 2 345", "1 2 ", "1 2", ""})
  void aRosterThatWasCutOffIsNoRoster(String text) {
    assertThat(LedgerRows.roster(new SeatsId(1), 3, "1 2 345 "))
        .isEqualTo(Set.of(new StudentId(1), new StudentId(2), new StudentId(345)));
    assertThatThrownBy(() -> LedgerRows.roster(new SeatsId(1), 3, text))
        .isInstanceOf(IncorrectResultSizeDataAccessException.class);
  }

  /**
   * In the ledger's own threads and in as many others as there are HTTP threads, so that some wait
   * for a connection in vain: that alone says nothing about MySQL.
   */
  @Test
  void readsThatTakeLongAreNoMySqlThatIsDown() {
    var row = ((Enrolled) claim(seat(1, 20)).join()).row();
    List<CompletableFuture<Optional<EnrollmentRow>>> reads = new ArrayList<>();
    List<CompletableFuture<Optional<EnrollmentRow>>> inThreads = new ArrayList<>();
    // Claims too are written, and not refused because MySQL seems to be down.
    List<CompletableFuture<ClaimResult>> claims = new ArrayList<>();
    database
        .jdbc()
        .execute(
            (StatementCallback<Boolean>)
                statement -> {
                  statement.execute("LOCK TABLES enrollment WRITE");
                  for (int i = 0; i < 4 * pool.getMaximumPoolSize(); i++) {
                    reads.add(ledger.findAsync(row.enrollmentId()));
                    inThreads.add(
                        CompletableFuture.supplyAsync(
                            () -> ledger.find(row.enrollmentId()), Thread::startVirtualThread));
                  }
                  await()
                      .until(() ->
                          inThreads.stream().anyMatch(CompletableFuture::isCompletedExceptionally));
                  // A probe that waits for a connection of the same pool would have ended by then.
                  await()
                      .during(Duration.ofMillis(pool.getConnectionTimeout() + 300))
                      .until(ledger::available);
                  claims.add(claim(seat(2, 20)));
                  return statement.execute("UNLOCK TABLES");
                });
    assertThat(claims.getFirst().join()).isInstanceOf(Enrolled.class);
    assertThat(ledger.available()).isTrue();
    await().untilAsserted(() -> assertThat(ledger.find(seat(1, 20)).join()).contains(row));
  }

  @Test
  void aClaimOfNobodyFailsAloneAndNotItsGroup() throws Exception {
    List<Future<ClaimResult>> claims = new ArrayList<>();
    // The lock keeps the writer busy with the first claim, so that the others gather in one group.
    try (HeldCourse held = new HeldCourse(database, 4);
        ExecutorService users = Executors.newFixedThreadPool(8)) {
      claims.add(users.submit(() -> claim(seat(1, 4)).join()));
      await().until(database::waitsForALock);
      for (long student : new long[] {2, UNKNOWN, 3}) {
        claims.add(users.submit(() -> claim(seat(student, 5)).join()));
      }
      await().until(() -> ledger.waitingClaims() == 3);
      held.release();
      assertThat(claims.get(0).get()).isInstanceOf(Enrolled.class);
      assertThat(claims.get(1).get()).isInstanceOf(Enrolled.class);
      assertThat(claims.get(2).get()).isEqualTo(NotEnrolled.STUDENT_NOT_FOUND);
      assertThat(claims.get(3).get()).isInstanceOf(Enrolled.class);
    }
    assertThat(enrolledCounter(5)).isEqualTo(2);
  }

  /** Granted claims are taken first, others decided at once. Other tests use the courses too. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachOfAGroupGetsWhatItCanHave(boolean granted) throws Exception {
    int base = granted ? 11 : 15;
    long student = granted ? 101 : 111;
    long scarce = base + 1;
    long enrolled = base + 2;
    long free = base + 3;
    jdbc.update("UPDATE course SET capacity = enrolled + 2 WHERE course_id = ?", scarce);
    ClaimResult already = claim(seat(student, enrolled)).join();
    Map<Long, Integer> before =
        Map.of(
            scarce, enrolledCounter(scarce),
            enrolled, enrolledCounter(enrolled),
            free, enrolledCounter(free));
    List<Seat> seats =
        List.of(
            seat(student, scarce),
            seat(student + 1, scarce),
            seat(student + 2, scarce),
            seat(student, enrolled),
            seat(student + 1, enrolled),
            seat(student, UNKNOWN),
            seat(student, free));
    List<Future<ClaimResult>> claims = new ArrayList<>();
    try (HeldCourse held = new HeldCourse(database, base);
        ExecutorService users = Executors.newFixedThreadPool(8)) {
      users.submit(() -> claim(seat(student, base)).join());
      await().until(database::waitsForALock);
      for (int i = 0; i < seats.size(); i++) {
        Seat seat = seats.get(i);
        claims.add(users.submit(() -> granted ? claimGranted(seat).join() : claim(seat).join()));
        int waiting = i + 1;
        await().until(() -> ledger.waitingClaims() == waiting);
      }
      held.release();
      List<ClaimResult> results = new ArrayList<>();
      for (Future<ClaimResult> claim : claims) {
        results.add(claim.get());
      }
      assertThat(results.get(0)).isInstanceOf(Enrolled.class);
      assertThat(results.get(1)).isInstanceOf(Enrolled.class);
      assertThat(results.get(2)).isEqualTo(NotEnrolled.FULL);
      assertThat(results.get(3)).isEqualTo(new AlreadyEnrolled(((Enrolled) already).row()));
      assertThat(results.get(4)).isInstanceOf(Enrolled.class);
      assertThat(results.get(5)).isEqualTo(NotEnrolled.COURSE_NOT_FOUND);
      assertThat(results.get(6)).isInstanceOf(Enrolled.class);
    }
    Map<Long, Integer> more = Map.of(scarce, 2, enrolled, 1, free, 1);
    more.forEach((course, count) ->
        assertThat(enrolledCounter(course))
            .isEqualTo(requireNonNull(before.get(course)) + count)
            .isEqualTo(
                jdbc.queryForObject(
                    "SELECT COUNT(*) FROM enrollment WHERE course_id = ?", Integer.class, course)));
  }

  @Test
  void whatTheGateGrantedIsNotReadBefore() {
    int enrolled = enrolledCounter(2);
    try (StatementLog log = new StatementLog(database)) {
      long before = log.count(LOCKS_OF_COURSES);
      assertThat(claimGranted(seat(121, 2)).join()).isInstanceOf(Enrolled.class);
      assertThat(log.count(LOCKS_OF_COURSES)).isEqualTo(before);
      assertThat(claimGranted(seat(121, 2)).join()).isInstanceOf(AlreadyEnrolled.class);
      assertThat(log.count(LOCKS_OF_COURSES)).isEqualTo(before + 1);
      assertThat(claim(seat(122, 2)).join()).isInstanceOf(Enrolled.class);
      assertThat(log.count(LOCKS_OF_COURSES)).isEqualTo(before + 2);
    }
    assertThat(enrolledCounter(2)).isEqualTo(enrolled + 2);
  }

  /** Also when the gate granted it, and without rules of registration. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCourseThatIsNotOpenTakesNoRow(boolean granted) {
    long course = LARGE + (granted ? 10 : 11);
    new Rows(jdbc).course(course, "Closed", "Physics", 1, 5);
    Seat seat = seat(1, course);
    for (String status : List.of("CLOSED", "CANCELLED")) {
      jdbc.update("UPDATE course SET status = ? WHERE course_id = ?", status, course);
      assertThat(granted ? claimGranted(seat).join() : claim(seat).join())
          .isEqualTo(NotEnrolled.valueOf("COURSE_" + status));
    }
    assertThat(enrolledCounter(course)).isZero();
    jdbc.update("UPDATE course SET status = 'OPEN' WHERE course_id = ?", course);
    assertThat(claimGranted(seat).join()).isInstanceOf(Enrolled.class);
    jdbc.update("UPDATE course SET status = 'CLOSED' WHERE course_id = ?", course);
    assertThat(claim(seat).join()).isInstanceOf(AlreadyEnrolled.class);
  }

  @Test
  void aCourseThatDoesNotExistIsToldApart() {
    assertThat(claim(seat(1, UNKNOWN)).join()).isEqualTo(NotEnrolled.COURSE_NOT_FOUND);
  }

  @Test
  void aRowLockThatIsNotGivenBackCostsOnlyTheClaimsOfItsCourse() throws Exception {
    try (HeldCourse held = new HeldCourse(database, 6);
        ExecutorService users = Executors.newFixedThreadPool(8)) {
      Future<ClaimResult> first = users.submit(() -> claim(seat(1, 6)).join());
      await().until(database::waitsForALock);
      Future<ClaimResult> locked = users.submit(() -> claim(seat(2, 6)).join());
      Future<ClaimResult> free = users.submit(() -> claim(seat(2, 7)).join());
      assertThat(free.get()).isInstanceOf(Enrolled.class);
      assertThat(first.get()).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(locked.get()).isEqualTo(NotEnrolled.NOT_INSERTED);
      held.release();
    }
    assertThat(claim(seat(UNKNOWN, 6)).join()).isEqualTo(NotEnrolled.STUDENT_NOT_FOUND);
    assertThat(claim(seat(1, 6)).join()).isInstanceOf(Enrolled.class);
    assertThat(ledger.available()).isTrue();
  }

  @Test
  void oneStudentTwiceInOneGroupGetsOneSeat() throws Exception {
    int twins = 16;
    DistributionSummary groups = meters.get("sugang.ledger.group").summary();
    long before = groups.count();
    List<CompletableFuture<ClaimResult>> claims = new ArrayList<>();
    // The lock keeps the writer busy with the first claim, so that the others gather in one group.
    try (HeldCourse held = new HeldCourse(database, 4)) {
      CompletableFuture<ClaimResult> first = claim(seat(161, 4));
      await().until(database::waitsForALock);
      for (int i = 0; i < twins; i++) {
        claims.add(claim(seat(1, 8)));
      }
      assertThat(ledger.waitingClaims()).isEqualTo(twins);
      held.release();
      assertThat(first.join()).isInstanceOf(Enrolled.class);
    }
    List<ClaimResult> results = claims.stream().map(CompletableFuture::join).toList();
    assertThat(results).filteredOn(Enrolled.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(AlreadyEnrolled.class::isInstance).hasSize(twins - 1);
    assertThat(enrolledCounter(8)).isEqualTo(1);
    // Decided together: one by one they would be so many transactions.
    await().untilAsserted(() -> assertThat(groups.count() - before).isEqualTo(2));
  }

  @Test
  void cancelTellsWhatIsLeft() {
    EnrollmentRow row = ((Enrolled) claim(seat(1, 9)).join()).row();
    assertThat(ledger.cancel(new Cancel(row, Actor.student(1), Instant.now())).join())
        .isEqualTo(CancelResult.DELETED);
    assertThat(ledger.cancel(new Cancel(row, Actor.student(1), Instant.now())).join())
        .isEqualTo(CancelResult.ABSENT);
    assertThat(claim(seat(1, 9)).join()).isInstanceOf(Enrolled.class);
    assertThat(ledger.cancel(new Cancel(row, Actor.student(1), Instant.now())).join())
        .isEqualTo(CancelResult.REPLACED);
    assertThat(enrolledCounter(9)).isEqualTo(1);
  }

  @Test
  void aCancelThatCannotGetTheLockSaysSo() throws Exception {
    EnrollmentRow row = ((Enrolled) claim(seat(1, 10)).join()).row();
    try (HeldCourse held = new HeldCourse(database, 10)) {
      CompletableFuture<CancelResult> cancel =
          ledger.cancel(new Cancel(row, Actor.student(1), Instant.now()));
      assertThat(cancel).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(CancelResult.UNKNOWN);
      held.release();
    }
    assertThat(ledger.find(row.enrollmentId())).isPresent();
    assertThat(ledger.available()).isTrue();
  }
}
