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
class RedisSeatGateTests {
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
    assertThat(gate.enter(3, 1)).isInstanceOf(Granted.class);
    long late = lateEnrolls();
    clock.read(System.nanoTime(), micros(Instant.now().minus(Duration.ofHours(1))));

    assertThat(gate.enter(3, 2)).isEqualTo(NotGranted.UNAVAILABLE);
    assertThat(gate.mark(3, 1)).isNull();
    assertThat(lateEnrolls() - late).isEqualTo(1);
    assertThat(circuit.closed()).as("Redis answers, and in time").isTrue();

    assertThat(rosters.runAndTime()).isPresent();
    assertThat(gate.enter(3, 2)).isInstanceOf(Granted.class);
    assertThat(gate.mark(3, 1)).isNotNull();
  }

  @Test
  void anInstanceWhoseClockIsAnHourOffAsksByRedisTime() {
    RedisClock anHourBehind = new RedisClock();
    long asked = System.nanoTime();
    Instant there = Instant.now().plus(Duration.ofHours(1));
    anHourBehind.read(asked, micros(there));
    assertThat(anHourBehind.in(0))
        .isBetween(there.toEpochMilli() - 1, there.toEpochMilli() + 5_000);
  }

  @Test
  void aTimeThatWasLongUnderWayIsTakenForLaterAndNotForEarlier() {
    RedisClock told = new RedisClock();
    Instant there = Instant.now();
    long tenSecondsAgo = System.nanoTime() - TimeUnit.SECONDS.toNanos(10);
    told.read(tenSecondsAgo, micros(there));
    assertThat(told.in(0)).isGreaterThanOrEqualTo(there.plusSeconds(10).toEpochMilli() - 1);
  }

  private long lateEnrolls() {
    return meters
        .get("sugang.gate.call")
        .tags("script", "enroll", "answer", "late")
        .timer()
        .count();
  }

  private static long micros(Instant instant) {
    return TimeUnit.MILLISECONDS.toMicros(instant.toEpochMilli());
  }
}
