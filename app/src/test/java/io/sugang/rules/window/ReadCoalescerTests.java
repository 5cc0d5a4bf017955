package io.sugang.rules.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which requests share a read. */
class ReadCoalescerTests {
  private final List<List<Integer>> groups = new CopyOnWriteArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();

  private String read(List<Integer> requests) {
    begun.incrementAndGet();
    try {
      go.await();
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
    groups.add(List.copyOf(requests));
    return "answer " + groups.size();
  }

  @Test
  void thoseThatComeWhileOneReadIsUnderWayShareTheNextOne() {
    ReadCoalescer<Integer, String> reads = new ReadCoalescer<>(this::read, Duration.ZERO);
    CompletableFuture<String> first = reads.ask(1);
    await().until(() -> begun.get() == 1);
    List<CompletableFuture<String>> others = new ArrayList<>();
    for (int request = 2; request <= 500; request++) {
      others.add(reads.ask(request));
    }
    go.countDown();
    assertThat(first.join()).isEqualTo("answer 1");
    assertThat(others).allSatisfy(other -> assertThat(other.join()).isEqualTo("answer 2"));
    assertThat(groups.get(1)).hasSize(499);
    assertThat(reads.ask(501).join()).isEqualTo("answer 3");
  }

  @Test
  void oneReadTakesSoManyAndTheNextOneTheRest() {
    ReadCoalescer<Integer, String> reads = new ReadCoalescer<>(this::read, Duration.ZERO);
    reads.ask(0);
    await().until(() -> begun.get() == 1);
    for (int request = 0; request < ReadCoalescer.MOST; request++) {
      reads.ask(request);
    }
    CompletableFuture<String> last = reads.ask(ReadCoalescer.MOST);
    go.countDown();
    assertThat(last.join()).isEqualTo("answer 3");
    assertThat(groups.get(1)).hasSize(ReadCoalescer.MOST);
  }

  @Test
  void readsBeginNoMoreOftenThanTheyMay() {
    go.countDown();
    ReadCoalescer<Integer, String> reads = new ReadCoalescer<>(this::read, Duration.ofMillis(50));
    long begin = System.nanoTime();
    for (int request = 0; request < 5; request++) {
      reads.ask(request).join();
    }
    assertThat(System.nanoTime() - begin)
        .as("the first one at once")
        .isBetween(Duration.ofMillis(200).toNanos(), Duration.ofSeconds(2).toNanos());
  }

  @Test
  void aFailureIsThatOfItsGroupAlone() {
    AtomicInteger tries = new AtomicInteger();
    ReadCoalescer<Integer, String> reads =
        new ReadCoalescer<>(
            requests -> {
              if (tries.getAndIncrement() == 0) {
                throw new IllegalStateException("of the test");
              }
              return "fine";
            },
            Duration.ZERO);
    assertThat(reads.ask(1)).failsWithin(Duration.ofSeconds(5));
    assertThat(reads.ask(2).join()).isEqualTo("fine");
  }

  @Test
  void noQuestionIsForgottenWhenManyAsk() throws Exception {
    go.countDown();
    ReadCoalescer<Integer, String> reads = new ReadCoalescer<>(this::read, Duration.ZERO);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<?>> asked = new CopyOnWriteArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        threads.submit(() -> {
          for (int i = 0; i < 2_000; i++) {
            asked.add(reads.ask(i));
          }
        });
      }
      await().until(() -> asked.size() == 16_000);
      asked.forEach(CompletableFuture::join);
    }
    assertThat(groups.stream().mapToInt(List::size).sum()).isEqualTo(16_000);
  }
}
