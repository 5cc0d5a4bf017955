package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How much an account may ask at once, how soon again, and what is remembered of it. */
class RatesTests {
  private static final long START = Long.MAX_VALUE - 5; // nanoTime may overflow
  private long now = START;
  private final Rates<String> rates = new Rates<>(Duration.ofMillis(100), 3, () -> now);

  @Test
  void aFullBucketIsTakenAtOnceAndThenFillsOneByOne() {
    for (int i = 0; i < 3; i++) {
      assertThat(rates.take("a", 1)).isZero();
    }
    assertThat(rates.take("a", 1)).isEqualTo(millis(100));
    assertThat(rates.take("b", 1)).isZero();
    now += millis(100) - 1;
    assertThat(rates.take("a", 1)).isEqualTo(1);
    now += 1;
    assertThat(rates.take("a", 1)).isZero();
    assertThat(rates.take("a", 1)).isPositive();
    now += millis(10_000);
    assertThat(rates.take("a", 3)).isZero();
    assertThat(rates.take("a", 1)).isPositive();
  }

  @Test
  void allTokensAreTakenOrNone() {
    assertThat(rates.take("a", 2)).isZero();
    assertThat(rates.take("a", 2)).isEqualTo(millis(100));
    assertThat(rates.take("a", 1)).isZero();
  }

  @Test
  void aRefusedRequestCostsNothing() {
    assertThat(rates.take("a", 3)).isZero();
    for (int i = 0; i < 100; i++) {
      assertThat(rates.take("a", 1)).isEqualTo(millis(100));
    }
    now += millis(100);
    assertThat(rates.take("a", 1)).isZero();
  }

  @Test
  void fullBucketsAreForgotten() {
    for (int i = 0; i < Rates.MOST_IDLE; i++) {
      rates.take("idle" + i, 1);
    }
    now += millis(1_001);
    rates.take("busy", 3);
    assertThat(rates.size()).isEqualTo(1);
    assertThat(rates.take("busy", 1)).isPositive();
  }

  private static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }
}
