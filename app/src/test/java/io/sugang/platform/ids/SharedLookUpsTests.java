package io.sugang.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SharedLookUpsTests {
  private static final int INVENTED = 1_000;

  private final List<Integer> reads = new CopyOnWriteArrayList<>();
  private final CountDownLatch answer = new CountDownLatch(1);

  private Map<Long, String> read(List<Long> ids) {
    reads.add(ids.size());
    try {
      answer.await();
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
    if (ids.contains(-1L)) {
      throw new IllegalStateException("as a test");
    }
    return ids.stream()
        .distinct()
        .filter(id -> id < 1_000_000)
        .collect(Collectors.toMap(id -> id, id -> "row " + id));
  }

  @Test
  void inventedIdsShareReadsAndTwoAreUnderWay() {
    var lookUps = new SharedLookUps<>(this::read);
    List<CompletableFuture<?>> invented = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int begun = i + 1;
      invented.add(lookUps.find(1_000_000L));
      await().until(() -> reads.size() == begun);
    }
    for (int i = 2; i < INVENTED; i++) {
      invented.add(lookUps.find(1_000_000L + i));
    }
    CompletableFuture<?> existing = lookUps.find(17L);
    assertThat(reads).containsExactly(1, 1);
    answer.countDown();
    assertThat(existing).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo("row 17");
    assertThat(invented)
        .allSatisfy(one -> assertThat(one).succeedsWithin(10, TimeUnit.SECONDS).isNull());
    // Two readers may each begin one that is not full.
    assertThat(reads).hasSizeLessThanOrEqualTo(2 + INVENTED / SharedLookUps.MOST + 2);
  }

  @Test
  void aReadThatFailsFailsItsLookUpsAndNoLaterOne() {
    var lookUps = new SharedLookUps<>(this::read);
    answer.countDown();
    assertThat(lookUps.find(-1L)).failsWithin(10, TimeUnit.SECONDS);
    assertThat(lookUps.find(17L)).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo("row 17");
  }
}
