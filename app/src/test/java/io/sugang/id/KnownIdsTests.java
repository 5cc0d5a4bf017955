package io.sugang.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KnownIdsTests {
  private final KnownIds ids = new KnownIds(10, Duration.ofMinutes(1), Duration.ofMinutes(1));
  private final AtomicInteger lookUps = new AtomicInteger();

  private boolean exists(long id) {
    return ids.exists(
        id,
        asked -> {
          lookUps.incrementAndGet();
          return asked < 1_000_000;
        });
  }

  @Test
  void whatIsRememberedAtTheStartIsNeverLookedUp() {
    ids.rememberAll(LongStream.range(1, 500_000).map(i -> 2 * i));
    assertThat(LongStream.of(2, 4, 500_000, 999_998)).allMatch(this::exists);
    assertThat(lookUps).hasValue(0);
  }

  @Test
  void othersAreLookedUpOnceWhetherTheyExistOrNot() {
    ids.rememberAll(LongStream.of(2, 4));
    for (int i = 0; i < 2; i++) {
      assertThat(exists(3)).isTrue();
      assertThat(exists(2_000_000)).isFalse();
    }
    assertThat(lookUps).hasValue(2);
  }
}
