package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rules 8 and 10, and the settling of entries without an owner, in short periods. */
@SugangTest(properties = {"sugang.reconciler.period=100ms", "sugang.reconciler.grace=200ms"})
class SeatReconcilerIntegrationTests {
  @Autowired RosterRepair rosters;
  @Autowired EnrollmentLedger ledger;
  @Autowired StringRedisTemplate redis;
  @Autowired JdbcTemplate jdbc;
  @Autowired MySqlDatabase database;
  @Autowired MeterRegistry meters;

  @BeforeEach
  void gateIsInUse() {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void manyCoursesAreLookedAtLessOftenSoThatLookingLeavesTimeForRequests() {
    Duration second = Duration.ofSeconds(1);
    assertThat(SeatReconciler.periodOf(0, second)).isEqualTo(second);
    assertThat(SeatReconciler.periodOf(2_000, second)).isEqualTo(second);
    assertThat(SeatReconciler.periodOf(2_001, second)).isEqualTo(Duration.ofSeconds(2));
    assertThat(SeatReconciler.periodOf(20_000, second)).isEqualTo(Duration.ofSeconds(10));
  }

  private Set<String> atTheGate(long course) {
    return redis.opsForSet().members(SeatKeys.of(new SeatsId(course)).students());
  }

  private Map<Object, Object> pending(long course) {
    return redis.opsForHash().entries(SeatKeys.of(new SeatsId(course)).pending());
  }

  private static void insert(Statement statement, long id, long student, long course)
      throws SQLException {
    statement.execute(
        "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (%d, %d, %d, UTC_TIMESTAMP(6))"
            .formatted(id, student, course));
    statement.execute("UPDATE course SET enrolled = enrolled + 1 WHERE course_id = " + course);
  }

  private void insert(long id, long student, long course) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      insert(statement, id, student, course);
      connection.commit();
    }
  }

  private Connection connect() throws SQLException {
    Connection connection =
        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    connection.setAutoCommit(false);
    return connection;
  }

  private void openEntry(long course, long student) {
    openEntry(course, student, "dead-instance-1|1");
  }

  private void openEntry(long course, long student, String entry) {
    SeatKeys keys = SeatKeys.of(new SeatsId(course));
    redis.opsForSet().add(keys.students(), "" + student);
    redis.opsForHash().put(keys.pending(), "" + student, entry);
  }

  @Test
  void rule8AnEntryWaitsForTheTransactionThatHoldsTheCourseRow() throws Exception {
    try (Connection other = connect();
        Statement statement = other.createStatement()) {
      statement.executeQuery("SELECT course_id FROM course WHERE course_id = 8 FOR UPDATE");
      insert(statement, 800001, 8, 8);
      openEntry(8, 8);
      // Not committed yet: a plain read sees no row and would release the seat of a student whose
      // row is about to be committed.
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(5))
          .until(() -> atTheGate(8).contains("8") && pending(8).containsKey("8"));
      other.commit();
    }
    await().until(() -> pending(8).isEmpty());
    assertThat(atTheGate(8)).containsExactly("8");
  }

  @Test
  void rule8TheLookUpOfAnOutcomeSeesWhatTheLockWaitedFor() throws Exception {
    try (Connection other = connect();
        Statement statement = other.createStatement()) {
      statement.executeQuery("SELECT course_id FROM course WHERE course_id = 9 FOR UPDATE");
      insert(statement, 900001, 9, 9);
      CompletableFuture<Map<StudentId, EnrollmentRow>> lookUp =
          CompletableFuture.supplyAsync(
              () -> ledger.lookUpBehindLock(new SeatsId(9), List.of(new StudentId(9))));
      await().during(Duration.ofMillis(300)).until(() -> !lookUp.isDone());
      other.commit();
      assertThat(lookUp.get()).containsOnlyKeys(new StudentId(9));
    }
  }

  @Test
  void rule10EqualNumbersOfOtherMembersAreRepaired() throws Exception {
    insert(1000001, 1, 10);
    insert(1000002, 2, 10);
    await().until(() -> atTheGate(10).equals(Set.of("1", "2")));
    SeatKeys keys = SeatKeys.of(new SeatsId(10));
    redis.opsForSet().remove(keys.students(), "2");
    redis.opsForSet().add(keys.students(), "3");
    await().until(() -> atTheGate(10).equals(Set.of("1", "2")));
  }

  @Test
  void anOldEntryWithoutARowIsReleased() {
    openEntry(11, 11);
    await().until(() -> pending(11).isEmpty() && atTheGate(11).isEmpty());
  }

  @Test
  void anOldEntryWithARowIsConfirmed() throws Exception {
    insert(1200001, 12, 12);
    openEntry(12, 12);
    await().until(() -> pending(12).isEmpty());
    assertThat(atTheGate(12)).containsExactly("12");
  }

  @Test
  void aCourseThatWasLostIsLoaded() throws Exception {
    insert(1300001, 13, 13);
    SeatKeys keys = SeatKeys.of(new SeatsId(13));
    redis.delete(List.of(keys.students(), keys.capacity()));
    await().until(() -> Boolean.TRUE.equals(redis.hasKey(keys.capacity())));
    assertThat(atTheGate(13)).containsExactly("13");
  }

  @Test
  void aCapacityThatWasChangedReachesTheGate() {
    jdbc.update("UPDATE course SET capacity = 51 WHERE course_id = 14");
    await()
        .until(() -> "51".equals(redis.opsForValue().get(SeatKeys.of(new SeatsId(14)).capacity())));
  }

  @Test
  void aCourseWithMoreRowsThanSeatsIsShownAtEveryLookUntilItIsPutRight() {
    jdbc.update("UPDATE course SET capacity = 1 WHERE course_id = 15");
    for (int student = 1; student <= 2; student++) {
      // Past the ledger and its counter, as no way of the service leads there.
      jdbc.update(
          "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (?, ?, 15, UTC_TIMESTAMP(6))",
          1_500_000 + student,
          student);
    }
    await().until(() -> oversoldCourses() == 1);
    await().during(Duration.ofSeconds(1)).until(() -> oversoldCourses() == 1);
    jdbc.update("DELETE FROM enrollment WHERE course_id = 15");
    await().until(() -> oversoldCourses() == 0);
  }

  @Test
  void anEntryFromBeforeRedisClockWasSetBackIsSettledAtOnce() throws Exception {
    long inAnHour = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    insert(1600001, 1, 16);
    openEntry(16, 1, "dead-instance-1|" + inAnHour);
    openEntry(16, 2, "dead-instance-2|" + inAnHour);
    await().until(() -> pending(16).isEmpty());
    assertThat(atTheGate(16)).containsExactly("1");
  }

  @Test
  void aKeyOfAnotherTypeCostsItsCourseARosterAndTheOthersNothing() throws Exception {
    insert(1700001, 1, 17);
    await().until(() -> atTheGate(17).equals(Set.of("1")));
    redis.delete(SeatKeys.of(new SeatsId(17)).students());
    redis.opsForValue().set(SeatKeys.of(new SeatsId(17)).students(), "not a set");
    openEntry(18, 18);
    await().until(() -> pending(18).isEmpty() && atTheGate(18).isEmpty());
    await().ignoreExceptions().until(() -> atTheGate(17).equals(Set.of("1")));
    await().until(() -> gauge("sugang.gate.unreadable.courses") == 0);
  }

  @Test
  void anEntryThatCannotBeParsedCostsItsCourseTheEntriesAndTheOthersNothing() throws Exception {
    insert(1900001, 1, 19);
    openEntry(19, 2, "of another version");
    openEntry(18, 19);
    await().until(() -> pending(18).isEmpty() && atTheGate(18).isEmpty());
    await().until(() -> pending(19).isEmpty() && atTheGate(19).equals(Set.of("1")));
    await().until(() -> gauge("sugang.gate.unreadable.courses") == 0);
  }

  @Test
  void aCounterThatDiffersFromItsRowsIsShownUntilItIsPutRight() {
    jdbc.update("UPDATE course SET enrolled = enrolled + 2 WHERE course_id = 20");
    await().until(() -> gauge("sugang.enrolled.drift.courses") == 1);
    await().during(Duration.ofSeconds(1)).until(() -> gauge("sugang.enrolled.drift.courses") == 1);
    jdbc.update("UPDATE course SET enrolled = enrolled - 2 WHERE course_id = 20");
    await().until(() -> gauge("sugang.enrolled.drift.courses") == 0);
  }

  private double oversoldCourses() {
    return gauge("sugang.oversold.courses");
  }

  private double gauge(String name) {
    return meters.get(name).gauge().value();
  }
}
