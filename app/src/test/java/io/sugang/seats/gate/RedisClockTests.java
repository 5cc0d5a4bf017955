package io.sugang.seats.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RedisClockTests {

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

  private static long micros(Instant instant) {
    return TimeUnit.MILLISECONDS.toMicros(instant.toEpochMilli());
  }
}
