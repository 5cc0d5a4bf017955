package io.sugang.seats.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.GateAnswer.Granted;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import io.sugang.seats.gate.GateAnswer.Unanswered;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The reconciler asks for Redis' time at its start only, so what is put in its place stays. */
@SugangTest(properties = {"sugang.reconciler.period=1h", "sugang.reconciler.grace=1h"})
class RedisSeatGateIntegrationTests {
  @Autowired SeatGate gate;
  @Autowired SeatRosters rosters;
  @Autowired RosterRepair repair;
  @Autowired RedisClock clock;
  @Autowired SeatCircuit circuit;
  @Autowired MeterRegistry meters;
  @Autowired RedisServer server;

  @BeforeEach
  void inUse() {
    assertThat(repair.awaitFresh(Duration.ofSeconds(20))).isTrue();
    assertThat(rosters.runAndTime()).isPresent();
  }

  @Test
  void aRedisWhoseClockWasSetForwardLeavesTheSeatToTheLedgerUntilItsTimeIsReadAgain() {
    assertThat(gate.enter(new StudentId(1), new SeatsId(3)).join()).isInstanceOf(Granted.class);
    long late = lateEnrolls();
    clock.read(
        System.nanoTime(),
        TimeUnit.MILLISECONDS.toMicros(Instant.now().minus(Duration.ofHours(1)).toEpochMilli()));

    assertThat(gate.enter(new StudentId(2), new SeatsId(3)).join()).isInstanceOf(Unanswered.class);
    assertThat(gate.mark(new StudentId(1), new SeatsId(3)).join())
        .hasValueSatisfying(mark -> assertThat(mark.answered()).isFalse());
    assertThat(lateEnrolls() - late).isEqualTo(1);
    assertThat(circuit.closed()).as("Redis answers, and in time").isTrue();

    assertThat(rosters.runAndTime()).isPresent();
    assertThat(gate.enter(new StudentId(2), new SeatsId(3)).join()).isInstanceOf(Granted.class);
    assertThat(gate.mark(new StudentId(1), new SeatsId(3)).join())
        .hasValueSatisfying(mark -> assertThat(mark.answered()).isTrue());
  }

  @Test
  void aRedisWithoutMemoryIsOutOfUseAtTheFirstAnswerThatSaysSo() {
    assertThat(gate.enter(new StudentId(1), new SeatsId(4)).join()).isInstanceOf(Granted.class);
    String full = SeatKeys.of(new SeatsId(5)).capacity();
    try (RedisAdministrator redis = server.administrator()) {
      Map<String, String> before = redis.commands().configGet("maxmemory");
      // Many answers that need no memory; the gate of course 5 is full.
      redis.commands().set(full, "0");
      for (long student = 1; student <= 50; student++) {
        assertThat(gate.enter(new StudentId(student), new SeatsId(5)).join())
            .isEqualTo(NotGranted.FULL);
      }
      redis.commands().configSet("maxmemory", "1");
      try {
        assertThat(gate.mark(new StudentId(1), new SeatsId(4)).join())
            .hasValueSatisfying(mark -> assertThat(mark.answered()).isFalse());
        assertThat(circuit.closed()).isFalse();
        // From a state that the gate cannot change.
        assertThat(gate.enter(new StudentId(1), new SeatsId(5)).join())
            .isEqualTo(NotGranted.UNAVAILABLE);
        assertThatThrownBy(() -> rosters.begin(new SeatsId(6)).toCompletableFuture().join())
            .hasCauseInstanceOf(RedisFullException.class);
      } finally {
        redis.commands().configSet(before);
        redis.commands().set(full, "50");
      }
    }
    // The reconciler closes it again when it has loaded all rosters.
    await().atMost(Duration.ofSeconds(20)).until(circuit::closed);
  }

  private long lateEnrolls() {
    return meters
        .get("sugang.gate.call")
        .tags("script", "enroll", "answer", "late")
        .timer()
        .count();
  }
}
