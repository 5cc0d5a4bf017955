package io.sugang.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KnownIdsTests {
  private final KnownIds ids = new KnownIds(10, Duration.ofMinutes(1));
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
  void othersAreLookedUpOnceIfTheyExist() {
    ids.rememberAll(LongStream.of(2, 4));
    for (int i = 0; i < 3; i++) {
      assertThat(exists(3)).isTrue();
      assertThat(ids.remembers(3)).isTrue();
    }
    assertThat(lookUps).hasValue(1);
  }

  @Test
  void anUnknownIdIsLookedUpEachTime() {
    for (int i = 1; i <= 3; i++) {
      assertThat(exists(2_000_000)).isFalse();
      assertThat(ids.remembers(2_000_000)).isFalse();
      assertThat(lookUps).hasValue(i);
    }
  }
}
