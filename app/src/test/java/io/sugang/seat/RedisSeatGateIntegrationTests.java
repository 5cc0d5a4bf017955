package io.sugang.seat;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.reconciler.RosterRepair;
import io.sugang.seat.GateAnswer.Granted;
import io.sugang.seat.GateAnswer.NotGranted;
import io.sugang.servers.SugangTest;
import java.time.Duration;
import java.time.Instant;
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

  @BeforeEach
  void inUse() {
    assertThat(repair.awaitFresh(Duration.ofSeconds(20))).isTrue();
    assertThat(rosters.runAndTime()).isPresent();
  }

  @Test
  void aRedisWhoseClockWasSetForwardLeavesTheSeatToTheLedgerUntilItsTimeIsReadAgain() {
    assertThat(gate.enter(3, 1).join()).isInstanceOf(Granted.class);
    long late = lateEnrolls();
    clock.read(
        System.nanoTime(),
        TimeUnit.MILLISECONDS.toMicros(Instant.now().minus(Duration.ofHours(1)).toEpochMilli()));

    assertThat(gate.enter(3, 2).join()).isEqualTo(NotGranted.UNAVAILABLE);
    assertThat(gate.mark(3, 1).join()).isEmpty();
    assertThat(lateEnrolls() - late).isEqualTo(1);
    assertThat(circuit.closed()).as("Redis answers, and in time").isTrue();

    assertThat(rosters.runAndTime()).isPresent();
    assertThat(gate.enter(3, 2).join()).isInstanceOf(Granted.class);
    assertThat(gate.mark(3, 1).join()).isPresent();
  }

  private long lateEnrolls() {
    return meters
        .get("sugang.gate.call")
        .tags("script", "enroll", "answer", "late")
        .timer()
        .count();
  }
}
