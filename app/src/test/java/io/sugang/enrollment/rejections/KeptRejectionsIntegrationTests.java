package io.sugang.enrollment.rejections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.seats.ledger.EnrollmentLedger;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rejections that are kept for the term, in real MySQL. */
@FaultTest
class KeptRejectionsIntegrationTests {
  private static final long AT = Instant.parse("2027-03-02T01:00:00.123Z").toEpochMilli();

  @Autowired private JdbcTemplate jdbc;
  @Autowired private MySqlServer server;
  @Autowired private MySqlDatabase database;
  @Autowired private RejectionRows rows;
  @Autowired private RecentRejections recent;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final EnrollmentLedger ledger = mock(EnrollmentLedger.class);

  @BeforeEach
  void noRows() {
    database.jdbc().update("DELETE FROM rejection");
  }

  private KeptRejections instance() {
    return new KeptRejections(new RejectionRows(jdbc), ledger, meters);
  }

  private static RecentRejection rejection(long student, long course, ProblemType reason, long at) {
    return new RecentRejection(student, course, reason, at);
  }

  private static RecentRejection full(long student, long course) {
    return rejection(student, course, ProblemType.COURSE_FULL, AT);
  }

  private List<String> stored() {
    return database
        .jdbc()
        .query(
            "SELECT CONCAT_WS(' ', student_id, course_id, code, times, first_at, last_at) FROM rejection ORDER BY 1",
            (row, n) -> row.getString(1));
  }

  private long times() {
    return Objects.requireNonNull(
        database
            .jdbc()
            .queryForObject("SELECT COALESCE(SUM(times), 0) FROM rejection", Long.class));
  }

  private double dropped() {
    return meters.get("sugang.refusals.unkept").counter().count();
  }

  @Test
  void rejectionsForOneReasonAreOneRowWithTheirNumberAlsoOfLaterRounds() {
    KeptRejections kept = instance();
    kept.add(rejection(7, 3, ProblemType.COURSE_FULL, AT + 2_000));
    kept.add(rejection(7, 3, ProblemType.COURSE_FULL, AT + 1_000));
    kept.add(rejection(7, 3, ProblemType.TIME_CONFLICT, AT));
    kept.add(rejection(8, 3, ProblemType.COURSE_FULL, AT));
    kept.write();
    kept.add(rejection(7, 3, ProblemType.COURSE_FULL, AT + 9_000));
    kept.add(rejection(7, 3, ProblemType.COURSE_FULL, AT));
    kept.write();
    kept.write();

    assertThat(stored())
        .containsExactly(
            "7 3 COURSE_FULL 4 2027-03-02 01:00:00.123 2027-03-02 01:00:09.123",
            "7 3 TIME_CONFLICT 1 2027-03-02 01:00:00.123 2027-03-02 01:00:00.123",
            "8 3 COURSE_FULL 1 2027-03-02 01:00:00.123 2027-03-02 01:00:00.123");
    assertThat(dropped()).isZero();
  }

  @Test
  void theFloodOfOneStudentIsCountedToTheLastRejectionAndTheDeskReadsIt() {
    for (int i = 0; i < 100_000; i++) {
      recent.add(new StudentId(10), new CourseId(1 + i % 2), ProblemType.COURSE_FULL);
    }
    recent.add(new StudentId(10), new CourseId(Ids.RESERVED_FROM), ProblemType.COURSE_FULL);
    recent.add(new StudentId(10), new CourseId(MockIds.FIRST_COURSE), ProblemType.COURSE_FULL);

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(times()).isEqualTo(100_001));
    assertThat(rows.of(new StudentId(10)))
        .extracting(CourseRejection::courseId, CourseRejection::reason, CourseRejection::times)
        .containsExactlyInAnyOrder(
            tuple(1L, "COURSE_FULL", 50_000L), tuple(2L, "COURSE_FULL", 50_000L));
    assertThat(rows.of(new StudentId(11))).isEmpty();
  }

  @Test
  void whileMySqlIsAwayRejectionsWaitAndNoneIsLost() {
    KeptRejections kept = instance();
    kept.add(full(1, 1));
    kept.write();
    server.stop();
    try {
      for (long student = 1; student <= 600; student++) {
        kept.add(full(student, 1));
      }
      kept.write();
      kept.add(full(1, 1));
      kept.write();
    } finally {
      server.start();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          kept.write();
          assertThat(times()).isEqualTo(602);
        });
    assertThat(stored()).hasSize(600).anyMatch(row -> row.startsWith("1 1 COURSE_FULL 3 "));
    assertThat(dropped()).isZero();
  }

  @Test
  void moreReasonsThanThereIsRoomForAreDroppedAndThoseThatWaitAreStillCounted() {
    KeptRejections kept = instance();
    for (long student = 1; student <= KeptRejections.MOST_WAITING + 100; student++) {
      kept.add(full(student, 1));
    }
    assertThat(dropped()).isEqualTo(100);
    kept.add(full(1, 1));
    assertThat(dropped()).isEqualTo(100);
    kept.close();
    assertThat(times()).isEqualTo(KeptRejections.MOST_WAITING + 1);
    kept.add(full(KeptRejections.MOST_WAITING + 100, 1));
    assertThat(dropped()).isEqualTo(100);
  }

  @Test
  void aRoundWritesALimitedNumberOfRowsAndTheLastOneAll() {
    int most = KeptRejections.MOST_STATEMENTS * KeptRejections.MOST_OF_A_STATEMENT;
    KeptRejections kept = instance();
    for (long student = 1; student <= 3L * most; student++) {
      kept.add(full(student, 1));
    }
    kept.write();
    assertThat(times()).isEqualTo(most);
    kept.write();
    assertThat(times()).isEqualTo(2L * most);
    kept.close();
    assertThat(times()).isEqualTo(3L * most);
  }

  @Test
  void whileClaimsWaitOneStatementIsWrittenInARound() {
    KeptRejections kept = instance();
    for (long student = 1; student <= 600; student++) {
      kept.add(full(student, 1));
    }
    given(ledger.waitingClaims()).willReturn(1);
    kept.write();
    assertThat(times()).isEqualTo(KeptRejections.MOST_OF_A_STATEMENT);
    kept.write();
    assertThat(times()).isEqualTo(2 * KeptRejections.MOST_OF_A_STATEMENT);
    given(ledger.waitingClaims()).willReturn(0);
    kept.write();
    assertThat(times()).isEqualTo(600);
  }

  @Test
  void instancesThatCountTheSameReasonsAtOnceLoseNone() throws Exception {
    int rounds = 10;
    int students = 700;
    List<KeptRejections> instances = List.of(instance(), instance(), instance());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (KeptRejections kept : instances) {
        running.add(
            threads.submit(() -> {
              List<Long> order = new ArrayList<>();
              for (long student = 1; student <= students; student++) {
                order.add(student);
              }
              for (int round = 0; round < rounds; round++) {
                Collections.shuffle(order, new Random(round));
                order.forEach(student -> kept.add(full(student, 1)));
                kept.write();
              }
            }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
    // Writes what a round that failed left.
    instances.forEach(KeptRejections::close);
    assertThat(times()).isEqualTo((long) instances.size() * rounds * students);
    assertThat(stored())
        .hasSize(students)
        .allMatch(row -> row.contains(" COURSE_FULL %d ".formatted(instances.size() * rounds)));
    assertThat(dropped()).isZero();
  }
}
