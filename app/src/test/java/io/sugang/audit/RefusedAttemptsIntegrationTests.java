package io.sugang.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.servers.SugangTest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** Refused attempts of many users, as they are written. */
@SugangTest
class RefusedAttemptsIntegrationTests {
  private static final Instant AT = Instant.parse("2027-03-02T01:00:00.123Z");
  private static final int FLOOD = 10_000;

  @Autowired private JdbcTemplate jdbc;

  private final MeterRegistry meters = new SimpleMeterRegistry();

  private static Actor student(long id) {
    return new Actor("STUDENT", id, 77);
  }

  private static void attempt(RefusedAttempts attempts, Actor actor, int number) {
    attempts.add(
        AuditedAction.ENROLL, AT.plusMillis(number % 1_000), actor, 5L, 17L, null, "NOT_YOURS");
  }

  private List<@Nullable String> rows(long student) {
    return jdbc.queryForList(
        "SELECT CONCAT(action, ' ', outcome, ' ', target, ' ', COALESCE(detail->>'$.after.attempts', ''),"
            + " ' ', session_id) FROM audit_event WHERE actor = ? ORDER BY event_id",
        String.class,
        "student:" + student);
  }

  private double dropped() {
    return meters.get("sugang.audit.dropped").counter().count();
  }

  @Test
  void theFloodOfOneHidesNoAttemptOfAnotherAndIsARowWithItsNumber() {
    var attempts = new RefusedAttempts(jdbc, meters);
    long flooding = 8_810_001;
    long another = 8_810_002;
    for (int i = 0; i < FLOOD; i++) {
      attempt(attempts, student(flooding), i);
    }
    attempt(attempts, student(another), FLOOD);
    attempts.write(false);
    assertThat(rows(another)).containsExactly("ENROLL NOT_YOURS student:5  77");
    assertThat(rows(flooding))
        .hasSize(AttemptCounts.MOST_ROWS)
        .containsOnly("ENROLL NOT_YOURS student:5  77");
    attempts.write(true);
    assertThat(rows(flooding))
        .hasSize(AttemptCounts.MOST_ROWS + 1)
        .endsWith(
            "REFUSED_ATTEMPTS NOT_YOURS student:8810001 %d 77"
                .formatted(FLOOD - AttemptCounts.MOST_ROWS));
    assertThat(rows(another)).hasSize(1);
    assertThat(dropped()).isZero();
  }

  @Test
  void aPressForAnotherStudentIsARowForEachCourse() {
    var attempts = new RefusedAttempts(jdbc, meters);
    for (int i = 0; i < 20; i++) {
      attempt(attempts, student(8_810_003), i);
    }
    attempts.write(true);
    assertThat(rows(8_810_003)).hasSize(20).containsOnly("ENROLL NOT_YOURS student:5  77");
  }

  @Test
  void attemptsOfMoreUsersThanThereIsRoomForAreNumbers() {
    var attempts = new RefusedAttempts(jdbc, meters);
    int users = RefusedAttempts.MOST_WAITING + 100;
    for (int i = 0; i < users; i++) {
      attempt(attempts, student(8_820_000 + i), i);
    }
    attempts.write(true);
    assertThat(
            jdbc.queryForObject(
                "SELECT SUM(COALESCE(detail->>'$.after.attempts', 1)) FROM audit_event"
                    + " WHERE actor BETWEEN 'student:8820000' AND 'student:8829999'",
                Long.class))
        .isEqualTo(users);
    assertThat(dropped()).isZero();
  }
}
