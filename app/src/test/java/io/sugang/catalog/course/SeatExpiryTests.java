package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Until when NGINX serves the seats of a reading. */
class SeatExpiryTests {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 249, 250, 251, 500, 999})
  void seatsAreServedUntilTheyAreLessThanTwoSecondsOld(long millis) {
    Instant asOf = Instant.ofEpochMilli(1_795_000_000_000L + millis);

    // NGINX serves an answer in all of its last second.
    Instant over = Instant.ofEpochSecond(SeatController.lastSecond(asOf) + 1);
    assertThat(Duration.between(asOf, over))
        .isBetween(Duration.ofMillis(750), Duration.ofMillis(1_750));
  }
}
