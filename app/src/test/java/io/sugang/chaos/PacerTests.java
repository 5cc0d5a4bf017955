package io.sugang.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacerTests {
  /** In Docker three restarts of a minute each used up all wishes, and nothing showed recovery. */
  @ParameterizedTest
  @ValueSource(longs = {400, 2000, 4000})
  void wishesAreLeftHoweverLongTheFaultTakes(long forAfterwards) {
    long nanos =
        LongStream.rangeClosed(1, forAfterwards)
            .map(left -> Pacer.trickle(left, forAfterwards))
            .sum();
    assertThat(Duration.ofNanos(nanos)).isGreaterThan(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {400, 2000, 4000})
  void anOutageOfSecondsIsNoticed(long forAfterwards) {
    assertThat(Duration.ofNanos(Pacer.trickle(forAfterwards, forAfterwards)))
        .isEqualTo(Duration.ofMillis(20));
    assertThat(Duration.ofNanos(Pacer.trickle(forAfterwards / 2, forAfterwards)))
        .isEqualTo(Duration.ofMillis(80));
  }
}
